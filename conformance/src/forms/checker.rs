//! Calls the subject, compares and counts, for the rows of a form.

use std::{fmt::Debug, hash::Hash};

use super::{reference::Reference, subject::Subject};
use crate::suite::{Depth, Digest, Failure, Tally};

/// A row: its name, its description, and its checks.
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) about: &'static str,
    /// The minimum number of results to compare, at any depth.
    pub(super) minimum: u64,
    pub(super) run: Run,
}

/// Runs the checks of a row.
pub(super) type Run = fn(&Reference, Depth, &mut Checker<'_>);

/// Compares the results of a subject with those of the reference.
pub(super) struct Checker<'a> {
    reference: &'a Reference,
    subject: &'a dyn Subject,
    max_failures: usize,
    pub(super) tally: Tally,
}

impl<'a> Checker<'a> {
    pub(super) fn new(reference: &'a Reference, subject: &'a dyn Subject, max_failures: usize) -> Self {
        Self { reference, subject, max_failures: max_failures.max(1), tally: Tally::default() }
    }

    /// Checks the verdict on these bytes.
    pub(super) fn verdict(&mut self, bytes: &[u8]) {
        self.compare(|subject| subject.validate(bytes), "validate", || format!("{bytes:02X?}"));
    }

    /// Checks every operation on these bytes.
    pub(super) fn check(&mut self, bytes: &[u8]) {
        self.verdict(bytes);
        self.compare(|subject| subject.decode(bytes), "decode", || format!("{bytes:02X?}"));
        self.compare(|subject| subject.to_utf8(bytes), "to UTF-8", || format!("{bytes:02X?}"));
        // And back: valid text has exactly one encoding in the form.
        if let Ok(text) = self.reference.to_utf8(bytes) {
            self.compare(|subject| subject.of_utf8(&text), "from UTF-8", || format!("{text:?}"));
        }
    }

    /// Checks every operation on a value.
    pub(super) fn value(&mut self, value: u32) {
        self.compare(|subject| subject.encode(value), "encode", || format!("{value:X}"));
        if let Some(bytes) = self.reference.encode(value) {
            self.check(&bytes);
        }
    }

    fn compare<T: PartialEq + Debug + Hash>(
        &mut self,
        call: impl Fn(&dyn Subject) -> T,
        what: &str,
        input: impl Fn() -> String,
    ) {
        let Tally { cases, digest, failures } = &mut self.tally;
        if failures.len() >= self.max_failures {
            return;
        }
        *cases += 1;
        let expected = call(self.reference);
        let got = call(self.subject);
        *digest = Digest::of(*digest, &got);
        if got != expected {
            let (expected, got) = (format!("{expected:?}"), format!("{got:?}"));
            failures.push((0, Failure { what: what.to_owned(), input: input(), expected, got }));
        }
    }
}
