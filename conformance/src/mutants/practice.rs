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

/// Replaces by other units for some practices.
pub(super) fn mutants() -> Vec<Mutant> {
    let mutant = |&(name, of, wrong): &(&str, &'static [Practice], Unit)| {
        mutant(name, move |practice, bytes| {
            let is_wrong = of.contains(&practice);
            replaced_by_units(
                bytes,
                |rest, len| {
                    if is_wrong { wrong(rest, len) } else { unit(practice, rest, len) }
                },
            )
        })
    };
    FAULTS.iter().map(mutant).collect()
}

/// The bytes that one U+FFFD replaces, given the rest of the input and the length of the maximal subpart.
type Unit = fn(&[u8], usize) -> usize;

fn mutant(name: &str, text: impl Fn(Practice, &[u8]) -> Vec<u8> + Sync + 'static) -> Mutant {
    Mutant::of(Fields::ALL, Family::Practice, name, &[Op::Practices], move |question| {
        let Question::Practices(practice, chunks) = *question else { return None };
        Some(Answer::Practices(text(practice, &chunks.concat())))
    })
}

fn unit(practice: Practice, rest: &[u8], len: usize) -> usize {
    match practice {
        Practice::PerByte => 1,
        Practice::WholeSequence => whole(rest, len),
        Practice::Java => java(rest, len),
        Practice::MaximalSubpart => len,
    }
}

fn whole(rest: &[u8], len: usize) -> usize {
    len.max(1 + tail(rest, announced(rest[0])))
}

fn java(rest: &[u8], len: usize) -> usize {
    if rest[0] == 0xED { len.max(1 + tail(rest, 2)) } else { len }
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

const PER_BYTE: &[Practice] = &[Practice::PerByte];
const JAVA: &[Practice] = &[Practice::Java];
const WHOLE: &[Practice] = &[Practice::WholeSequence];

#[rustfmt::skip]
const FAULTS: &[(&str, &[Practice], Unit)] = &[
    ("always maximal subparts", &Practice::ALL, |_, len| len),
    ("always bytes", &Practice::ALL, |_, _| 1),
    ("a byte, but of what is cut off all", PER_BYTE, |rest, len| if len == rest.len() { len } else { 1 }),
    ("Java: a surrogate only if it is whole", JAVA, |rest, len| if rest[0] == 0xED && tail(rest, 2) == 2 { 3 } else { len }),
    ("Java: three bytes after ED, whatever they are", JAVA, |rest, len| if rest[0] == 0xED && tail(rest, 2) > 0 { 3 } else { len }),
    ("Java: overlong sequences as one, too", JAVA, |rest, len| if rest[0] == 0xE0 { len.max(1 + tail(rest, 2)) } else { java(rest, len) }),
    ("Java: ED takes three continuation bytes", JAVA, |rest, len| if rest[0] == 0xED { len.max(1 + tail(rest, 3)) } else { len }),
    ("Java: four bytes as one, too", JAVA, |rest, len| if rest[0] >= 0xF0 { len.max(1 + tail(rest, 3)) } else { java(rest, len) }),
    ("whole: C0 and C1 are no leads", WHOLE, |rest, len| if rest[0] < 0xC2 { len } else { whole(rest, len) }),
    ("whole: F5 to FD are no leads", WHOLE, |rest, len| if rest[0] > 0xF4 { len } else { whole(rest, len) }),
    ("whole: at most four bytes", WHOLE, |rest, len| whole(rest, len).min(4)),
    ("whole: FE is a lead", WHOLE, |rest, len| if rest[0] == 0xFE { 1 + tail(rest, 6) } else { whole(rest, len) }),
    ("whole: all continuation bytes", WHOLE, |rest, len| if rest[0] < 0xC0 { len } else { 1 + tail(rest, rest.len()) }),
    ("whole: only if all are there", WHOLE, |rest, len| match whole(rest, len) {
        part if part <= announced(rest[0]) => len,
        all => all,
    }),
];
