//! Vector operations.

use core::arch::wasm32::{
    i8x16_add_sat, i8x16_lt, i8x16_narrow_i16x8, i8x16_shuffle, u8x16_add, u8x16_bitmask, u8x16_max,
    u8x16_min, u8x16_ne, u8x16_shr, u8x16_splat, u8x16_sub_sat, u64x2, v128, v128_and, v128_load, v128_or,
    v128_store, v128_xor,
};

use placemat_simd::Simd;

use crate::{Wasm, token::operations};

/// Sixteen bytes.
pub(crate) type V = v128;

impl Simd for Wasm {
    type V = V;
    type Sixteen = Self;

    const LANES: usize = 16;

    #[inline(always)]
    fn sixteen(self) -> Self {
        self
    }

    placemat_simd::load_store! { v128_load, v128_store }

    #[inline(always)]
    fn repeat(self, sixteen: &[u8; 16]) -> V {
        self.load(sixteen, 0)
    }

    // Not an operation: if this is compiled by itself, LLVM misses that the caller's subtraction and this comparison are
    // one comparison.
    #[inline(always)]
    fn spread(self, a: V) -> V {
        i8x16_lt(a, self.splat(0))
    }

    operations! {
        fn splat(byte: u8) -> V { u8x16_splat(byte) }
        fn or(a: V, b: V) -> V { v128_or(a, b) }
        fn and(a: V, b: V) -> V { v128_and(a, b) }
        fn xor(a: V, b: V) -> V { v128_xor(a, b) }
        fn add(a: V, b: V) -> V { u8x16_add(a, b) }
        fn add_signed_saturating(a: V, b: V) -> V { i8x16_add_sat(a, b) }
        fn sub_saturating(a: V, b: V) -> V { u8x16_sub_sat(a, b) }
        fn min(a: V, b: V) -> V { u8x16_min(a, b) }
        fn max(a: V, b: V) -> V { u8x16_max(a, b) }
        fn high_nibble(a: V) -> V { u8x16_shr(a, 4) }
        fn bits_2_to_5(a: V) -> V { v128_and(u8x16_shr(a, 2), u8x16_splat(0x0F)) }
        fn join(low: u64, high: u64) -> V { u64x2(low, high) }
        fn movemask(a: V) -> u64 { u8x16_bitmask(a).into() }
        fn nonzero(a: V) -> u64 { u8x16_bitmask(u8x16_ne(a, u8x16_splat(0))).into() }

        fn shuffle(bytes: V, index: V) -> V {
            // Engines for x86 need two more instructions if an index of 16 to 7F must give 0.
            #[cfg(target_feature = "relaxed-simd")]
            let shuffled = core::arch::wasm32::i8x16_relaxed_swizzle(bytes, index);
            #[cfg(not(target_feature = "relaxed-simd"))]
            let shuffled = core::arch::wasm32::i8x16_swizzle(bytes, index);
            shuffled
        }

        fn pack(low: V, high: V) -> V {
            // Narrows signed words with saturation: only 0 becomes 0.
            i8x16_narrow_i16x8(low, high)
        }

        fn prev<const N: usize>(before: V, a: V) -> V {
            const { assert!(N == 1 || N == 2 || N == 3) };
            // The instruction needs constants, which cannot be expressions of N.
            match N {
                1 => i8x16_shuffle::<15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30>(before, a),
                2 => i8x16_shuffle::<14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29>(before, a),
                _ => i8x16_shuffle::<13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28>(before, a),
            }
        }

        fn interleave(a: V, b: V) -> [V; 2] {
            [
                i8x16_shuffle::<0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23>(a, b),
                i8x16_shuffle::<8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31>(a, b),
            ]
        }
    }
}
