//! The units that lanes write, as in the shared code, but with NEON's shift-and-insert and select instructions.

use core::arch::aarch64::{
    uint8x16_t, vbslq_u8, vcgeq_u8, vcgtq_u8, vcltzq_s8, vreinterpretq_s8_u8, vshlq_n_u8, vshrq_n_u8,
    vsliq_n_u8,
};

use placemat_simd::{Simd, convert::Lanes};

use crate::Neon;

impl Neon {
    /// [`Compress::units_of_three`](placemat_simd::convert::Compress::units_of_three).
    #[inline(always)]
    pub(super) fn three(self, [b0, b1, b2, b3]: [uint8x16_t; 4]) -> Lanes<uint8x16_t> {
        // b2 counts only if b1 is a continuation byte.
        let middle = self.and(b2, self.negative(b1));
        // SAFETY: the token exists.
        let two_bits = unsafe { vshlq_n_u8::<6>(middle) };
        let low = self.or(self.and(b1, self.splat(0x7F)), two_bits);
        let high = self.insert::<4>(self.down::<2>(middle), self.sub_saturating(b3, self.splat(0xE0)));
        Lanes { low, high, writes: self.movemask(self.ends(b0)) }
    }

    /// [`Compress::units`](placemat_simd::convert::Compress::units) without a branch on whether there are pairs.
    #[inline(always)]
    pub(super) fn three_or_four(self, [b0, b1, b2, b3, b4]: [uint8x16_t; 5]) -> Lanes<uint8x16_t> {
        let lanes = self.three([b0, b1, b2, b3]);
        let (is_high, is_low) = (self.is_four(b3), self.is_four(b4));
        // The value of the high surrogate is vvv wwwwwwzz, less 40.
        let wz = self.insert::<2>(self.down::<4>(b1), b2);
        let pair_low = self.add(wz, self.splat(0xC0));
        // FF, which is -1, where the subtraction borrows.
        // SAFETY: the token exists.
        let borrows = unsafe { vcgtq_u8(self.splat(0x40), wz) };
        let pair_high = self.add(self.add(b3, self.splat(0xE8)), borrows);
        // The upper byte of the low surrogate, 110111yy.
        let low_half = self.insert::<2>(self.down::<2>(b2), self.splat(0xDC >> 2));
        let high = self.choose(is_low, low_half, lanes.high);
        Lanes {
            low: self.choose(is_high, pair_low, lanes.low),
            high: self.choose(is_high, pair_high, high),
            writes: self.movemask(self.or(self.ends(b0), is_high)),
        }
    }

    /// FF where b0 is not a continuation byte, so that a character ends before it; else 0.
    #[inline(always)]
    pub(super) fn ends(self, b0: uint8x16_t) -> uint8x16_t {
        // Continuation bytes are the 64 smallest as signed numbers.
        self.less_signed(self.splat(0xBF), b0)
    }

    /// FF where the byte is F0 or above, else 0.
    #[inline(always)]
    pub(super) fn is_four(self, bytes: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token exists.
        unsafe { vcgeq_u8(bytes, self.splat(0xF0)) }
    }

    /// FF where the highest bit is set, else 0.
    #[inline(always)]
    pub(super) fn negative(self, bytes: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token exists.
        let signed = unsafe { vreinterpretq_s8_u8(bytes) };
        // SAFETY: the token exists.
        unsafe { vcltzq_s8(signed) }
    }

    /// Shifts each byte right by `N` bits.
    #[inline(always)]
    pub(super) fn down<const N: i32>(self, bytes: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token exists.
        unsafe { vshrq_n_u8::<N>(bytes) }
    }

    /// The lowest `N` bits of each byte of `low`, and the bits of `high` above them.
    #[inline(always)]
    pub(super) fn insert<const N: i32>(self, low: uint8x16_t, high: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token exists.
        unsafe { vsliq_n_u8::<N>(low, high) }
    }

    /// `a` where the mask is FF, `b` where it is 0.
    #[inline(always)]
    pub(super) fn choose(self, mask: uint8x16_t, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token exists.
        unsafe { vbslq_u8(mask, a, b) }
    }
}
