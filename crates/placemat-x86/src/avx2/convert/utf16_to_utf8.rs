//! UTF-16 to UTF-8: the word operations.

use placemat_simd::{
    Simd, Unit,
    convert::{Narrows, Words},
};

use super::super::Avx2;
use crate::arch::{
    __m128i, __m256i, _mm_loadu_si128, _mm_shuffle_epi8, _mm_storeu_si128, _mm256_add_epi16,
    _mm256_blendv_epi8, _mm256_broadcastsi128_si256, _mm256_castsi256_si128, _mm256_cmpeq_epi16,
    _mm256_extracti128_si256, _mm256_min_epu16, _mm256_packus_epi16, _mm256_permute4x64_epi64,
    _mm256_set1_epi16, _mm256_shuffle_epi8, _mm256_slli_epi16, _mm256_srli_epi16, _mm256_storeu_si256,
    _mm256_unpackhi_epi8, _mm256_unpackhi_epi16, _mm256_unpacklo_epi8, _mm256_unpacklo_epi16,
};

placemat_simd::utf16_to_utf8_by_words! { Avx2 and utf16_to_utf8_lossy }

impl Words for Avx2 {
    type Sixteen = __m128i;

    #[inline(always)]
    fn word(self, word: u16) -> __m256i {
        // SAFETY: the token exists.
        unsafe { _mm256_set1_epi16(word.cast_signed()) }
    }

    #[inline(always)]
    fn add_words(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the token exists.
        unsafe { _mm256_add_epi16(a, b) }
    }

    #[inline(always)]
    fn equal_words(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the token exists.
        unsafe { _mm256_cmpeq_epi16(a, b) }
    }

    #[inline(always)]
    fn shift_up<const N: i32>(self, a: __m256i) -> __m256i {
        // SAFETY: the token exists.
        unsafe { _mm256_slli_epi16::<N>(a) }
    }

    #[inline(always)]
    fn shift_down<const N: i32>(self, a: __m256i) -> __m256i {
        // SAFETY: the token exists.
        unsafe { _mm256_srli_epi16::<N>(a) }
    }

    #[inline(always)]
    fn low_twice(self, a: __m256i) -> __m256i {
        const LOW_TWICE: [u8; 16] = [0, 0, 2, 2, 4, 4, 6, 6, 8, 8, 10, 10, 12, 12, 14, 14];
        // SAFETY: the sixteen bytes are in bounds.
        let places = unsafe { _mm_loadu_si128(LOW_TWICE.as_ptr().cast()) };
        // SAFETY: the token exists.
        let places = unsafe { _mm256_broadcastsi128_si256(places) };
        // SAFETY: the token exists.
        unsafe { _mm256_shuffle_epi8(a, places) }
    }

    #[inline(always)]
    fn select(self, mask: __m256i, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the token exists.
        unsafe { _mm256_blendv_epi8(b, a, mask) }
    }

    #[inline(always)]
    fn store_low(self, a: __m256i, b: __m256i, dst: &mut [u8]) {
        let dst = &mut dst[..Self::LANES];
        // SAFETY: the token exists.
        let bytes = unsafe { _mm256_packus_epi16(a, b) };
        // Packing works within each half of a vector.
        // SAFETY: the token exists.
        let bytes = unsafe { _mm256_permute4x64_epi64::<0b11_01_10_00>(bytes) };
        // SAFETY: the token exists, and the destination has the 32 bytes that are stored.
        unsafe { _mm256_storeu_si256(dst.as_mut_ptr().cast(), bytes) };
    }

    #[inline(always)]
    fn sixteens(self, a: __m256i) -> impl IntoIterator<Item = __m128i> {
        // SAFETY: the token exists.
        let front = unsafe { _mm256_castsi256_si128(a) };
        // SAFETY: the token exists.
        let back = unsafe { _mm256_extracti128_si256::<1>(a) };
        [front, back]
    }

    #[inline(always)]
    fn zip_words(self, a: __m256i, b: __m256i) -> impl IntoIterator<Item = __m128i> {
        // SAFETY: the token exists.
        let front = unsafe { _mm256_unpacklo_epi16(a, b) };
        // SAFETY: the token exists.
        let back = unsafe { _mm256_unpackhi_epi16(a, b) };
        self.unpacked(front, back)
    }

    #[inline(always)]
    fn zip_bytes(self, a: __m256i, b: __m256i) -> impl IntoIterator<Item = __m128i> {
        // SAFETY: the token exists.
        let front = unsafe { _mm256_unpacklo_epi8(a, b) };
        // SAFETY: the token exists.
        let back = unsafe { _mm256_unpackhi_epi8(a, b) };
        self.unpacked(front, back)
    }

    #[inline(always)]
    fn store_shuffled<U: Unit, const N: usize>(self, bytes: __m128i, row: &[u8; 16], dst: &mut [U; N]) {
        const { assert!(size_of::<[U; N]>() == 16) };
        // SAFETY: a row has the sixteen bytes that are loaded.
        let row = unsafe { _mm_loadu_si128(row.as_ptr().cast()) };
        // SAFETY: the token exists.
        let bytes = unsafe { _mm_shuffle_epi8(bytes, row) };
        // SAFETY: the destination has the sixteen bytes that are stored.
        unsafe { _mm_storeu_si128(dst.as_mut_ptr().cast(), bytes) };
    }
}

impl Avx2 {
    /// Unpacked vectors in order: unpacking works within each half of a vector.
    #[inline(always)]
    fn unpacked(self, front: __m256i, back: __m256i) -> [__m128i; 4] {
        // SAFETY: the token exists.
        let first = unsafe { _mm256_castsi256_si128(front) };
        // SAFETY: the token exists.
        let second = unsafe { _mm256_castsi256_si128(back) };
        // SAFETY: the token exists.
        let third = unsafe { _mm256_extracti128_si256::<1>(front) };
        // SAFETY: the token exists.
        let fourth = unsafe { _mm256_extracti128_si256::<1>(back) };
        [first, second, third, fourth]
    }
}

impl Narrows for Avx2 {
    #[inline(always)]
    fn narrow(self, units: &[u16; 64], bytes: &mut [u8; 64], at: usize) -> u64 {
        // Units that would become another byte become FF.
        let most = self.word(0xFF);
        // SAFETY: the token exists.
        let low = unsafe { _mm256_min_epu16(self.load(units, at), most) };
        // SAFETY: the token exists.
        let high = unsafe { _mm256_min_epu16(self.load(units, at + 16), most) };
        // SAFETY: the token exists.
        let both = unsafe { _mm256_packus_epi16(low, high) };
        // Packing works within each half of a vector.
        // SAFETY: the token exists.
        let both = unsafe { _mm256_permute4x64_epi64::<0b11_01_10_00>(both) };
        let dst = &mut bytes[at..][..Self::LANES];
        // SAFETY: the token exists, and the destination has the 32 bytes that are stored.
        unsafe { _mm256_storeu_si256(dst.as_mut_ptr().cast(), both) };
        self.movemask(both)
    }
}
