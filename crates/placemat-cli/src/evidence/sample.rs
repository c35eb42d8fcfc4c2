//! The bytes around the first errors of an input, from which its encoding is guessed.

use crate::text::count;

/// The number of bytes before the first error: 64, and one more so that the start can be even.
pub(crate) const BEFORE: usize = 65;

/// The number of bytes that are inspected.
pub(crate) const NEAR: usize = 16 << 10;

/// The bytes from shortly before the first error on. The contents depend only on the input, not on how it was read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sample {
    /// Its start; `None` before the first error. It is the start of the input or an even offset, at least 64 bytes
    /// before the error.
    pub(crate) start: Option<u64>,
    bytes: Vec<u8>,
    /// Whether the sample extends to the end of the input.
    to_end: bool,
    /// Whether everything before the first error is ASCII.
    after_ascii: bool,
}

impl Sample {
    /// The bytes around the first errors, and whether the input ends after them.
    pub(crate) fn near(&self) -> (&[u8], bool) {
        let len = self.bytes.len().min(NEAR);
        (&self.bytes[..len], self.to_end && len == self.bytes.len())
    }

    /// The whole input, except for leading ASCII; `None` if the sample is shorter.
    pub(crate) fn all(&self) -> Option<&[u8]> {
        (self.to_end && self.follows_ascii()).then_some(&self.bytes)
    }

    /// Whether everything before it is ASCII.
    pub(crate) fn follows_ascii(&self) -> bool {
        self.start == Some(0) || self.after_ascii
    }

    /// Starts the sample, if this is the first error.
    pub(crate) fn begin(&mut self, error: u64, after_ascii: bool) {
        if self.start.is_none() {
            self.start = Some(error.saturating_sub(count(BEFORE - 1)) & !1);
            self.after_ascii = after_ascii;
        }
    }

    /// Appends the needed part of `bytes`, which begin at `base` in the input, up to a total length of `most`.
    pub(crate) fn extend(&mut self, base: u64, bytes: &[u8], most: usize, end: bool) {
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
