//! Inputs of one shape: a sequence between valid texts, at a chosen address.

use super::{buffer::Buffer, check::Checker};
use crate::{
    reference,
    text::{Filler, Text},
};

/// An input: texts, a sequence, another text.
#[derive(Clone, Copy)]
pub(super) struct Input<'a> {
    /// What reports call it.
    pub(super) name: &'a str,
    /// The address of the first byte, modulo 4096.
    pub(super) address: usize,
    /// The texts before the sequence, in order.
    pub(super) before: &'a [Text],
    /// The sequence.
    pub(super) sequence: &'a [u8],
    /// The text after the sequence.
    pub(super) after: Text,
}

/// Builds inputs, one at a time, and passes them to a checker.
pub(super) struct Builder<'a> {
    buffer: Buffer,
    filler: &'a Filler,
}

impl<'a> Builder<'a> {
    /// Supports inputs of at most `capacity` bytes.
    pub(super) fn new(capacity: usize, filler: &'a Filler) -> Self {
        Self { buffer: Buffer::new(capacity), filler }
    }

    /// Runs one case.
    pub(super) fn check(&mut self, input: Input<'_>, checker: &mut Checker<'_>) {
        if checker.done() {
            return;
        }
        let Input { name, address, before, sequence, after } = input;
        let from: usize = before.iter().map(|text| text.len).sum();
        let until = from + sequence.len();
        let bytes = self.buffer.at(address, until + after.len);
        let mut at = 0;
        for text in before {
            self.filler.before(text.kind, &mut bytes[at..at + text.len]);
            at += text.len;
        }
        bytes[from..until].copy_from_slice(sequence);
        self.filler.after(after.kind, &mut bytes[until..]);
        let expected = reference::read_between(bytes, from, until);
        checker.check(name, bytes, &expected);
    }
}
