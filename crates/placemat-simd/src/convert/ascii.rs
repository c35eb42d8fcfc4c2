//! Whether to look for ASCII, block by block.

use crate::BLOCK;

/// Octets of the stretches for which it is decided whether to look for ASCII: a branch for each block is slow
/// where ASCII comes and goes.
pub(super) const STRETCH: usize = 16 * BLOCK;

/// How many blocks of a stretch are looked at.
pub(super) const PROBES: usize = 4;

/// Whether most of some blocks of the stretch are ASCII.
#[inline(always)]
pub(super) fn is_mostly_ascii(stretch: &[u8; STRETCH], is_ascii: impl Fn(&[u8; BLOCK]) -> bool) -> bool {
    ascii_blocks(stretch, is_ascii) >= 3
}

/// How many of [`PROBES`] blocks of the stretch are ASCII.
#[inline(always)]
pub(super) fn ascii_blocks(stretch: &[u8; STRETCH], is_ascii: impl Fn(&[u8; BLOCK]) -> bool) -> usize {
    const AT: [usize; PROBES] = [0, 5, 10, 15];
    let (blocks, _) = stretch.as_chunks::<BLOCK>();
    AT.iter().filter(|block| is_ascii(&blocks[**block])).count()
}
