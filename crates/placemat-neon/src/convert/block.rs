//! A block at once: the movemasks of its four vectors become one number, and one multiplication computes where the
//! units of each eight lanes go. Vector by vector, the masks alone would take a quarter of the instructions.
//!
//! ```text
//! masks = FF where a lane writes, four vectors
//! sets  = eight bytes, one bit per lane: each mask shifted to its bit, then three pairwise additions
//! ends  = cnt(sets) * 0101010101010101            each byte: the units up to there
//! for each eight lanes n:  store(dst + byte n of (ends << 8), shuffle(units, SHUFFLE_TABLE[byte n of sets]))
//! ```
//!
//! For example, where the first eight lanes have 8 units, and the next ones 3, 4 and 3:
//!
//! ```text
//! cnt       08  03  04  03  ..
//! ends      08  0B  0F  12  ..
//! starts    00  08  0B  0F  ..
//! ```
//!
//! - **NEON has no movemask**: pairwise additions make one of four vectors as they would of one.
//! - **Places are known before units**: no store waits for the one before, as it would with a count per eight lanes.
//! - **ASCII** is a branch, since other blocks take four times as long.

use core::arch::aarch64::{
    uint8x8_t, vcnt_u8, vget_lane_u64, vget_low_u8, vmov_n_u8, vreinterpret_u64_u8, vsub_u8,
};

use placemat_simd::convert::{
    BEFORE, BlockDst, Four, Frame, Lanes, SHUFFLE_TABLE, interleave, store_shuffled, vectors,
};
use placemat_simd::{BLOCK, Simd, validate::Step};

use crate::{Neon, token::operations, vectors::V};

/// Vectors in a block.
pub(super) const VECTORS: usize = BLOCK / Neon::LANES;

/// Multiplying by this replaces each byte by the sum of itself and all bytes below.
pub(super) const ONES: u64 = 0x0101_0101_0101_0101;

/// [`ToUtf16::block`](placemat_simd::convert::ToUtf16::block).
#[inline(always)]
pub(super) fn block<M: Step<Neon>>(
    simd: Neon, (step, mut acc): (M, M::Acc), frame: &Frame, four: Four, dst: &mut BlockDst,
) -> (M::Acc, usize) {
    let is_three = four == Four::Never;
    // If most blocks are ASCII, the caller has checked. Otherwise the check pays off too: other blocks take four
    // times as long.
    if four != Four::Rarely && is_ascii(simd, frame) {
        for (nth, dst) in dst.as_chunks_mut().0.iter_mut().enumerate() {
            simd.widen_sixteen(simd.load(frame, BEFORE + nth * Neon::LANES), dst);
        }
        return (acc, BLOCK);
    }
    let mut masks = [simd.splat(0); VECTORS];
    for (nth, mask) in masks.iter_mut().enumerate() {
        let [b0, _, _, b3, _] = vectors(simd, frame, nth * Neon::LANES);
        *mask = if is_three { simd.ends(b0) } else { simd.or(simd.ends(b0), simd.is_four(b3)) };
    }
    let places = Places::of(simd, simd.sets(masks));
    for nth in 0..VECTORS {
        let b = vectors(simd, frame, nth * Neon::LANES);
        let [b0, b1, b2, b3, _] = b;
        acc = step.step(simd, acc, [b0, b1, b2, b3]);
        let Lanes { low, high, .. } =
            if is_three { simd.three([b0, b1, b2, b3]) } else { simd.three_or_four(b) };
        for (half, units) in interleave(simd, low, high).into_iter().enumerate() {
            let (set, start) = places.nth(2 * nth + half);
            if let Some(dst) = dst[start..].first_chunk_mut::<8>() {
                store_shuffled(simd, units, &SHUFFLE_TABLE[set], dst);
            }
        }
    }
    (acc, places.units())
}

/// Whether the block and the byte after it are ASCII. If so, the block before has validated all there is to validate,
/// and each byte is a unit.
#[inline(always)]
fn is_ascii(simd: Neon, frame: &Frame) -> bool {
    let mut any = simd.splat(0);
    for nth in 0..VECTORS {
        any = simd.or(any, simd.load(frame, BEFORE + 1 + nth * Neon::LANES));
    }
    !simd.any_high_bit(any) && frame[BEFORE] < 0x80
}

/// Where the units of a block go.
#[derive(Clone, Copy)]
pub(super) struct Places {
    /// The set of lanes that write, a byte for every eight lanes.
    sets: u64,
    /// The number of units in these eight lanes and all before them: at most 64, so no sum carries.
    ends: u64,
}

impl Places {
    #[inline(always)]
    pub(super) fn of(simd: Neon, sets: uint8x8_t) -> Self {
        Self { sets: simd.number(sets), ends: simd.counts(sets).wrapping_mul(ONES) }
    }

    /// The set of the nth eight lanes, and the number of units before them.
    #[inline(always)]
    pub(super) fn nth(self, nth: usize) -> (usize, usize) {
        let (set, start) = (self.sets >> (8 * nth), self.ends << 8 >> (8 * nth));
        // The eight lanes before have at most 56 units. The mask lets the compiler drop the bounds check.
        ((set & 0xFF) as usize, (start & 0x3F) as usize)
    }

    /// The number of units.
    #[inline(always)]
    pub(super) fn units(self) -> usize {
        (self.ends >> 56) as usize
    }
}

impl Neon {
    /// The movemask of four masks, whose lanes must be 00 or FF, with a byte for every eight lanes.
    #[inline(always)]
    pub(super) fn sets(self, masks: [V; VECTORS]) -> uint8x8_t {
        // FF shifted left by the lane's index among its eight: minus the bit of the lane. (With one bit per lane,
        // compilers see that the additions do not carry, turn them into `or`, and miss the instruction for pairwise
        // additions.)
        const INDEX: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7];
        let [a, b, c, d] = masks.map(|mask| self.shift_bytes_by(mask, self.load(&INDEX, 0)));
        let all = self.add_pairwise(self.add_pairwise(a, b), self.add_pairwise(c, d));
        self.negate(self.add_pairwise(all, all))
    }

    operations! {
        /// 0 minus each byte of the lower half.
        pub(super) fn negate(bytes: V) -> uint8x8_t { vsub_u8(vmov_n_u8(0), vget_low_u8(bytes)) }

        /// The population count of each byte, as in [`number`](Self::number).
        pub(super) fn counts(sets: uint8x8_t) -> u64 {
            u64::from_le(vget_lane_u64::<0>(vreinterpret_u64_u8(vcnt_u8(sets))))
        }

        /// The bytes as a little-endian number.
        pub(super) fn number(bytes: uint8x8_t) -> u64 {
            u64::from_le(vget_lane_u64::<0>(vreinterpret_u64_u8(bytes)))
        }
    }
}
