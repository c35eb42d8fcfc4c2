//! Shuffles within a vector.

use core::arch::aarch64::{uint8x16_t, vqtbl1q_u8, vzip1q_u8, vzip2q_u8};

use placemat_simd::convert::Shuffle;

use crate::Neon;

impl Shuffle for Neon {
    #[inline(always)]
    fn shuffle(self, bytes: uint8x16_t, index: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token exists.
        unsafe { vqtbl1q_u8(bytes, index) }
    }

    #[inline(always)]
    fn interleave(self, a: uint8x16_t, b: uint8x16_t) -> [uint8x16_t; 2] {
        // SAFETY: the token exists.
        let lower = unsafe { vzip1q_u8(a, b) };
        // SAFETY: the token exists.
        let upper = unsafe { vzip2q_u8(a, b) };
        [lower, upper]
    }
}
