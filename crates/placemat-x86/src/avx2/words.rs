//! Operations on words.

use placemat_simd::convert::Words;

use super::{Avx2, token::operations, vectors::V};
use crate::arch::{
    __m128i, _mm256_add_epi16, _mm256_blendv_epi8, _mm256_castsi256_si128 as lower, _mm256_cmpeq_epi16,
    _mm256_extracti128_si256 as upper, _mm256_min_epu16, _mm256_packus_epi16, _mm256_permute4x64_epi64,
    _mm256_set1_epi16, _mm256_slli_epi16, _mm256_srli_epi16, _mm256_unpackhi_epi8, _mm256_unpackhi_epi16,
    _mm256_unpacklo_epi8, _mm256_unpacklo_epi16,
};

impl Words for Avx2 {
    operations! {
        fn word(word: u16) -> V { _mm256_set1_epi16(word.cast_signed()) }
        fn add_words(a: V, b: V) -> V { _mm256_add_epi16(a, b) }
        fn equal_words(a: V, b: V) -> V { _mm256_cmpeq_epi16(a, b) }
        fn shift_up<const N: i32>(a: V) -> V { _mm256_slli_epi16::<N>(a) }
        fn shift_down<const N: i32>(a: V) -> V { _mm256_srli_epi16::<N>(a) }
        fn min_words(a: V, b: V) -> V { _mm256_min_epu16(a, b) }
        fn select(mask: V, a: V, b: V) -> V { _mm256_blendv_epi8(b, a, mask) }

        fn sixteens(a: V) -> impl IntoIterator<Item = __m128i> { [lower(a), upper::<1>(a)] }

        fn pack_words(a: V, b: V) -> V {
            // Packing works within each half of a vector.
            _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packus_epi16(a, b))
        }

        // Unpacking works within each half of a vector.
        fn zip_words(a: V, b: V) -> impl IntoIterator<Item = __m128i> {
            let (front, back) = (_mm256_unpacklo_epi16(a, b), _mm256_unpackhi_epi16(a, b));
            [lower(front), lower(back), upper::<1>(front), upper::<1>(back)]
        }

        fn zip_bytes(a: V, b: V) -> impl IntoIterator<Item = __m128i> {
            let (front, back) = (_mm256_unpacklo_epi8(a, b), _mm256_unpackhi_epi8(a, b));
            [lower(front), lower(back), upper::<1>(front), upper::<1>(back)]
        }
    }
}
