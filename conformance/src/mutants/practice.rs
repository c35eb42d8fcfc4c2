//! Mutants that replace by the practices of other decoders, but not quite.

use super::prelude::*;
use reference::replaced_by_units;

pub(super) fn models() -> Vec<Mutant> {
    vec![
        mutant("the reference", reference::replaced_by),
        mutant("units by rule", |practice, bytes| {
            replaced_by_units(bytes, |rest, len| unit(practice, rest, len))
        }),
    ]
}

pub(super) fn mutants() -> Vec<Mutant> {
    FAULTS.iter().map(|&(name, text)| mutant(name, text)).collect()
}

/// The text of some bytes.
type Text = fn(Practice, &[u8]) -> Vec<u8>;

fn mutant(name: &str, text: Text) -> Mutant {
    Mutant::of(Fields::ALL, Family::Practice, name, &[Op::Practices], move |question| {
        let Question::Practices(practice, chunks) = *question else { return None };
        Some(Answer::Practices(text(practice, &chunks.concat())))
    })
}

/// The bytes that one U+FFFD replaces.
fn unit(practice: Practice, rest: &[u8], len: usize) -> usize {
    match practice {
        Practice::PerByte => 1,
        Practice::WholeSequence => len.max(1 + tail(rest, announced(rest[0]))),
        Practice::Java if rest[0] == 0xED => len.max(1 + tail(rest, 2)),
        Practice::MaximalSubpart | Practice::Java => len,
    }
}

fn announced(lead: u8) -> usize {
    match lead {
        0xC0..=0xDF => 1,
        0xE0..=0xEF => 2,
        0xF0..=0xF7 => 3,
        0xF8..=0xFB => 4,
        0xFC | 0xFD => 5,
        _ => 0,
    }
}

/// The continuation bytes after the lead, at most this many.
fn tail(rest: &[u8], most: usize) -> usize {
    rest.iter().skip(1).take(most).take_while(|byte| (0x80..0xC0).contains(*byte)).count()
}

/// Replaces as `unit` says, for one practice only.
fn wrong(of: Practice, practice: Practice, bytes: &[u8], other: fn(&[u8], usize) -> usize) -> Vec<u8> {
    replaced_by_units(
        bytes,
        |rest, len| if practice == of { other(rest, len) } else { unit(practice, rest, len) },
    )
}

#[rustfmt::skip]
const FAULTS: &[(&str, Text)] = &[
    ("always maximal subparts", |_, bytes| reference::replaced(bytes)),
    ("always bytes", |_, bytes| replaced_by_units(bytes, |_, _| 1)),
    ("a byte, but of what is cut off all", |practice, bytes| wrong(Practice::PerByte, practice, bytes, |rest, len| {
        if len == rest.len() { len } else { 1 }
    })),
    ("Java: a surrogate only if it is whole", |practice, bytes| wrong(Practice::Java, practice, bytes, |rest, len| {
        if rest[0] == 0xED && tail(rest, 2) == 2 { 3 } else { len }
    })),
    ("Java: three bytes after ED, whatever they are", |practice, bytes| wrong(Practice::Java, practice, bytes, |rest, len| {
        if rest[0] == 0xED && tail(rest, 2) > 0 { 3 } else { len }
    })),
    ("Java: overlong sequences as one, too", |practice, bytes| wrong(Practice::Java, practice, bytes, |rest, len| {
        if rest[0] == 0xE0 { len.max(1 + tail(rest, 2)) } else { unit(Practice::Java, rest, len) }
    })),
    ("Java: ED takes three continuation bytes", |practice, bytes| wrong(Practice::Java, practice, bytes, |rest, len| {
        if rest[0] == 0xED { len.max(1 + tail(rest, 3)) } else { len }
    })),
    ("Java: four bytes as one, too", |practice, bytes| wrong(Practice::Java, practice, bytes, |rest, len| {
        if rest[0] >= 0xF0 { len.max(1 + tail(rest, 3)) } else { unit(Practice::Java, rest, len) }
    })),
    ("whole: C0 and C1 are no leads", |practice, bytes| wrong(Practice::WholeSequence, practice, bytes, |rest, len| {
        if rest[0] < 0xC2 { len } else { unit(Practice::WholeSequence, rest, len) }
    })),
    ("whole: F5 to FD are no leads", |practice, bytes| wrong(Practice::WholeSequence, practice, bytes, |rest, len| {
        if rest[0] > 0xF4 { len } else { unit(Practice::WholeSequence, rest, len) }
    })),
    ("whole: at most four bytes", |practice, bytes| wrong(Practice::WholeSequence, practice, bytes, |rest, len| {
        unit(Practice::WholeSequence, rest, len).min(4)
    })),
    ("whole: FE is a lead", |practice, bytes| wrong(Practice::WholeSequence, practice, bytes, |rest, len| {
        if rest[0] == 0xFE { 1 + tail(rest, 6) } else { unit(Practice::WholeSequence, rest, len) }
    })),
    ("whole: all continuation bytes", |practice, bytes| wrong(Practice::WholeSequence, practice, bytes, |rest, len| {
        if rest[0] < 0xC0 { len } else { 1 + tail(rest, rest.len()) }
    })),
    ("whole: only if all are there", |practice, bytes| wrong(Practice::WholeSequence, practice, bytes, |rest, len| {
        if tail(rest, announced(rest[0])) == announced(rest[0]) { unit(Practice::WholeSequence, rest, len) } else { len }
    })),
];
