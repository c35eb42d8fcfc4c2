//! UTF-8 to UTF-16: the lane kernels, as in the shared code, but with NEON's shift-and-insert and select instructions;
//! and compression by a table of shuffles.

use core::arch::aarch64::{vget_low_u8, vmovl_high_u8, vmovl_u8, vreinterpretq_u8_u16 as bytes};

use placemat_simd::Simd;
use placemat_simd::convert::{Lanes, Words};

use crate::{Neon, token::operations, vectors::V};

impl Neon {
    /// [`ToUtf16::units_of_three`](placemat_simd::convert::ToUtf16::units_of_three).
    #[inline(always)]
    pub(super) fn three(self, [b0, b1, b2, b3]: [V; 4]) -> Lanes<V> {
        // b2 counts only if b1 is a continuation byte.
        let middle = self.and(b2, self.spread(b1));
        let low = self.or(self.and(b1, self.splat(0x7F)), self.shift_bytes_up::<6>(middle));
        let high =
            self.insert::<4>(self.shift_bytes_down::<2>(middle), self.sub_saturating(b3, self.splat(0xE0)));
        Lanes { low, high, writes: self.movemask(self.ends(b0)) }
    }

    /// [`ToUtf16::units`](placemat_simd::convert::ToUtf16::units) without a branch on whether there are pairs.
    #[inline(always)]
    pub(super) fn three_or_four(self, [b0, b1, b2, b3, b4]: [V; 5]) -> Lanes<V> {
        let lanes = self.three([b0, b1, b2, b3]);
        let (is_high, is_low) = (self.is_four(b3), self.is_four(b4));
        // The value of the high surrogate is vvv wwwwwwzz, less 40.
        let wz = self.insert::<2>(self.shift_bytes_down::<4>(b1), b2);
        let pair_low = self.add(wz, self.splat(0xC0));
        // FF, which is -1, where the subtraction borrows.
        let borrows = self.less(wz, self.splat(0x40));
        let pair_high = self.add(self.add(b3, self.splat(0xE8)), borrows);
        // The upper byte of the low surrogate, 110111yy.
        let low_half = self.insert::<2>(self.shift_bytes_down::<2>(b2), self.splat(0xDC >> 2));
        let high = self.select(is_low, low_half, lanes.high);
        Lanes {
            low: self.select(is_high, pair_low, lanes.low),
            high: self.select(is_high, pair_high, high),
            writes: self.movemask(self.or(self.ends(b0), is_high)),
        }
    }

    /// FF where b0 is not a continuation byte, so that a character ends before it; else 0.
    #[inline(always)]
    pub(super) fn ends(self, b0: V) -> V {
        // Continuation bytes are the 64 smallest as signed numbers.
        self.less_signed(self.splat(0xBF), b0)
    }

    /// Stores each byte as a unit.
    #[inline(always)]
    pub(super) fn widen_sixteen(self, bytes: V, dst: &mut [u16; 16]) {
        let [front, back] = self.widen_bytes(bytes);
        self.store(front, dst, 0);
        self.store(back, dst, 8);
    }

    operations! {
        /// Each byte as a word.
        fn widen_bytes(a: V) -> [V; 2] { [bytes(vmovl_u8(vget_low_u8(a))), bytes(vmovl_high_u8(a))] }
    }
}
