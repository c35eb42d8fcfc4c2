//! Ask, compare, count: the rows of conversions.

use super::{
    reading::Reading,
    subject::{Call, Converts},
};
use crate::suite::Depth;

/// A row: what it is called, what it is about, and its calls.
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) about: &'static str,
    /// How many answers it must compare, at any depth.
    pub(super) minimum: u64,
    pub(super) run: fn(Depth, &mut Checker<'_>),
}

/// Compares the answers of a subject with the right ones.
pub(super) struct Checker<'a> {
    subject: &'a dyn Converts,
    max_failures: usize,
    pub(super) cases: u64,
    pub(super) failures: Vec<String>,
}

impl<'a> Checker<'a> {
    pub(super) fn new(subject: &'a dyn Converts, max_failures: usize) -> Self {
        Self { subject, max_failures: max_failures.max(1), cases: 0, failures: Vec::new() }
    }

    /// A call about a source that has been read.
    pub(super) fn ask(&mut self, reading: &Reading, call: &Call<'_>) {
        if self.failures.len() >= self.max_failures {
            return;
        }
        self.cases += 1;
        let expected = reading.answer(call);
        let got = self.subject.convert(call);
        if got != expected {
            self.failures.push(format!("{call:x?}\n  expected {expected:x?}\n  got      {got:x?}"));
        }
    }

    /// Strictly and with replacement, as the last and as another chunk, with more room than it takes.
    pub(super) fn ask_all(&mut self, call: &Call<'_>) {
        let reading = Reading::of(call.from, call.source);
        for replacement in [None, Some(call.to.replacement())] {
            for last in [true, false] {
                self.ask(&reading, &Call { replacement, last, ..*call });
            }
        }
    }
}
