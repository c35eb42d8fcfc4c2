//! The measuring kernels.

use placemat_simd::{BLOCK, Simd, measure::Measure};

use super::{Sse4, token::family};
use crate::arch::{
    __m128i, _mm_cmpeq_epi8, _mm_cmpgt_epi8, _mm_cmpgt_epi16, _mm_cmpgt_epi32, _mm_cvtsi128_si32,
    _mm_extract_epi32, _mm_packs_epi32, _mm_packus_epi16, _mm_sad_epu8, _mm_set1_epi16, _mm_set1_epi32,
    _mm_srli_epi16, _mm_sub_epi8, _mm_sub_epi16, _mm_sub_epi32,
};

family! { measuring }

impl Measure for Sse4 {
    #[inline(always)]
    fn halves(self, block: &[u16; BLOCK], at: usize) -> [__m128i; 2] {
        let (front, back) = (self.load(block, at), self.load(block, at + Self::LANES / 2));
        let high = self.narrow(self.upper(front), self.upper(back));
        [high, self.narrow(front, back)]
    }

    #[inline(always)]
    fn count_above(self, counts: __m128i, bytes: __m128i, bound: i8) -> __m128i {
        let bound = self.splat(bound.cast_unsigned());
        // SAFETY: the token exists.
        let above = unsafe { _mm_cmpgt_epi8(bytes, bound) };
        // True is -1. SAFETY: the token exists.
        unsafe { _mm_sub_epi8(counts, above) }
    }

    #[inline(always)]
    fn count_equal(self, counts: __m128i, bytes: __m128i, byte: u8) -> __m128i {
        let byte = self.splat(byte);
        // SAFETY: the token exists.
        let equal = unsafe { _mm_cmpeq_epi8(bytes, byte) };
        // SAFETY: the token exists.
        unsafe { _mm_sub_epi8(counts, equal) }
    }

    #[inline(always)]
    fn count_numbers_above(self, counts: __m128i, numbers: __m128i, bound: i32) -> __m128i {
        // SAFETY: the token exists.
        let bound = unsafe { _mm_set1_epi32(bound) };
        // SAFETY: the token exists.
        let above = unsafe { _mm_cmpgt_epi32(numbers, bound) };
        // SAFETY: the token exists.
        unsafe { _mm_sub_epi32(counts, above) }
    }

    /// Each word is counted twice, and each number once per vector.
    const MAX_OF_TWO: usize = 4;

    #[inline(always)]
    fn count_bytes_of_two(self, mut counts: __m128i, [a, b]: [__m128i; 2]) -> __m128i {
        // Packing to signed words saturates: numbers above 7FFF become 7FFF.
        // SAFETY: the token exists.
        let words = unsafe { _mm_packs_epi32(a, b) };
        for bound in [0x7F, 0x7FF] {
            // SAFETY: the token exists.
            let bound = unsafe { _mm_set1_epi16(bound) };
            // SAFETY: the token exists.
            let above = unsafe { _mm_cmpgt_epi16(words, bound) };
            // True is -1. SAFETY: the token exists.
            counts = unsafe { _mm_sub_epi16(counts, above) };
        }
        counts = self.count_numbers_above(counts, a, 0xFFFF);
        self.count_numbers_above(counts, b, 0xFFFF)
    }

    #[inline(always)]
    fn total(self, counts: __m128i) -> usize {
        let zeros = self.splat(0);
        // SAFETY: the token exists.
        let sums = unsafe { _mm_sad_epu8(counts, zeros) };
        // At most 255 per lane, so each sum fits its lower half.
        // SAFETY: the token exists.
        let first = unsafe { _mm_cvtsi128_si32(sums) };
        // SAFETY: the token exists.
        let second = unsafe { _mm_extract_epi32::<2>(sums) };
        (first + second).cast_unsigned() as usize
    }
}

impl Sse4 {
    /// The upper byte of each unit.
    #[inline(always)]
    fn upper(self, units: __m128i) -> __m128i {
        // SAFETY: the token exists.
        unsafe { _mm_srli_epi16::<8>(units) }
    }

    /// Packs signed words to bytes with saturation: 80..7FFF become 80..FF.
    #[inline(always)]
    fn narrow(self, front: __m128i, back: __m128i) -> __m128i {
        // SAFETY: the token exists.
        unsafe { _mm_packus_epi16(front, back) }
    }
}
