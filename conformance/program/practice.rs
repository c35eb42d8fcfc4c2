//! Known practices: deliberate deviations of decoders from the RFC or Unicode.
//!
//! Each practice is a model that predicts an answer. A decoder follows it if its answers match the predictions
//! wherever those differ from the expected results ([`fit`]).

pub(crate) mod fit;
mod tables;

/// The definition of a practice.
pub(crate) const ABOUT: &str = "what a decoder does on purpose, or has always done, although the RFC or Unicode say \
    otherwise; one is named if it predicts nine in ten of the answers in which it differs from what is right";

/// The terms in the names of practices, each with its explanation.
const MEANINGS: &str = include_str!("practice/terms.txt");

/// The explanations of the terms in the name of a practice.
pub(crate) fn meanings(name: &str) -> impl Iterator<Item = String> + '_ {
    let meant = MEANINGS.lines().filter_map(|line| line.split_once(": "));
    let meant = meant.filter(move |(term, _)| name.contains(term));
    meant.map(|(term, meaning)| format!("{}: {meaning}", term.trim()))
}

#[cfg(test)]
mod tests {
    use placemat_conformance::lenient::Replacement;

    use super::tables::{ENCODERS, STREAMS, verdicts};
    use super::*;

    #[test]
    fn every_practice_is_explained() {
        let names = verdicts().map(|row| row.0).chain(Replacement::ALL.map(Replacement::name));
        let names = names.chain(STREAMS.iter().map(|row| row.0));
        for name in names.chain(ENCODERS.iter().map(|row| row.0)) {
            assert!(meanings(name).next().is_some(), "{name}");
        }
    }
}
