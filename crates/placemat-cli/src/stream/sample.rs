//! What is around the first errors of an input, for a guess at what it is.

use crate::text::count;

/// How many octets before the first error a sample has: 64, and one more so that its start can be even.
pub(super) const BEFORE: usize = 65;

/// How many octets it has, at most.
const MOST: usize = 16 << 10;

/// The octets from a little before the first error on. What it contains depends on the input alone, not on
/// how it was read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sample {
    /// Where it begins; `None` before the first error. The start of the input or an even offset, at least 64
    /// octets before the error.
    start: Option<u64>,
    octets: Vec<u8>,
    /// Whether the input ends where the sample does.
    to_end: bool,
}

impl Sample {
    pub(crate) fn octets(&self) -> &[u8] {
        &self.octets
    }

    /// Whether it has all that it can have.
    pub(super) fn is_full(&self) -> bool {
        self.octets.len() == MOST
    }

    /// Whether the input ends where the sample does.
    pub(crate) fn reaches_end(&self) -> bool {
        self.to_end
    }

    /// Begins, if this is the first error.
    pub(super) fn start(&mut self, error: u64) {
        self.start.get_or_insert(error.saturating_sub(count(BEFORE - 1)) & !1);
    }

    /// Takes what it needs of `octets`, which begin at `base` in the input.
    pub(super) fn extend(&mut self, base: u64, octets: &[u8], end: bool) {
        let Some(start) = self.start else { return };
        let have = self.octets.len();
        let Some(from) = (start + count(have)).checked_sub(base).and_then(|from| usize::try_from(from).ok())
        else {
            return;
        };
        let more = octets.get(from..).unwrap_or(b"");
        self.octets.extend_from_slice(&more[..more.len().min(MOST - have)]);
        self.to_end = end && start + count(self.octets.len()) == base + count(octets.len());
    }
}
