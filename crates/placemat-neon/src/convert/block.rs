//! A block at once: the movemasks of its four vectors become one number, and one multiplication computes where the
//! units of each eight lanes go. Vector by vector, the masks alone would take a quarter of the instructions.

use core::arch::aarch64::{
    int8x16_t, uint8x8_t, uint8x16_t, vcnt_u8, vget_lane_u64, vget_low_u8, vld1q_s8, vmov_n_u8, vpaddq_u8,
    vreinterpret_u64_u8, vshlq_u8, vsub_u8,
};

use placemat_simd::{
    BLOCK, Simd,
    convert::{BEFORE, BlockDst, Four, Lanes, SHUFFLE_TABLE, Window, Words, interleave, vectors},
    validate::Step,
};

use crate::Neon;

/// Vectors in a block.
const VECTORS: usize = BLOCK / Neon::LANES;

/// [`Compress::block`](placemat_simd::convert::Compress::block).
#[inline(always)]
pub(super) fn block<M: Step<Neon>>(
    simd: Neon,
    (step, mut acc): (M, M::Acc),
    window: &Window,
    four: Four,
    dst: &mut BlockDst,
) -> (M::Acc, usize) {
    let is_three = four == Four::Never;
    // If most blocks are ASCII, the caller has checked. Otherwise the check pays off too: other blocks take four
    // times as long.
    if four != Four::Rarely && is_ascii(simd, window) {
        for (nth, dst) in dst.as_chunks_mut().0.iter_mut().enumerate() {
            simd.widen_sixteen(simd.load(window, BEFORE + nth * Neon::LANES), dst);
        }
        return (acc, BLOCK);
    }
    let mut masks = [simd.splat(0); VECTORS];
    for (nth, mask) in masks.iter_mut().enumerate() {
        let [b0, _, _, b3, _] = vectors(simd, window, nth * Neon::LANES);
        *mask = if is_three { simd.ends(b0) } else { simd.or(simd.ends(b0), simd.is_four(b3)) };
    }
    let sets = simd.sets(masks);
    let (rows, counts) = (simd.number(sets), simd.counts(sets));
    // Number of units in these eight lanes and all before them: at most 64, so no sum carries.
    let ends = counts.wrapping_mul(0x0101_0101_0101_0101);
    let starts = ends << 8;
    for nth in 0..VECTORS {
        let b = vectors(simd, window, nth * Neon::LANES);
        let [b0, b1, b2, b3, _] = b;
        acc = step.step(simd, acc, [b0, b1, b2, b3]);
        let Lanes { low, high, .. } =
            if is_three { simd.three([b0, b1, b2, b3]) } else { simd.three_or_four(b) };
        for (half, units) in interleave(simd, low, high).into_iter().enumerate() {
            let shift = 8 * (2 * nth + half);
            let row = (rows >> shift & 0xFF) as usize;
            // The eight lanes before have at most 56 units. The mask lets the compiler drop the bounds check.
            let start = (starts >> shift & 0x3F) as usize;
            if let Some(dst) = dst[start..].first_chunk_mut::<8>() {
                simd.store_shuffled(units, &SHUFFLE_TABLE[row], dst);
            }
        }
    }
    (acc, (ends >> 56) as usize)
}

/// Whether the block and the byte after it are ASCII. If so, the block before has validated all there is to validate,
/// and each byte is a unit.
#[inline(always)]
fn is_ascii(simd: Neon, window: &Window) -> bool {
    let mut any = simd.splat(0);
    for nth in 0..VECTORS {
        any = simd.or(any, simd.load(window, BEFORE + 1 + nth * Neon::LANES));
    }
    !simd.any_high_bit(any) && window[BEFORE] < 0x80
}

impl Neon {
    /// The movemask of four masks, whose lanes must be 00 or FF, with a byte for every eight lanes.
    #[inline(always)]
    pub(super) fn sets(self, [a, b, c, d]: [uint8x16_t; VECTORS]) -> uint8x8_t {
        let [a, b, c, d] = [self.weighted(a), self.weighted(b), self.weighted(c), self.weighted(d)];
        let all = self.sums(self.sums(a, b), self.sums(c, d));
        self.negated(self.sums(all, all))
    }

    /// The sums of neighbours modulo 100.
    #[inline(always)]
    pub(super) fn sums(self, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token exists.
        unsafe { vpaddq_u8(a, b) }
    }

    /// 0 minus each byte of the lower half.
    #[inline(always)]
    pub(super) fn negated(self, bytes: uint8x16_t) -> uint8x8_t {
        // SAFETY: the token exists.
        let low = unsafe { vget_low_u8(bytes) };
        // SAFETY: the token exists.
        let zeros = unsafe { vmov_n_u8(0) };
        // SAFETY: the token exists.
        unsafe { vsub_u8(zeros, low) }
    }

    /// FF shifted left by the lane's index among its eight: minus the bit of the lane. (With one bit per lane,
    /// compilers see that the additions do not carry, turn them into `or`, and miss the instruction for pairwise
    /// additions.)
    #[inline(always)]
    fn weighted(self, mask: uint8x16_t) -> uint8x16_t {
        self.up(mask, &[0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7])
    }

    /// Shifts each byte left.
    #[inline(always)]
    pub(super) fn up(self, bytes: uint8x16_t, places: &[i8; 16]) -> uint8x16_t {
        // SAFETY: the sixteen bytes are in bounds.
        let places: int8x16_t = unsafe { vld1q_s8(places.as_ptr()) };
        // SAFETY: the token exists.
        unsafe { vshlq_u8(bytes, places) }
    }

    /// The population count of each byte.
    #[inline(always)]
    pub(super) fn counts(self, sets: uint8x8_t) -> u64 {
        // SAFETY: the token exists.
        self.number(unsafe { vcnt_u8(sets) })
    }

    /// The bytes as a little-endian number.
    #[inline(always)]
    pub(super) fn number(self, bytes: uint8x8_t) -> u64 {
        // SAFETY: the token exists.
        let number = unsafe { vreinterpret_u64_u8(bytes) };
        // SAFETY: the token exists.
        u64::from_le(unsafe { vget_lane_u64::<0>(number) })
    }
}
