//! Ask, compare, count: the rows of a form.

use std::fmt::Debug;

use super::{reading::Reading, subject::Subject};
use crate::depth::Depth;

/// A row: what it is called, what it is about, and its questions.
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) about: &'static str,
    /// How many answers it must compare, at any depth.
    pub(super) minimum: u64,
    pub(super) run: fn(&Reading, Depth, &mut Checker<'_>),
}

/// Compares the answers of a subject with those of the reading.
pub(super) struct Checker<'a> {
    reading: &'a Reading,
    subject: &'a dyn Subject,
    max_failures: usize,
    pub(super) cases: u64,
    pub(super) failures: Vec<String>,
}

impl<'a> Checker<'a> {
    pub(super) fn new(reading: &'a Reading, subject: &'a dyn Subject, max_failures: usize) -> Self {
        Self { reading, subject, max_failures: max_failures.max(1), cases: 0, failures: Vec::new() }
    }

    /// The verdict on these octets.
    pub(super) fn verdict(&mut self, bytes: &[u8]) {
        self.compare(|subject| subject.validate(bytes), || format!("validate {bytes:02X?}"));
    }

    /// Everything that can be asked of octets.
    pub(super) fn ask(&mut self, bytes: &[u8]) {
        self.verdict(bytes);
        self.compare(|subject| subject.decode(bytes), || format!("decode {bytes:02X?}"));
        self.compare(|subject| subject.to_utf8(bytes), || format!("to UTF-8 {bytes:02X?}"));
        // Back again: octets that have one meaning have one form.
        if let Ok(text) = self.reading.to_utf8(bytes) {
            self.compare(|subject| subject.of_utf8(&text), || format!("from UTF-8 {text:?}"));
        }
    }

    /// Everything that can be asked of a value.
    pub(super) fn value(&mut self, value: u32) {
        self.compare(|subject| subject.encode(value), || format!("encode {value:X}"));
        if let Some(octets) = self.reading.encode(value) {
            self.ask(&octets);
        }
    }

    fn compare<T: PartialEq + Debug>(&mut self, ask: impl Fn(&dyn Subject) -> T, what: impl Fn() -> String) {
        if self.failures.len() >= self.max_failures {
            return;
        }
        self.cases += 1;
        let expected = ask(self.reading);
        let got = ask(self.subject);
        if got != expected {
            self.failures.push(format!("{}\n  expected {expected:?}\n  got      {got:?}", what()));
        }
    }
}
