//! The measuring kernels.

use placemat_simd::{BLOCK, Simd, measure::Measure};

use super::token::{family, operations};
use super::{Sse4, vectors::V};
use crate::arch::{
    _mm_cmpeq_epi8, _mm_cmpgt_epi8, _mm_cmpgt_epi16, _mm_cmpgt_epi32, _mm_cvtsi128_si32, _mm_extract_epi32,
    _mm_packs_epi32, _mm_packus_epi16, _mm_sad_epu8, _mm_set1_epi8, _mm_set1_epi16, _mm_set1_epi32,
    _mm_setzero_si128, _mm_srli_epi16, _mm_sub_epi8, _mm_sub_epi16, _mm_sub_epi32,
};

family! { measuring }

impl Measure for Sse4 {
    #[inline(always)]
    fn split_units(self, block: &[u16; BLOCK], at: usize) -> [V; 2] {
        self.split_vectors(self.load(block, at), self.load(block, at + Self::LANES / 2))
    }

    /// Each word is counted twice, and each number once per vector.
    const MAX_OF_TWO: usize = 4;

    // Comparisons yield -1 where they are true.
    operations! {
        fn count_above(counts: V, bytes: V, bound: i8) -> V {
            _mm_sub_epi8(counts, _mm_cmpgt_epi8(bytes, _mm_set1_epi8(bound)))
        }

        fn count_equal(counts: V, bytes: V, byte: u8) -> V {
            _mm_sub_epi8(counts, _mm_cmpeq_epi8(bytes, _mm_set1_epi8(byte.cast_signed())))
        }

        fn count_numbers_above(counts: V, numbers: V, bound: i32) -> V {
            _mm_sub_epi32(counts, _mm_cmpgt_epi32(numbers, _mm_set1_epi32(bound)))
        }

        fn count_bytes_of_two(counts: V, numbers: [V; 2]) -> V {
            let [a, b] = numbers;
            // Packing to signed words saturates: numbers above 7FFF become 7FFF.
            let words = _mm_packs_epi32(a, b);
            let counts = _mm_sub_epi16(counts, _mm_cmpgt_epi16(words, _mm_set1_epi16(0x7F)));
            let counts = _mm_sub_epi16(counts, _mm_cmpgt_epi16(words, _mm_set1_epi16(0x7FF)));
            let bound = _mm_set1_epi32(0xFFFF);
            _mm_sub_epi32(_mm_sub_epi32(counts, _mm_cmpgt_epi32(a, bound)), _mm_cmpgt_epi32(b, bound))
        }

        fn total(counts: V) -> usize {
            let sums = _mm_sad_epu8(counts, _mm_setzero_si128());
            // At most 255 per lane, so each sum fits its lower half.
            (_mm_cvtsi128_si32(sums) + _mm_extract_epi32::<2>(sums)).cast_unsigned() as usize
        }
    }
}

impl Sse4 {
    operations! {
        fn split_vectors(front: V, back: V) -> [V; 2] {
            let high = _mm_packus_epi16(_mm_srli_epi16::<8>(front), _mm_srli_epi16::<8>(back));
            // Packs signed words with saturation: 80..7FFF become 80..FF.
            [high, _mm_packus_epi16(front, back)]
        }
    }
}
