//! Shuffles within a vector.

use core::arch::wasm32::{i8x16_shuffle, i8x16_swizzle, v128, v128_store};

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

    #[inline(always)]
    fn store(self, bytes: v128, dst: &mut [u8; 16]) {
        // SAFETY: the destination has the sixteen bytes that are stored, and a store need not be aligned.
        unsafe { v128_store(dst.as_mut_ptr().cast(), bytes) };
    }
}
