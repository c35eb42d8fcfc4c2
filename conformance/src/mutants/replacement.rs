//! Mutants that accept or reject the wrong bytes; that replace them incorrectly; or by the practices of other decoders,
//! but not quite.

use super::prelude::*;
use crate::lenient::{Replacement, Table};
use crate::lists::pairs;
use reference::practices::{announced, tail, unit, whole};
use reference::replaced_by_units;

pub(super) fn mutants() -> Vec<Mutant> {
    let rows = [("a table decoder", "")].into_iter().chain(pairs(include_str!("semantic.txt")));
    mutants_of(Family::Semantic, rows.map(|(name, changes)| (name, Table::new(changes))))
}

pub(super) fn replacing() -> Vec<Mutant> {
    let table = |(name, replacement)| (name, Table::new("").with_replacement(replacement));
    mutants_of(Family::Replacement, REPLACING.map(table))
}

fn mutants_of(family: Family, tables: impl IntoIterator<Item = (&'static str, Table)>) -> Vec<Mutant> {
    Mutant::table(family, &[Op::Verdict, Op::Replacement], tables, |decoder, question| match *question {
        Question::Verdict(bytes) => Some(Answer::Verdict(decoder.validate(bytes), None)),
        Question::Replacement(bytes) => Some(Answer::Replacement(decoder.replaced(bytes))),
        _ => None,
    })
}

const REPLACING: [(&str, Replacement); 4] = [
    ("one U+FFFD a byte", Replacement::PerByte),
    ("one U+FFFD for what the lead promises", Replacement::Structural),
    ("one U+FFFD for adjacent errors", Replacement::Collapsed),
    ("replacement swallows the next byte", Replacement::Swallows),
];

pub(super) fn practices() -> Vec<Mutant> {
    // They replace by other units for some practices.
    let table = PRACTICES.iter().map(|&(name, of, wrong)| (name, (of, wrong)));
    Mutant::table(Family::Practice, &[Op::Practices], table, |(of, wrong), question| {
        let Question::Practices(practice, chunks) = *question else { return None };
        let is_wrong = of.contains(&practice);
        let unit = |rest: &[u8], len| if is_wrong { wrong(rest, len) } else { unit(practice, rest, len) };
        Some(Answer::Practices(replaced_by_units(&chunks.concat(), unit)))
    })
}

/// The bytes that one U+FFFD replaces, given the rest of the input and the length of the maximal subpart.
type Unit = fn(&[u8], usize) -> usize;

const PER_BYTE: &[Practice] = &[Practice::PerByte];
const JAVA: &[Practice] = &[Practice::Java];
const WHOLE: &[Practice] = &[Practice::WholeSequence];

#[rustfmt::skip]
const PRACTICES: &[(&str, &[Practice], Unit)] = &[
    ("the reference", &[], |_, len| len),
    ("always maximal subparts", &Practice::ALL, |_, len| len),
    ("always bytes", &Practice::ALL, |_, _| 1),
    ("a byte, but of what is cut off all", PER_BYTE, |rest, len| if len == rest.len() { len } else { 1 }),
    ("Java: a surrogate only if it is whole", JAVA, |rest, len| if rest[0] == 0xED && tail(rest, 2) == 2 { 3 } else { len }),
    ("Java: three bytes after ED, whatever they are", JAVA, |rest, len| if rest[0] == 0xED && tail(rest, 2) > 0 { 3 } else { len }),
    ("Java: overlong sequences as one, too", JAVA, |rest, len| if rest[0] == 0xE0 { len.max(1 + tail(rest, 2)) } else { unit(Practice::Java, rest, len) }),
    ("Java: ED takes three continuation bytes", JAVA, |rest, len| if rest[0] == 0xED { len.max(1 + tail(rest, 3)) } else { len }),
    ("Java: four bytes as one, too", JAVA, |rest, len| if rest[0] >= 0xF0 { len.max(1 + tail(rest, 3)) } else { unit(Practice::Java, rest, len) }),
    ("whole: C0 and C1 are no leads", WHOLE, |rest, len| if rest[0] < 0xC2 { len } else { whole(rest) }),
    ("whole: F5 to FD are no leads", WHOLE, |rest, len| if rest[0] > 0xF4 { len } else { whole(rest) }),
    ("whole: at most four bytes", WHOLE, |rest, _| whole(rest).min(4)),
    ("whole: FE is a lead", WHOLE, |rest, _| if rest[0] == 0xFE { 1 + tail(rest, 6) } else { whole(rest) }),
    ("whole: all continuation bytes", WHOLE, |rest, len| if rest[0] < 0xC0 { len } else { 1 + tail(rest, rest.len()) }),
    ("whole: only if all are there", WHOLE, |rest, len| match whole(rest) {
        part if part <= announced(rest[0]) => len,
        all => all,
    }),
];
