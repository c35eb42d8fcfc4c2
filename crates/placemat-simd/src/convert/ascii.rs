//! Whether to look for ASCII, block by block.

use crate::BLOCK;

/// Bytes of the stretches for which it is decided whether to look for ASCII: a branch for each block is slow
/// where ASCII comes and goes.
pub(super) const STRETCH: usize = 16 * BLOCK;

/// How many blocks of a stretch are looked at.
const PROBES: usize = 4;

/// How many of these are ASCII where most are.
const MOSTLY_ASCII: usize = 3;

/// Whether most of some blocks of the stretch are ASCII.
#[inline(always)]
pub(super) fn is_mostly_ascii(stretch: &[u8; STRETCH], is_ascii: impl Fn(&[u8; BLOCK]) -> bool) -> bool {
    ascii_blocks(stretch, is_ascii) >= MOSTLY_ASCII
}

/// How much of a stretch is likely to be ASCII.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Share {
    /// All of it, or much of it and more after it: it is copied until there is something else.
    All,
    /// Some or most of its blocks: each is looked at.
    Some,
    /// Few blocks, or so few that to look at each costs more than it saves.
    Few,
}

impl Share {
    /// The most characters that are not ASCII, of a stretch of which most blocks are.
    const SPARSE: usize = 2;

    /// By some of its blocks.
    #[inline(always)]
    pub(super) fn of(stretch: &[u8; STRETCH], is_ascii: impl Fn(&[u8; BLOCK]) -> bool) -> Self {
        match ascii_blocks(stretch, is_ascii) {
            PROBES => Self::All,
            few if few < MOSTLY_ASCII => Self::Few,
            _ => Self::Some,
        }
    }

    /// After a stretch with so many characters that are not ASCII.
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
