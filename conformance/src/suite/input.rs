//! Inputs of one shape: a sequence between valid texts, at a chosen address.

use super::{
    buffer::Buffer,
    check::{Context, Tester},
    report::Tally,
};
use crate::{
    reference,
    text::{Filler, Text},
};

/// Builds inputs, one at a time, and asks for their verdicts.
pub(super) struct Texts<'a, 'd> {
    buffer: Buffer,
    filler: &'a Filler,
    tester: &'a mut Tester<'d>,
}

impl Context<'_> {
    /// [`each`](Self::each) for a row whose inputs are texts of at most `capacity` bytes.
    pub(super) fn texts(
        &self,
        capacity: usize,
        items: usize,
        body: impl Fn(usize, &mut Texts<'_, '_>) + Sync,
    ) -> Result<Tally, String> {
        let filler = Filler::new(capacity);
        Ok(self.each(items, |item, tester| {
            body(item, &mut Texts { buffer: Buffer::new(capacity), filler: &filler, tester });
        }))
    }
}

impl Texts<'_, '_> {
    /// Asks about `sequence` between these texts, in order. The first byte has this address, modulo 4096.
    pub(super) fn ask(&mut self, name: &str, address: usize, before: &[Text], sequence: &[u8], after: Text) {
        if self.tester.done() {
            return;
        }
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
        self.tester.check(name, bytes, &expected);
    }
}
