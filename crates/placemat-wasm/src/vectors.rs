//! Vector operations.

use core::arch::wasm32::{
    i8x16_add_sat, i8x16_narrow_i16x8, i8x16_shuffle, i8x16_swizzle, u8x16_add, u8x16_bitmask, u8x16_max,
    u8x16_min, u8x16_ne, u8x16_shr, u8x16_splat, u8x16_sub_sat, u64x2, v128, v128_and, v128_load, v128_or,
    v128_store, v128_xor,
};

use placemat_simd::{Narrow, Simd, Unit};

use crate::Wasm;

impl Simd for Wasm {
    type V = v128;

    const LANES: usize = 16;

    #[inline(always)]
    fn load<U: Unit>(self, units: &[U], at: usize) -> v128 {
        assert!(at <= units.len() && units.len() - at >= Self::LANES / size_of::<U>());
        // SAFETY: `at` is in bounds.
        let units = unsafe { units.as_ptr().add(at) };
        // SAFETY: a vector of units from there on is in bounds as well, and a load need not be aligned.
        unsafe { v128_load(units.cast()) }
    }

    #[inline(always)]
    fn store<U: Unit>(self, a: v128, dst: &mut [U], at: usize) {
        assert!(at <= dst.len() && dst.len() - at >= Self::LANES / size_of::<U>());
        // SAFETY: `at` is in bounds.
        let dst = unsafe { dst.as_mut_ptr().add(at) };
        // SAFETY: a vector of units from there on is in bounds as well, any bits are units, and a store need not be
        // aligned.
        unsafe { v128_store(dst.cast(), a) };
    }

    #[inline(always)]
    fn splat(self, byte: u8) -> v128 {
        u8x16_splat(byte)
    }

    #[inline(always)]
    fn or(self, a: v128, b: v128) -> v128 {
        v128_or(a, b)
    }

    #[inline(always)]
    fn and(self, a: v128, b: v128) -> v128 {
        v128_and(a, b)
    }

    #[inline(always)]
    fn xor(self, a: v128, b: v128) -> v128 {
        v128_xor(a, b)
    }

    #[inline(always)]
    fn add(self, a: v128, b: v128) -> v128 {
        u8x16_add(a, b)
    }

    #[inline(always)]
    fn add_signed_saturating(self, a: v128, b: v128) -> v128 {
        i8x16_add_sat(a, b)
    }

    #[inline(always)]
    fn sub_saturating(self, a: v128, b: v128) -> v128 {
        u8x16_sub_sat(a, b)
    }

    #[inline(always)]
    fn min(self, a: v128, b: v128) -> v128 {
        u8x16_min(a, b)
    }

    #[inline(always)]
    fn max(self, a: v128, b: v128) -> v128 {
        u8x16_max(a, b)
    }

    #[inline(always)]
    fn high_nibble(self, a: v128) -> v128 {
        u8x16_shr(a, 4)
    }

    #[inline(always)]
    fn lookup_16(self, table: &[u8; 16], index: v128) -> v128 {
        i8x16_swizzle(self.whole(table), index)
    }

    #[inline(always)]
    fn pack(self, low: v128, high: v128) -> v128 {
        // Narrows signed words with saturation: only 0 becomes 0.
        i8x16_narrow_i16x8(low, high)
    }

    #[inline(always)]
    fn prev<const N: usize>(self, before: v128, a: v128) -> v128 {
        const { assert!(N == 1 || N == 2 || N == 3) };
        // The instruction needs constants, which cannot be expressions of N.
        match N {
            1 => i8x16_shuffle::<15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30>(before, a),
            2 => i8x16_shuffle::<14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29>(before, a),
            _ => i8x16_shuffle::<13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28>(before, a),
        }
    }

    #[inline(always)]
    fn movemask(self, a: v128) -> u64 {
        u64::from(u8x16_bitmask(a))
    }

    #[inline(always)]
    fn nonzero(self, a: v128) -> u64 {
        u64::from(u8x16_bitmask(u8x16_ne(a, self.splat(0))))
    }
}

impl Narrow for Wasm {
    #[inline(always)]
    fn join(self, low: u64, high: u64) -> v128 {
        u64x2(low, high)
    }
}
