//! Whether to check blocks for ASCII.

use crate::BLOCK;

/// Bytes in a stretch, for which the check is switched on or off: a branch per block is slow where ASCII comes and
/// goes.
pub(super) const STRETCH: usize = 16 * BLOCK;

/// The number of blocks of a stretch that are sampled.
const PROBES: usize = 4;

/// The number of ASCII samples in mostly ASCII text.
const MOSTLY_ASCII: usize = 3;

/// Whether most of the sampled blocks of the stretch are ASCII.
#[inline(always)]
pub(super) fn is_mostly_ascii(stretch: &[u8; STRETCH], is_ascii: impl Fn(&[u8; BLOCK]) -> bool) -> bool {
    ascii_blocks(stretch, is_ascii) >= MOSTLY_ASCII
}

/// How much of a stretch is likely to be ASCII.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Share {
    /// All of it, or much of it with more to follow: copy up to the first non-ASCII byte.
    All,
    /// Some or most of its blocks: check each.
    Some,
    /// Few blocks, or so few that checking each costs more than it saves.
    Few,
}

impl Share {
    /// The maximum number of non-ASCII characters in a stretch whose blocks are mostly ASCII.
    const SPARSE: usize = 2;

    /// Estimates by sampling.
    #[inline(always)]
    pub(super) fn of(stretch: &[u8; STRETCH], is_ascii: impl Fn(&[u8; BLOCK]) -> bool) -> Self {
        match ascii_blocks(stretch, is_ascii) {
            PROBES => Self::All,
            few if few < MOSTLY_ASCII => Self::Few,
            _ => Self::Some,
        }
    }

    /// Estimates from the number of non-ASCII characters in the stretch before.
    #[inline(always)]
    pub(super) fn after(others: usize) -> Self {
        match others {
            0 => Self::All,
            1..=Self::SPARSE => Self::Some,
            _ => Self::Few,
        }
    }
}

/// How many of [`PROBES`] blocks of the stretch are ASCII.
#[inline(always)]
fn ascii_blocks(stretch: &[u8; STRETCH], is_ascii: impl Fn(&[u8; BLOCK]) -> bool) -> usize {
    const AT: [usize; PROBES] = [0, 5, 10, 15];
    let (blocks, _) = stretch.as_chunks::<BLOCK>();
    AT.iter().filter(|block| is_ascii(&blocks[**block])).count()
}
