//! The measuring kernels.

use core::arch::wasm32::{
    i8x16_gt, i8x16_splat, i32x4_gt, i32x4_splat, u8x16_eq, u8x16_narrow_i16x8, u8x16_sub,
    u16x8_extadd_pairwise_u8x16, u16x8_shr, u32x4_extadd_pairwise_u16x8, u32x4_extract_lane, u32x4_sub, v128,
};

use placemat_simd::{BLOCK, Simd, measure::Measure};

use crate::{Wasm, token::family};

family! { measuring }

impl Measure for Wasm {
    #[inline(always)]
    fn halves(self, block: &[u16; BLOCK], at: usize) -> [v128; 2] {
        let (front, back) = (self.load(block, at), self.load(block, at + Self::LANES / 2));
        let high = u8x16_narrow_i16x8(u16x8_shr(front, 8), u16x8_shr(back, 8));
        // Narrows signed words with saturation: 80..7FFF become 80..FF.
        [high, u8x16_narrow_i16x8(front, back)]
    }

    #[inline(always)]
    fn count_above(self, counts: v128, bytes: v128, bound: i8) -> v128 {
        // True is -1.
        u8x16_sub(counts, i8x16_gt(bytes, i8x16_splat(bound)))
    }

    #[inline(always)]
    fn count_equal(self, counts: v128, bytes: v128, byte: u8) -> v128 {
        u8x16_sub(counts, u8x16_eq(bytes, self.splat(byte)))
    }

    #[inline(always)]
    fn count_numbers_above(self, counts: v128, numbers: v128, bound: i32) -> v128 {
        u32x4_sub(counts, i32x4_gt(numbers, i32x4_splat(bound)))
    }

    #[inline(always)]
    fn total(self, counts: v128) -> usize {
        let sums = u32x4_extadd_pairwise_u16x8(u16x8_extadd_pairwise_u8x16(counts));
        let low = u32x4_extract_lane::<0>(sums) + u32x4_extract_lane::<1>(sums);
        let high = u32x4_extract_lane::<2>(sums) + u32x4_extract_lane::<3>(sums);
        (low + high) as usize
    }
}
