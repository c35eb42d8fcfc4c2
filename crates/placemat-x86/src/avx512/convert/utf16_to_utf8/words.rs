//! The word operations.

use core::arch::x86_64::{
    __m128i, _mm_cvtsi32_si128, _mm512_add_epi16, _mm512_castsi512_si128 as lowest, _mm512_cmpeq_epi16_mask,
    _mm512_extracti32x4_epi32 as quarter, _mm512_min_epu16, _mm512_movm_epi16, _mm512_packus_epi16,
    _mm512_permutexvar_epi64, _mm512_set1_epi16, _mm512_setr_epi64, _mm512_sll_epi16, _mm512_srl_epi16,
    _mm512_unpackhi_epi8, _mm512_unpackhi_epi16, _mm512_unpacklo_epi8, _mm512_unpacklo_epi16,
};

use placemat_simd::convert::Words;

use super::super::super::{Avx512, token::operations, vectors::V};

impl Words for Avx512 {
    operations! {
        fn word(word: u16) -> V { _mm512_set1_epi16(word.cast_signed()) }
        fn add_words(a: V, b: V) -> V { _mm512_add_epi16(a, b) }
        fn equal_words(a: V, b: V) -> V { _mm512_movm_epi16(_mm512_cmpeq_epi16_mask(a, b)) }
        fn min_words(a: V, b: V) -> V { _mm512_min_epu16(a, b) }
        fn shift_up<const N: i32>(a: V) -> V { _mm512_sll_epi16(a, _mm_cvtsi32_si128(N)) }
        fn shift_down<const N: i32>(a: V) -> V { _mm512_srl_epi16(a, _mm_cvtsi32_si128(N)) }

        fn pack_words(a: V, b: V) -> V {
            // Packing works within each quarter of a vector.
            let order = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);
            _mm512_permutexvar_epi64(order, _mm512_packus_epi16(a, b))
        }

        fn sixteens(a: V) -> impl IntoIterator<Item = __m128i> {
            [lowest(a), quarter::<1>(a), quarter::<2>(a), quarter::<3>(a)]
        }

        // Unpacking works within each quarter as well.
        fn zip_words(a: V, b: V) -> impl IntoIterator<Item = __m128i> {
            let (front, back) = (_mm512_unpacklo_epi16(a, b), _mm512_unpackhi_epi16(a, b));
            quarters(front, back)
        }

        fn zip_bytes(a: V, b: V) -> impl IntoIterator<Item = __m128i> {
            quarters(_mm512_unpacklo_epi8(a, b), _mm512_unpackhi_epi8(a, b))
        }
    }
}

/// The quarters of both vectors, one of each in turn.
#[inline]
#[target_feature(enable = "avx512f")]
fn quarters(a: V, b: V) -> [__m128i; 8] {
    [
        lowest(a),
        lowest(b),
        quarter::<1>(a),
        quarter::<1>(b),
        quarter::<2>(a),
        quarter::<2>(b),
        quarter::<3>(a),
        quarter::<3>(b),
    ]
}
