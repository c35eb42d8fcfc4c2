use super::Measure;
use crate::BLOCK;

/// A length: what the lanes count of a block, and what that says.
pub(super) trait Column<K: Measure> {
    /// The units of the text.
    type Unit: Copy + Default;

    /// The most that a block adds to a lane.
    const MOST: usize;

    /// What the lanes count after one more block.
    fn count(kernel: K, counts: K::V, block: &[Self::Unit; BLOCK]) -> K::V;

    /// The length of so many units, given what all lanes have counted. A unit that is 0 has length 1.
    fn length(units: usize, counted: usize) -> usize;
}

/// How long `units` are.
#[inline(always)]
pub(super) fn measure<K: Measure, C: Column<K>>(kernel: K, units: &[C::Unit]) -> usize {
    let (blocks, rest) = units.as_chunks::<BLOCK>();
    let mut counted = 0;
    // As many blocks as a lane of eight bits can count.
    for group in blocks.chunks(const { 255 / C::MOST }) {
        let mut counts = kernel.splat(0);
        for block in group {
            counts = C::count(kernel, counts, block);
        }
        counted += kernel.total(counts);
    }
    if rest.is_empty() {
        return C::length(units.len(), counted);
    }
    let mut last = [C::Unit::default(); BLOCK];
    last[..rest.len()].copy_from_slice(rest);
    counted += kernel.total(C::count(kernel, kernel.splat(0), &last));
    let zeros = BLOCK - rest.len();
    C::length(units.len() + zeros, counted) - zeros
}
