//! Mutants that accept or reject the wrong bytes, or replace them incorrectly.

use super::prelude::*;
use crate::lenient::{Replacement, Table};
use crate::lists::pairs;

pub(super) fn mutants() -> Vec<Mutant> {
    let rows = [("a table decoder", "")].into_iter().chain(pairs(include_str!("semantic.txt")));
    rows.map(|(name, changes)| mutant(Family::Semantic, name, Table::new(changes))).collect()
}

pub(super) fn replacing() -> Vec<Mutant> {
    let of = |&(name, replacement)| {
        mutant(Family::Replacement, name, Table::new("").with_replacement(replacement))
    };
    REPLACING.iter().map(of).collect()
}

fn mutant(family: Family, name: &str, decoder: Table) -> Mutant {
    Mutant::of(Fields::ALL, family, name, &[Op::Verdict, Op::Replacement], move |question| match *question {
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
