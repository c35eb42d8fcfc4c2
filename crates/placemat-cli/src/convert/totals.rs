//! The summary of many files.

use crate::text::{grouped, number};

/// What became of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Changed,
    /// It needs no change.
    Same,
    /// It is UTF-8 already.
    Utf8,
    /// It was found in a directory, and is binary.
    Binary,
    Failed,
}

/// The outcomes, in the order of the summary.
const OUTCOMES: [(Outcome, &str); 5] = [
    (Outcome::Changed, "changed"),
    (Outcome::Utf8, "UTF-8 already"),
    (Outcome::Same, "without need"),
    (Outcome::Binary, "binary and skipped"),
    (Outcome::Failed, "failed"),
];

/// How many files had which outcome.
#[derive(Debug, Default)]
pub(super) struct Totals([u64; 5]);

impl Totals {
    pub(super) fn add(&mut self, outcome: Outcome) {
        for (sum, _) in self.0.iter_mut().zip(OUTCOMES).filter(|(_, (own, _))| *own == outcome) {
            *sum += 1;
        }
    }

    /// The summary for people.
    pub(super) fn words(&self, check: bool) -> String {
        let mut text = number(self.0.iter().sum(), "file", "files");
        let sums = self
            .0
            .iter()
            .zip(OUTCOMES)
            .filter(|(sum, (outcome, _))| **sum > 0 || *outcome == Outcome::Changed);
        for (number, (sum, (outcome, words))) in sums.enumerate() {
            text += if number == 0 { ": " } else { ", " };
            let words = if check && outcome == Outcome::Changed { "to change" } else { words };
            text += &format!("{} {words}", grouped(*sum));
        }
        text
    }
}
