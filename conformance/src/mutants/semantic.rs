//! Mutants that accept or reject the wrong bytes, or replace them incorrectly.

use super::prelude::*;
use crate::lenient::{Replacement, Table};
use crate::lists::pairs;

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
