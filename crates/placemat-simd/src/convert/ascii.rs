//! Whether to look for ASCII, block by block.

use crate::BLOCK;

/// Octets of the stretches for which it is decided whether to look for ASCII: a branch for each block is slow
/// where ASCII comes and goes.
pub(super) const STRETCH: usize = 16 * BLOCK;

/// Whether most of some blocks of the stretch are ASCII.
#[inline(always)]
pub(super) fn is_mostly_ascii(stretch: &[u8; STRETCH], is_ascii: impl Fn(&[u8; BLOCK]) -> bool) -> bool {
    let (blocks, _) = stretch.as_chunks::<BLOCK>();
    let ascii = [0, 5, 10, 15].iter().filter(|block| is_ascii(&blocks[**block])).count();
    ascii >= 3
}
