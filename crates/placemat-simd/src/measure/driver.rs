use super::Measure;
use crate::{BLOCK, Unit, to_line};

/// A length: what the lanes count of a block, and what that says.
pub(super) trait Column<K: Measure> {
    /// The units of the text.
    type Unit: Unit;

    /// The most that a block adds to a lane.
    const MAX_PER_BLOCK: usize;

    /// The length of less than a block, without vectors.
    fn few(units: &[Self::Unit]) -> usize;

    /// What is from here on, up to a block, and zeros before or after it. `None` where a loop is as fast.
    #[inline(always)]
    fn block(_kernel: K, _units: &[Self::Unit], _from: usize) -> Option<[Self::Unit; BLOCK]> {
        None
    }

    /// What the lanes count after one more block.
    fn count(kernel: K, counts: K::V, block: &[Self::Unit; BLOCK]) -> K::V;

    /// The length of so many units, given what all lanes have counted. A unit that is 0 has length 1.
    fn length(units: usize, counted: usize) -> usize;
}

/// Blocks that are counted side by side, each in lanes of its own: to wait for the count before it would take
/// longer than the comparison.
const SIDE_BY_SIDE: usize = 4;

/// Four blocks.
const FOUR: usize = 4 * BLOCK;

/// From so many blocks on, loads begin where lines do, if what is before can be loaded by itself: a load of a whole line
/// that reaches into the next one takes as long as two.
const ALIGN_MIN_BLOCKS: usize = 256;

/// How long `units` are.
#[inline(always)]
pub(super) fn measure<K: Measure, C: Column<K>>(kernel: K, units: &[C::Unit]) -> usize {
    if let Some(length) = short::<K, C>(kernel, units) {
        return length;
    }
    let (mut blocks, mut rest) = units.as_chunks::<BLOCK>();
    let (mut counted, mut zeros) = (0, 0);
    if blocks.len() >= ALIGN_MIN_BLOCKS
        && let Some(head) = kernel.padded(&units[..to_line(units)])
    {
        (blocks, rest) = units[to_line(units)..].as_chunks();
        zeros = BLOCK - to_line(units);
        counted = kernel.total(C::count(kernel, kernel.splat(0), &head));
    }
    // Where the rest can be loaded with zeros after it, the first lanes begin with what it counts.
    let mut first = kernel.splat(0);
    let padded = kernel.padded(rest);
    if let Some(last) = &padded {
        first = C::count(kernel, first, last);
        zeros += BLOCK - rest.len();
    }
    // As many blocks as a lane of eight bits can count beside the rest, but only whole groups of `SIDE_BY_SIDE`.
    for group in blocks.chunks(const { (255 / C::MAX_PER_BLOCK - 1) / SIDE_BY_SIDE * SIDE_BY_SIDE }) {
        let mut counts = [kernel.splat(0); SIDE_BY_SIDE];
        counts[0] = first;
        first = kernel.splat(0);
        let (fours, blocks) = group.as_chunks::<SIDE_BY_SIDE>();
        for [a, b, c, d] in fours {
            counts[0] = C::count(kernel, counts[0], a);
            counts[1] = C::count(kernel, counts[1], b);
            counts[2] = C::count(kernel, counts[2], c);
            counts[3] = C::count(kernel, counts[3], d);
        }
        for block in blocks {
            counts[0] = C::count(kernel, counts[0], block);
        }
        let [a, b, c, d] = counts;
        counted += kernel.total(kernel.add(kernel.add(a, b), kernel.add(c, d)));
    }
    if padded.is_some() {
        return C::length(units.len() + zeros, counted) - zeros;
    }
    let length = C::length(units.len() - rest.len(), counted);
    if rest.is_empty() { length } else { length + C::few(rest) }
}

/// How long up to a block is, and up to four of bytes, if they can be loaded with zeros beside them. What is not there
/// is counted all the same: a loop whose end cannot be predicted would take longer.
#[inline(always)]
fn short<K: Measure, C: Column<K>>(kernel: K, units: &[C::Unit]) -> Option<usize> {
    if units.len() <= BLOCK {
        blocks::<K, C, 1>(kernel, units)
    } else if units.len() <= FOUR {
        blocks::<K, C, 4>(kernel, units)
    } else {
        None
    }
}

/// Up to so many blocks.
#[inline(always)]
fn blocks<K: Measure, C: Column<K>, const N: usize>(kernel: K, units: &[C::Unit]) -> Option<usize> {
    let mut counts = kernel.splat(0);
    let mut nth = 0;
    while nth < N {
        let block = if N == 1 { kernel.padded(units)? } else { C::block(kernel, units, nth * BLOCK)? };
        counts = C::count(kernel, counts, &block);
        nth += 1;
    }
    let zeros = N * BLOCK - units.len();
    Some(C::length(N * BLOCK, kernel.total(counts)) - zeros)
}
