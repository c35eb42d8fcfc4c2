//! Shuffles within a vector.

use core::arch::wasm32::{i8x16_shuffle, i8x16_swizzle, v128};

use placemat_simd::convert::Shuffle;

use crate::Wasm;

impl Shuffle for Wasm {
    #[inline(always)]
    fn shuffle(self, bytes: v128, index: v128) -> v128 {
        i8x16_swizzle(bytes, index)
    }

    #[inline(always)]
    fn interleave(self, a: v128, b: v128) -> [v128; 2] {
        [
            i8x16_shuffle::<0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23>(a, b),
            i8x16_shuffle::<8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31>(a, b),
        ]
    }
}
