//! The summary of many files.

use crate::text::{grouped, number};

/// What became of a file, in the order of the summary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Changed,
    /// It is UTF-8 already.
    Utf8,
    /// It needs no change.
    Same,
    /// It was found in a directory, and is binary.
    Binary,
    Failed,
}

/// How many files had which outcome.
#[derive(Debug, Default)]
pub(super) struct Totals([u64; 5]);

impl Totals {
    pub(super) fn add(&mut self, outcome: Outcome) {
        self.0[outcome as usize] += 1;
    }

    /// The summary for people.
    pub(super) fn words(&self, check: bool) -> String {
        let changed = if check { "to change" } else { "changed" };
        let words = [changed, "UTF-8 already", "without need", "binary and skipped", "failed"];
        let sums = self.0.iter().zip(words).filter(|(sum, words)| **sum > 0 || *words == changed);
        let sums: Vec<_> = sums.map(|(sum, words)| format!("{} {words}", grouped(*sum))).collect();
        format!("{}: {}", number(self.0.iter().sum(), "file", "files"), sums.join(", "))
    }
}
