//! A block of UTF-8 to UTF-32: the places of its units are computed as in [`block`](super::block), and the lower half
//! of each unit as in [`lanes`](super::lanes). But here a four-byte character is one unit, with an upper half.

use core::arch::aarch64::{
    uint8x16_t, vand_u8, vcreate_u8, vget_low_u16, vmaxvq_u8, vmovl_high_u16, vmovl_u16, vqtbl1q_u8,
    vreinterpretq_u16_u8, vst1q_u8, vst1q_u32,
};

use placemat_simd::{
    BLOCK, Narrow, Simd,
    convert::{SHUFFLE_TABLE, Window, Words, interleave, vectors},
};

use crate::Neon;

/// Vectors in a block.
const VECTORS: usize = BLOCK / Neon::LANES;

/// [`NarrowUtf32::decode_block`](placemat_simd::convert::NarrowUtf32::decode_block).
#[inline(always)]
pub(super) fn decode_block(simd: Neon, window: &Window, bytes: u64, dst: &mut [u32; BLOCK]) -> usize {
    let mut largest = simd.splat(0);
    for nth in 0..VECTORS {
        largest = simd.max(largest, simd.load(window, nth * Neon::LANES));
    }
    // SAFETY: the token exists.
    if unsafe { vmaxvq_u8(largest) } < 0xF0 {
        units::<false>(simd, window, bytes, dst)
    } else {
        units::<true>(simd, window, bytes, dst)
    }
}

/// Writes the units of a block. `FOUR` says whether there may be four-byte characters.
#[inline(always)]
fn units<const FOUR: bool>(simd: Neon, window: &Window, bytes: u64, dst: &mut [u32; BLOCK]) -> usize {
    let mut masks = [simd.splat(0); VECTORS];
    for (nth, mask) in masks.iter_mut().enumerate() {
        let [b0, ..] = vectors(simd, window, nth * Neon::LANES);
        *mask = simd.ends(b0);
    }
    // SAFETY: the token exists.
    let bytes = unsafe { vcreate_u8(bytes.to_le()) };
    // SAFETY: the token exists.
    let sets = unsafe { vand_u8(simd.sets(masks), bytes) };
    let (rows, counts) = (simd.number(sets), simd.counts(sets));
    // Number of units in these eight lanes and all before them: at most 64, so no sum carries.
    let ends = counts.wrapping_mul(0x0101_0101_0101_0101);
    let starts = ends << 8;
    for nth in 0..VECTORS {
        let (low, high, top) = halves::<FOUR>(simd, vectors(simd, window, nth * Neon::LANES));
        let lower = interleave(simd, low, high);
        let upper = interleave(simd, top, simd.splat(0));
        for (half, (lower, upper)) in lower.into_iter().zip(upper).enumerate() {
            let shift = 8 * (2 * nth + half);
            let row = simd.whole(&SHUFFLE_TABLE[(rows >> shift & 0xFF) as usize]);
            let lower = simd.moved(lower, row);
            // The eight lanes before have at most 56 units.
            let Some(dst) = dst[(starts >> shift & 0x3F) as usize..].first_chunk_mut() else { return 0 };
            if FOUR {
                simd.store_both(lower, simd.moved(upper, row), dst);
            } else {
                simd.store_lower(lower, dst);
            }
        }
    }
    (ends >> 56) as usize
}

/// The two bytes of each unit's lower half, and the lower byte of its upper half.
#[inline(always)]
fn halves<const FOUR: bool>(
    simd: Neon,
    [b0, b1, b2, b3, b4]: [uint8x16_t; 5],
) -> (uint8x16_t, uint8x16_t, uint8x16_t) {
    let lanes = simd.three([b0, b1, b2, b3]);
    if !FOUR {
        return (lanes.low, lanes.high, simd.splat(0));
    }
    let is_four = simd.is_four(b4);
    // The upper nibble comes from b3, the rest is as for three bytes.
    let high = simd.choose(is_four, simd.insert::<4>(lanes.high, b3), lanes.high);
    let top = simd.insert::<2>(simd.down::<4>(b3), simd.and(b4, simd.splat(0x07)));
    (lanes.low, high, simd.and(is_four, top))
}

impl Neon {
    /// The units that the row selects, in its order.
    #[inline(always)]
    fn moved(self, units: uint8x16_t, row: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token exists.
        unsafe { vqtbl1q_u8(units, row) }
    }

    /// Stores units whose upper halves are 0.
    #[inline(always)]
    fn store_lower(self, lower: uint8x16_t, dst: &mut [u32; 8]) {
        let (front, back) = dst.split_at_mut(4);
        // SAFETY: the token exists.
        let lower = unsafe { vreinterpretq_u16_u8(lower) };
        // SAFETY: the token exists.
        let first = unsafe { vget_low_u16(lower) };
        // SAFETY: the token exists.
        let units = unsafe { vmovl_u16(first) };
        // SAFETY: the token exists, and the destination has the 4 units that are stored.
        unsafe { vst1q_u32(front.as_mut_ptr(), units) };
        // SAFETY: the token exists.
        let units = unsafe { vmovl_high_u16(lower) };
        // SAFETY: the token exists, and the destination has the 4 units that are stored.
        unsafe { vst1q_u32(back.as_mut_ptr(), units) };
    }

    /// Stores units, given their halves.
    #[inline(always)]
    fn store_both(self, lower: uint8x16_t, upper: uint8x16_t, dst: &mut [u32; 8]) {
        // The halves of a unit in native order.
        let (first, second) = if cfg!(target_endian = "little") { (lower, upper) } else { (upper, lower) };
        for (units, dst) in self.zip_words(first, second).into_iter().zip(dst.as_chunks_mut::<4>().0) {
            // SAFETY: the token exists, and 4 units are the sixteen bytes that are stored.
            unsafe { vst1q_u8(dst.as_mut_ptr().cast(), units) };
        }
    }
}
