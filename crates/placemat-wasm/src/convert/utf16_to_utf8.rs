//! UTF-16 to UTF-8: the word operations.

use core::arch::wasm32::{
    i8x16_shuffle, i8x16_swizzle, i16x8_add, i16x8_eq, i16x8_shuffle, u8x16_narrow_i16x8, u16x8_shl,
    u16x8_shr, u16x8_splat, v128, v128_bitselect, v128_store,
};

use placemat_simd::{
    Simd, Unit,
    convert::{Shuffle, Words},
};

use crate::Wasm;

placemat_simd::utf16_to_utf8_by_words! { Wasm }

impl Words for Wasm {
    type Sixteen = v128;

    #[inline(always)]
    fn word(self, word: u16) -> v128 {
        u16x8_splat(word)
    }

    #[inline(always)]
    fn add_words(self, a: v128, b: v128) -> v128 {
        i16x8_add(a, b)
    }

    #[inline(always)]
    fn equal_words(self, a: v128, b: v128) -> v128 {
        i16x8_eq(a, b)
    }

    #[inline(always)]
    fn shift_up<const N: i32>(self, a: v128) -> v128 {
        u16x8_shl(a, N.cast_unsigned())
    }

    #[inline(always)]
    fn shift_down<const N: i32>(self, a: v128) -> v128 {
        u16x8_shr(a, N.cast_unsigned())
    }

    #[inline(always)]
    fn low_twice(self, a: v128) -> v128 {
        i8x16_shuffle::<0, 0, 2, 2, 4, 4, 6, 6, 8, 8, 10, 10, 12, 12, 14, 14>(a, a)
    }

    #[inline(always)]
    fn select(self, mask: v128, a: v128, b: v128) -> v128 {
        v128_bitselect(a, b, mask)
    }

    #[inline(always)]
    fn store_low(self, a: v128, b: v128, dst: &mut [u8]) {
        let dst = &mut dst[..Self::LANES];
        // SAFETY: the destination has the sixteen bytes that are stored.
        unsafe { v128_store(dst.as_mut_ptr().cast(), u8x16_narrow_i16x8(a, b)) };
    }

    #[inline(always)]
    fn sixteens(self, a: v128) -> impl IntoIterator<Item = v128> {
        [a]
    }

    #[inline(always)]
    fn zip_words(self, a: v128, b: v128) -> impl IntoIterator<Item = v128> {
        let front = i16x8_shuffle::<0, 8, 1, 9, 2, 10, 3, 11>(a, b);
        let back = i16x8_shuffle::<4, 12, 5, 13, 6, 14, 7, 15>(a, b);
        [front, back]
    }

    #[inline(always)]
    fn zip_bytes(self, a: v128, b: v128) -> impl IntoIterator<Item = v128> {
        Shuffle::interleave(self, a, b)
    }

    #[inline(always)]
    fn store_shuffled<U: Unit, const N: usize>(self, bytes: v128, row: &[u8; 16], dst: &mut [U; N]) {
        const { assert!(size_of::<[U; N]>() == 16) };
        let row = self.load(row, 0);
        // SAFETY: the destination has the sixteen bytes that are stored.
        unsafe { v128_store(dst.as_mut_ptr().cast(), i8x16_swizzle(bytes, row)) };
    }
}
