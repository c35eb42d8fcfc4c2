//! The measuring kernels.

use core::arch::wasm32::{
    i8x16_gt, i8x16_splat, i32x4_gt, i32x4_splat, u8x16_eq, u8x16_narrow_i16x8, u8x16_splat, u8x16_sub,
    u16x8_extadd_pairwise_u8x16, u16x8_shr, u32x4_extadd_pairwise_u16x8, u32x4_extract_lane, u32x4_sub,
};

use placemat_simd::{BLOCK, Simd, measure::Measure};

use crate::token::{family, operations};
use crate::{Wasm, vectors::V};

family! { measuring }

impl Measure for Wasm {
    #[inline(always)]
    fn split_units(self, block: &[u16; BLOCK], at: usize) -> [V; 2] {
        self.narrow(self.load(block, at), self.load(block, at + Self::LANES / 2))
    }

    // True is -1.
    operations! {
        fn count_above(counts: V, bytes: V, bound: i8) -> V { u8x16_sub(counts, i8x16_gt(bytes, i8x16_splat(bound))) }
        fn count_equal(counts: V, bytes: V, byte: u8) -> V { u8x16_sub(counts, u8x16_eq(bytes, u8x16_splat(byte))) }

        fn count_numbers_above(counts: V, numbers: V, bound: i32) -> V {
            u32x4_sub(counts, i32x4_gt(numbers, i32x4_splat(bound)))
        }

        fn total(counts: V) -> usize {
            let sums = u32x4_extadd_pairwise_u16x8(u16x8_extadd_pairwise_u8x16(counts));
            let low = u32x4_extract_lane::<0>(sums) + u32x4_extract_lane::<1>(sums);
            let high = u32x4_extract_lane::<2>(sums) + u32x4_extract_lane::<3>(sums);
            (low + high) as usize
        }
    }
}

impl Wasm {
    operations! {
        /// The upper byte of each word; and each word narrowed as a signed number with saturation, so that 80..7FFF
        /// become 80..FF.
        fn narrow(front: V, back: V) -> [V; 2] {
            let upper = u8x16_narrow_i16x8(u16x8_shr(front, 8), u16x8_shr(back, 8));
            [upper, u8x16_narrow_i16x8(front, back)]
        }
    }
}
