//! The measuring kernels.

use core::arch::aarch64::{
    uint8x8_t, uint8x16_t, uint16x8_t, vaddlvq_u8, vceqq_u8, vcgtq_s32, vcombine_u8, vdupq_n_s32, vqmovn_u16,
    vreinterpretq_s32_u8, vreinterpretq_u8_u32, vreinterpretq_u32_u8, vshrn_n_u16, vsubq_u8, vsubq_u32,
};

use placemat_simd::{BLOCK, Simd, measure::Measure};

use crate::{Neon, token::family};

family! { measuring }

impl Measure for Neon {
    #[inline(always)]
    fn halves(self, block: &[u16; BLOCK], at: usize) -> [uint8x16_t; 2] {
        let front = self.words(self.load(block, at));
        let back = self.words(self.load(block, at + Self::LANES / 2));
        let high = self.join_halves(self.upper(front), self.upper(back));
        [high, self.join_halves(self.narrow(front), self.narrow(back))]
    }

    #[inline(always)]
    fn count_above(self, counts: uint8x16_t, bytes: uint8x16_t, bound: i8) -> uint8x16_t {
        let bound = self.splat(bound.cast_unsigned());
        // True is -1. SAFETY: the token exists.
        unsafe { vsubq_u8(counts, self.less_signed(bound, bytes)) }
    }

    #[inline(always)]
    fn count_equal(self, counts: uint8x16_t, bytes: uint8x16_t, byte: u8) -> uint8x16_t {
        let byte = self.splat(byte);
        // SAFETY: the token exists.
        let equal = unsafe { vceqq_u8(bytes, byte) };
        // SAFETY: the token exists.
        unsafe { vsubq_u8(counts, equal) }
    }

    #[inline(always)]
    fn count_numbers_above(self, counts: uint8x16_t, numbers: uint8x16_t, bound: i32) -> uint8x16_t {
        // SAFETY: the token exists.
        let bound = unsafe { vdupq_n_s32(bound) };
        // SAFETY: the token exists.
        let numbers = unsafe { vreinterpretq_s32_u8(numbers) };
        // SAFETY: the token exists.
        let above = unsafe { vcgtq_s32(numbers, bound) };
        // SAFETY: the token exists.
        let counts = unsafe { vreinterpretq_u32_u8(counts) };
        // SAFETY: the token exists.
        let counts = unsafe { vsubq_u32(counts, above) };
        // SAFETY: the token exists.
        unsafe { vreinterpretq_u8_u32(counts) }
    }

    #[inline(always)]
    fn total(self, counts: uint8x16_t) -> usize {
        // SAFETY: the token exists.
        unsafe { vaddlvq_u8(counts) }.into()
    }
}

impl Neon {
    /// The upper byte of each unit.
    #[inline(always)]
    fn upper(self, units: uint16x8_t) -> uint8x8_t {
        // SAFETY: the token exists.
        unsafe { vshrn_n_u16::<8>(units) }
    }

    /// Narrows words to bytes with saturation: 80 and above become 80..FF.
    #[inline(always)]
    fn narrow(self, units: uint16x8_t) -> uint8x8_t {
        // SAFETY: the token exists.
        unsafe { vqmovn_u16(units) }
    }

    /// Joins two halves of a vector.
    #[inline(always)]
    fn join_halves(self, front: uint8x8_t, back: uint8x8_t) -> uint8x16_t {
        // SAFETY: the token exists.
        unsafe { vcombine_u8(front, back) }
    }
}
