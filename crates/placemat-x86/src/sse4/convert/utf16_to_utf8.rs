//! UTF-16 to UTF-8: the word operations.

use placemat_simd::{
    Simd, Unit,
    convert::{Narrows, Shuffle, Words},
};

use super::super::Sse4;
use crate::arch::{
    __m128i, _mm_add_epi16, _mm_blendv_epi8, _mm_cmpeq_epi16, _mm_min_epu16, _mm_packus_epi16,
    _mm_set1_epi16, _mm_shuffle_epi8, _mm_slli_epi16, _mm_srli_epi16, _mm_storeu_si128, _mm_unpackhi_epi16,
    _mm_unpacklo_epi16,
};

placemat_simd::utf16_to_utf8_by_words! { Sse4 and utf16_to_utf8_lossy }

impl Words for Sse4 {
    type Sixteen = __m128i;

    #[inline(always)]
    fn word(self, word: u16) -> __m128i {
        // SAFETY: the token exists.
        unsafe { _mm_set1_epi16(word.cast_signed()) }
    }

    #[inline(always)]
    fn add_words(self, a: __m128i, b: __m128i) -> __m128i {
        // SAFETY: the token exists.
        unsafe { _mm_add_epi16(a, b) }
    }

    #[inline(always)]
    fn equal_words(self, a: __m128i, b: __m128i) -> __m128i {
        // SAFETY: the token exists.
        unsafe { _mm_cmpeq_epi16(a, b) }
    }

    #[inline(always)]
    fn shift_up<const N: i32>(self, a: __m128i) -> __m128i {
        // SAFETY: the token exists.
        unsafe { _mm_slli_epi16::<N>(a) }
    }

    #[inline(always)]
    fn shift_down<const N: i32>(self, a: __m128i) -> __m128i {
        // SAFETY: the token exists.
        unsafe { _mm_srli_epi16::<N>(a) }
    }

    #[inline(always)]
    fn low_twice(self, a: __m128i) -> __m128i {
        const LOW_TWICE: [u8; 16] = [0, 0, 2, 2, 4, 4, 6, 6, 8, 8, 10, 10, 12, 12, 14, 14];
        let places = self.load(&LOW_TWICE, 0);
        // SAFETY: the token exists.
        unsafe { _mm_shuffle_epi8(a, places) }
    }

    #[inline(always)]
    fn select(self, mask: __m128i, a: __m128i, b: __m128i) -> __m128i {
        // SAFETY: the token exists.
        unsafe { _mm_blendv_epi8(b, a, mask) }
    }

    #[inline(always)]
    fn store_low(self, a: __m128i, b: __m128i, dst: &mut [u8]) {
        let dst = &mut dst[..Self::LANES];
        // SAFETY: the token exists.
        let bytes = unsafe { _mm_packus_epi16(a, b) };
        // SAFETY: the destination has the sixteen bytes that are stored.
        unsafe { _mm_storeu_si128(dst.as_mut_ptr().cast(), bytes) };
    }

    #[inline(always)]
    fn sixteens(self, a: __m128i) -> impl IntoIterator<Item = __m128i> {
        [a]
    }

    #[inline(always)]
    fn zip_words(self, a: __m128i, b: __m128i) -> impl IntoIterator<Item = __m128i> {
        // SAFETY: the token exists.
        let front = unsafe { _mm_unpacklo_epi16(a, b) };
        // SAFETY: the token exists.
        let back = unsafe { _mm_unpackhi_epi16(a, b) };
        [front, back]
    }

    #[inline(always)]
    fn zip_bytes(self, a: __m128i, b: __m128i) -> impl IntoIterator<Item = __m128i> {
        Shuffle::interleave(self, a, b)
    }

    #[inline(always)]
    fn store_shuffled<U: Unit, const N: usize>(self, bytes: __m128i, row: &[u8; 16], dst: &mut [U; N]) {
        const { assert!(size_of::<[U; N]>() == 16) };
        let row = self.load(row, 0);
        // SAFETY: the token exists.
        let bytes = unsafe { _mm_shuffle_epi8(bytes, row) };
        // SAFETY: the destination has the sixteen bytes that are stored.
        unsafe { _mm_storeu_si128(dst.as_mut_ptr().cast(), bytes) };
    }
}

impl Narrows for Sse4 {
    #[inline(always)]
    fn narrow(self, units: &[u16; 64], bytes: &mut [u8; 64], at: usize) -> u64 {
        // Units that would become another byte become FF.
        let most = self.word(0xFF);
        // SAFETY: the token exists.
        let low = unsafe { _mm_min_epu16(self.load(units, at), most) };
        // SAFETY: the token exists.
        let high = unsafe { _mm_min_epu16(self.load(units, at + 8), most) };
        // SAFETY: the token exists.
        let both = unsafe { _mm_packus_epi16(low, high) };
        let dst = &mut bytes[at..][..Self::LANES];
        // SAFETY: the token exists, and the destination has the 16 bytes that are stored.
        unsafe { _mm_storeu_si128(dst.as_mut_ptr().cast(), both) };
        self.movemask(both)
    }
}
