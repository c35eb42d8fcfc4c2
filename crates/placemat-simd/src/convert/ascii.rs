//! Whether to check the blocks of a chunk for ASCII: a branch per block is slow where ASCII comes and goes.

use super::chunk::CHUNK;
use crate::BLOCK;

/// The number of blocks of a chunk that are sampled.
const PROBES: usize = 4;

/// The number of ASCII samples in mostly ASCII text.
const MOSTLY_ASCII: usize = 3;

/// Whether most of the sampled blocks of the chunk are ASCII.
#[inline(always)]
pub(super) fn is_mostly_ascii(chunk: &[u8; CHUNK], is_ascii: impl Fn(&[u8; BLOCK]) -> bool) -> bool {
    ascii_blocks(chunk, is_ascii) >= MOSTLY_ASCII
}

/// How much of a chunk is likely to be ASCII.
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
    /// The maximum number of non-ASCII characters in a chunk whose blocks are mostly ASCII.
    const SPARSE: usize = 2;

    /// Estimates by sampling.
    #[inline(always)]
    pub(super) fn of(chunk: &[u8; CHUNK], is_ascii: impl Fn(&[u8; BLOCK]) -> bool) -> Self {
        match ascii_blocks(chunk, is_ascii) {
            PROBES => Self::All,
            few if few < MOSTLY_ASCII => Self::Few,
            _ => Self::Some,
        }
    }

    /// Estimates from the number of non-ASCII characters in the chunk before.
    #[inline(always)]
    pub(super) fn after(others: usize) -> Self {
        match others {
            0 => Self::All,
            1..=Self::SPARSE => Self::Some,
            _ => Self::Few,
        }
    }
}

/// How many of [`PROBES`] blocks of the chunk are ASCII.
#[inline(always)]
fn ascii_blocks(chunk: &[u8; CHUNK], is_ascii: impl Fn(&[u8; BLOCK]) -> bool) -> usize {
    const AT: [usize; PROBES] = [0, 5, 10, 15];
    let (blocks, _) = chunk.as_chunks::<BLOCK>();
    AT.iter().filter(|block| is_ascii(&blocks[**block])).count()
}
