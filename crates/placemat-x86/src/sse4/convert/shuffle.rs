//! Shuffles within a vector.

use placemat_simd::convert::Shuffle;

use super::super::Sse4;
use crate::arch::{__m128i, _mm_shuffle_epi8, _mm_unpackhi_epi8, _mm_unpacklo_epi8};

impl Shuffle for Sse4 {
    #[inline(always)]
    fn shuffle(self, bytes: __m128i, index: __m128i) -> __m128i {
        // SAFETY: the token exists.
        unsafe { _mm_shuffle_epi8(bytes, index) }
    }

    #[inline(always)]
    fn interleave(self, a: __m128i, b: __m128i) -> [__m128i; 2] {
        // SAFETY: the token exists.
        let lower = unsafe { _mm_unpacklo_epi8(a, b) };
        // SAFETY: the token exists.
        let upper = unsafe { _mm_unpackhi_epi8(a, b) };
        [lower, upper]
    }
}
