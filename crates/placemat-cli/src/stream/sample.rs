//! What is around the first errors of an input, for a guess at what it is.

use crate::text::count;

/// How many bytes before the first error a sample has: 64, and one more so that its start can be even.
pub(super) const BEFORE: usize = 65;

/// How many bytes of it are looked at.
pub(super) const NEAR: usize = 16 << 10;

/// The bytes from a little before the first error on. What it contains depends on the input alone, not on how it
/// was read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sample {
    /// Where it begins; `None` before the first error. The start of the input or an even offset, at least 64
    /// bytes before the error.
    start: Option<u64>,
    bytes: Vec<u8>,
    /// Whether the input ends where the sample does.
    to_end: bool,
    /// Whether all before the first error is ASCII.
    after_ascii: bool,
}

impl Sample {
    /// What is around the first errors, and whether the input ends after it.
    pub(crate) fn near(&self) -> (&[u8], bool) {
        let len = self.bytes.len().min(NEAR);
        (&self.bytes[..len], self.to_end && len == self.bytes.len())
    }

    /// Where it begins.
    pub(crate) fn start(&self) -> u64 {
        self.start.unwrap_or(0)
    }

    /// All of the input, but for ASCII at its start; `None` if the sample does not have it.
    pub(crate) fn all(&self) -> Option<&[u8]> {
        (self.to_end && (self.start == Some(0) || self.after_ascii)).then_some(&self.bytes)
    }

    /// Whether it has all that it can have.
    pub(super) fn is_full(&self, most: usize) -> bool {
        self.bytes.len() >= most
    }

    /// Begins, if this is the first error.
    pub(super) fn begin(&mut self, error: u64, after_ascii: bool) {
        if self.start.is_none() {
            self.start = Some(error.saturating_sub(count(BEFORE - 1)) & !1);
            self.after_ascii = after_ascii;
        }
    }

    /// Takes what it needs of `bytes`, which begin at `base` in the input, up to `most` in all.
    pub(super) fn extend(&mut self, base: u64, bytes: &[u8], most: usize, end: bool) {
        let Some(start) = self.start else { return };
        let have = self.bytes.len();
        let Some(from) = (start + count(have)).checked_sub(base).and_then(|from| usize::try_from(from).ok())
        else {
            return;
        };
        let more = bytes.get(from..).unwrap_or(b"");
        self.bytes.extend_from_slice(&more[..more.len().min(most - have)]);
        self.to_end = end && start + count(self.bytes.len()) == base + count(bytes.len());
    }
}
