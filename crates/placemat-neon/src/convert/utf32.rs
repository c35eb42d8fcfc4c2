//! UTF-8 to UTF-32 and back. The places of a block's units are computed as in [`block`](super::block), and the lower
//! half of each unit as in [`utf8_to_utf16`](super::utf8_to_utf16). But here a four-byte character is one unit, with
//! an upper half.

use core::arch::aarch64::{
    uint8x8_t, vand_u8, vcreate_u8, vget_low_u16, vmovl_high_u16, vmovl_u16, vreinterpretq_u8_u32,
    vreinterpretq_u16_u8 as words,
};

use placemat_simd::convert::{Frame, SHUFFLE_TABLE, Words, interleave, vectors};
use placemat_simd::{BLOCK, Simd};

use super::block::{Places, VECTORS};
use crate::{Neon, token::operations, vectors::V};

/// Writes the units of a block. `FOUR` says whether there may be four-byte characters.
#[inline(always)]
pub(super) fn decode<const FOUR: bool>(
    simd: Neon, frame: &Frame, bytes: u64, dst: &mut [u32; BLOCK],
) -> usize {
    let mut masks = [simd.splat(0); VECTORS];
    for (nth, mask) in masks.iter_mut().enumerate() {
        let [b0, ..] = vectors(simd, frame, nth * Neon::LANES);
        *mask = simd.ends(b0);
    }
    let places = Places::of(simd, simd.among(simd.sets(masks), bytes));
    for nth in 0..VECTORS {
        let (low, high, top) = unit_bytes::<FOUR>(simd, vectors(simd, frame, nth * Neon::LANES));
        let lower = interleave(simd, low, high);
        let upper = interleave(simd, top, simd.splat(0));
        for (half, (lower, upper)) in lower.into_iter().zip(upper).enumerate() {
            let (set, start) = places.nth(2 * nth + half);
            let row = simd.load(&SHUFFLE_TABLE[set], 0);
            let lower = simd.shuffle(lower, row);
            // The eight lanes before have at most 56 units.
            let Some(dst) = dst[start..].first_chunk_mut() else { return 0 };
            if FOUR {
                simd.store_both(lower, simd.shuffle(upper, row), dst);
            } else {
                simd.store_lower(lower, dst);
            }
        }
    }
    places.units()
}

/// The two bytes of each unit's lower half, and the lower byte of its upper half.
#[inline(always)]
fn unit_bytes<const FOUR: bool>(simd: Neon, [b0, b1, b2, b3, b4]: [V; 5]) -> (V, V, V) {
    let lanes = simd.three([b0, b1, b2, b3]);
    if !FOUR {
        return (lanes.low, lanes.high, simd.splat(0));
    }
    let is_four = simd.is_four(b4);
    // The upper nibble comes from b3, the rest is as for three bytes.
    let high = simd.select(is_four, simd.insert::<4>(lanes.high, b3), lanes.high);
    let top = simd.insert::<2>(simd.shift_bytes_down::<4>(b3), simd.and(b4, simd.splat(0x07)));
    (lanes.low, high, simd.and(is_four, top))
}

impl Neon {
    /// Stores units whose upper halves are 0.
    #[inline(always)]
    fn store_lower(self, lower: V, dst: &mut [u32; 8]) {
        let [front, back] = self.widen_words(lower);
        self.store(front, dst, 0);
        self.store(back, dst, 4);
    }

    /// Stores units, given their halves.
    #[inline(always)]
    fn store_both(self, lower: V, upper: V, dst: &mut [u32; 8]) {
        // The halves of a unit in native order.
        let (first, second) = if cfg!(target_endian = "little") { (lower, upper) } else { (upper, lower) };
        for (nth, units) in self.zip_words(first, second).into_iter().enumerate() {
            self.store(units, dst, 4 * nth);
        }
    }

    operations! {
        /// The lanes of the sets that are also in `lanes`.
        fn among(sets: uint8x8_t, lanes: u64) -> uint8x8_t { vand_u8(sets, vcreate_u8(lanes.to_le())) }

        /// Each word as a number.
        fn widen_words(a: V) -> [V; 2] {
            let a = words(a);
            [vmovl_u16(vget_low_u16(a)), vmovl_high_u16(a)].map(|numbers| vreinterpretq_u8_u32(numbers))
        }
    }
}
