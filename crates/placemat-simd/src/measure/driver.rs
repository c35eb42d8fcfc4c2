//! The loop over the text: lanes of bytes that are summed up before they can overflow.
//!
//! ```text
//! where bits are counted, up to 64 bytes and from 257 on: up to four masked blocks, then groups of four
//! up to 64 units, or 256 bytes:  masked or overlapping loads, zeros after the end: no loop, no branch on the length
//! else
//!     from 256 blocks on:  the units before the next cache line by themselves, with zeros
//!     first = the counts of the rest, with zeros
//!     for each group of as many blocks as a lane can count:
//!         counts = [first, 0, 0, 0]; first = 0
//!         for each four blocks:  counts[n] = count(counts[n], block n)
//!         sum += total(counts)
//! length(units + zeros, sum) - zeros
//! ```
//!
//! - **Four counters**: with one, each addition would wait for the one before.
//! - **Zeros** have length 1 in every encoding, so they may be counted and subtracted: a mask costs less than a loop whose
//!   end is unpredictable. Backends without partial loads measure the rest by scalar code.
//! - **`total`** (`vpsadbw` on x86) is slow beside an addition of lanes, so it runs once per group: if a block adds at
//!   most 1 to a lane, once for 252 blocks.

use super::Measure;
use crate::{BLOCK, Unit, to_line};

/// A length: what the lanes count per block, and how to compute the length from that.
pub(super) trait Column<K: Measure> {
    /// The code units of the text.
    type Unit: Unit;

    /// The maximum that a block adds to a lane.
    const MAX_PER_BLOCK: usize;

    /// The length of less than a block, in scalar code.
    const MEASURE_SHORT: fn(&[Self::Unit]) -> usize;

    /// Up to a block of units from `from` on, padded with zeros on either side. `None` where a loop is as fast.
    #[inline(always)]
    fn block(_kernel: K, _units: &[Self::Unit], _from: usize) -> Option<[Self::Unit; BLOCK]> {
        None
    }

    /// The units of a block that count, where it is faster to count bits than to count in lanes.
    #[inline(always)]
    fn bits(_kernel: K, _block: &[Self::Unit; BLOCK]) -> Option<u64> {
        None
    }

    /// Adds one more block to the counts.
    fn count(kernel: K, counts: K::V, block: &[Self::Unit; BLOCK]) -> K::V;

    /// The length of `units` units, given the sum of all lanes. A unit of 0 has length 1.
    fn length(units: usize, counted: usize) -> usize;
}

/// The number of blocks that are counted in parallel, each in lanes of its own: waiting for the previous count would
/// take longer than the comparison.
pub(super) const SIDE_BY_SIDE: usize = 4;

/// Units in four blocks.
pub(super) const FOUR: usize = 4 * BLOCK;

/// From this many blocks on, loads are aligned to cache lines if the units before can be loaded separately: a load of
/// a full line that crosses into the next one takes as long as two.
const ALIGN_MIN_BLOCKS: usize = 256;

/// The length of `units`.
#[inline(always)]
pub(super) fn measure<K: Measure, C: Column<K>>(kernel: K, units: &[C::Unit]) -> usize {
    if let Some(bits) = count_bits::<K, C>(kernel, units) {
        return C::length(units.len(), bits);
    }
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
    // If the rest can be loaded with zero padding, its counts initialise the first lanes.
    let mut first = kernel.splat(0);
    let padded = kernel.padded(rest);
    if let Some(last) = &padded {
        first = C::count(kernel, first, last);
        zeros += BLOCK - rest.len();
    }
    // As many blocks as an 8-bit lane can count besides the rest, in whole groups of `SIDE_BY_SIDE`.
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
    if rest.is_empty() { length } else { length + (C::MEASURE_SHORT)(rest) }
}

/// The number of units that count, if bits are counted.
#[inline(always)]
fn count_bits<K: Measure, C: Column<K>>(kernel: K, units: &[C::Unit]) -> Option<usize> {
    match units.len() {
        ..=BLOCK => return bits_of_part::<K, C>(kernel, units, 0),
        // Lanes are summed up once, bits once for each block.
        len if len <= FOUR => return None,
        _ => {}
    }
    let head = if units.len() < ALIGN_MIN_BLOCKS * BLOCK { 0 } else { to_line(units) };
    let (fours, rest) = units[head..].as_chunks::<FOUR>();
    let mut counted = bits_of_part::<K, C>(kernel, rest, 0)?;
    if rest.len() > BLOCK {
        for nth in 1..4 {
            counted += bits_of_part::<K, C>(kernel, rest, nth)?;
        }
    }
    if head > 0 {
        counted += bits_of_part::<K, C>(kernel, &units[..head], 0)?;
    }
    for four in fours {
        for block in four.as_chunks().0 {
            counted += C::bits(kernel, block)?.count_ones() as usize;
        }
    }
    Some(counted)
}

/// The same for block `nth`, of which all units or some may be missing.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "at most the units of a block")]
fn bits_of_part<K: Measure, C: Column<K>>(kernel: K, units: &[C::Unit], nth: usize) -> Option<usize> {
    let (start, end) = (units.len().min(nth * BLOCK), units.len().min((nth + 1) * BLOCK));
    let block = kernel.padded(&units[start..end])?;
    // The zeros after the units do not count.
    let bits = C::bits(kernel, &block)?.checked_shl((BLOCK - (end - start)) as u32);
    Some(bits.map_or(0, |bits| bits.count_ones() as usize))
}

/// The length of up to a block, or up to four blocks of bytes, if they can be loaded with zero padding. The padding
/// is counted too: a loop with an unpredictable end would take longer.
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

/// The length of up to `N` blocks.
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
