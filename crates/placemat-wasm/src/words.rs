//! Operations on words.

use core::arch::wasm32::{
    i8x16_shuffle, i16x8_add, i16x8_eq, i16x8_shuffle, u8x16_narrow_i16x8, u16x8_min, u16x8_shl, u16x8_shr,
    u16x8_splat, v128_bitselect,
};

use placemat_simd::{Simd, convert::Words};

use crate::{Wasm, token::operations, vectors::V};

impl Words for Wasm {
    operations! {
        fn word(word: u16) -> V { u16x8_splat(word) }
        fn add_words(a: V, b: V) -> V { i16x8_add(a, b) }
        fn equal_words(a: V, b: V) -> V { i16x8_eq(a, b) }
        fn shift_up<const N: i32>(a: V) -> V { u16x8_shl(a, N.cast_unsigned()) }
        fn shift_down<const N: i32>(a: V) -> V { u16x8_shr(a, N.cast_unsigned()) }
        fn min_words(a: V, b: V) -> V { u16x8_min(a, b) }
        fn pack_words(a: V, b: V) -> V { u8x16_narrow_i16x8(a, b) }
        fn low_twice(a: V) -> V { i8x16_shuffle::<0, 0, 2, 2, 4, 4, 6, 6, 8, 8, 10, 10, 12, 12, 14, 14>(a, a) }
        fn select(mask: V, a: V, b: V) -> V { v128_bitselect(a, b, mask) }

        fn zip_words(a: V, b: V) -> impl IntoIterator<Item = V> {
            let front = i16x8_shuffle::<0, 8, 1, 9, 2, 10, 3, 11>(a, b);
            let back = i16x8_shuffle::<4, 12, 5, 13, 6, 14, 7, 15>(a, b);
            [front, back]
        }
    }

    #[inline(always)]
    fn sixteens(self, a: V) -> impl IntoIterator<Item = V> {
        [a]
    }

    #[inline(always)]
    fn zip_bytes(self, a: V, b: V) -> impl IntoIterator<Item = V> {
        self.interleave(a, b)
    }
}
