//! Operations on words.

use placemat_simd::{Simd, convert::Words};

use super::{Sse4, token::operations, vectors::V};
use crate::arch::{
    _mm_add_epi16, _mm_blendv_epi8, _mm_cmpeq_epi16, _mm_min_epu16, _mm_packus_epi16, _mm_set1_epi16,
    _mm_slli_epi16, _mm_srli_epi16, _mm_unpackhi_epi16, _mm_unpacklo_epi16,
};

impl Words for Sse4 {
    operations! {
        fn word(word: u16) -> V { _mm_set1_epi16(word.cast_signed()) }
        fn add_words(a: V, b: V) -> V { _mm_add_epi16(a, b) }
        fn equal_words(a: V, b: V) -> V { _mm_cmpeq_epi16(a, b) }
        fn shift_up<const N: i32>(a: V) -> V { _mm_slli_epi16::<N>(a) }
        fn shift_down<const N: i32>(a: V) -> V { _mm_srli_epi16::<N>(a) }
        fn min_words(a: V, b: V) -> V { _mm_min_epu16(a, b) }
        fn pack_words(a: V, b: V) -> V { _mm_packus_epi16(a, b) }
        fn select(mask: V, a: V, b: V) -> V { _mm_blendv_epi8(b, a, mask) }

        fn zip_words(a: V, b: V) -> impl IntoIterator<Item = V> {
            [_mm_unpacklo_epi16(a, b), _mm_unpackhi_epi16(a, b)]
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
