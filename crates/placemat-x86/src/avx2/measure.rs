//! The measuring kernels.

use placemat_simd::{BLOCK, Simd, measure::Measure};

use super::token::{family, operations};
use super::{Avx2, vectors::V};
use crate::arch::{
    _mm_add_epi64, _mm_cvtsi128_si32, _mm_extract_epi32, _mm256_and_si256, _mm256_castsi256_si128,
    _mm256_cmpeq_epi8, _mm256_cmpgt_epi8, _mm256_cmpgt_epi16, _mm256_cmpgt_epi32, _mm256_extracti128_si256,
    _mm256_packs_epi32, _mm256_packus_epi16, _mm256_sad_epu8, _mm256_set1_epi8, _mm256_set1_epi16,
    _mm256_set1_epi32, _mm256_setzero_si256, _mm256_srli_epi16, _mm256_sub_epi8, _mm256_sub_epi16,
    _mm256_sub_epi32,
};

family! { measuring with_seek_characters seek_characters }

/// The index of each lane.
static NUMBERS: [u8; BLOCK] = {
    let mut numbers = [0; BLOCK];
    let mut lane = 0_u8;
    while (lane as usize) < BLOCK {
        numbers[lane as usize] = lane;
        lane += 1;
    }
    numbers
};

impl Measure for Avx2 {
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "at most the lanes of a block")]
    fn without(self, block: &[u8; BLOCK], done: usize) -> Option<[u8; BLOCK]> {
        let mut left = [0; BLOCK];
        let last_done = (done as u8).wrapping_sub(1);
        for at in [0, Self::LANES] {
            let bytes = self.where_above(self.load(block, at), self.load(&NUMBERS, at), last_done);
            self.store(bytes, &mut left, at);
        }
        Some(left)
    }

    #[inline(always)]
    fn split_units(self, block: &[u16; BLOCK], at: usize) -> [V; 2] {
        self.split_vectors(self.load(block, at), self.load(block, at + Self::LANES / 2))
    }

    /// Each word is counted twice, and each number once per vector.
    const MAX_OF_TWO: usize = 4;

    // Comparisons yield -1 where they are true.
    operations! {
        fn count_above(counts: V, bytes: V, bound: i8) -> V {
            _mm256_sub_epi8(counts, _mm256_cmpgt_epi8(bytes, _mm256_set1_epi8(bound)))
        }

        fn count_equal(counts: V, bytes: V, byte: u8) -> V {
            _mm256_sub_epi8(counts, _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(byte.cast_signed())))
        }

        fn count_numbers_above(counts: V, numbers: V, bound: i32) -> V {
            _mm256_sub_epi32(counts, _mm256_cmpgt_epi32(numbers, _mm256_set1_epi32(bound)))
        }

        fn count_bytes_of_two(counts: V, numbers: [V; 2]) -> V {
            let [a, b] = numbers;
            // Packing to signed words saturates: numbers above 7FFF become 7FFF.
            let words = _mm256_packs_epi32(a, b);
            let counts = _mm256_sub_epi16(counts, _mm256_cmpgt_epi16(words, _mm256_set1_epi16(0x7F)));
            let counts = _mm256_sub_epi16(counts, _mm256_cmpgt_epi16(words, _mm256_set1_epi16(0x7FF)));
            let bound = _mm256_set1_epi32(0xFFFF);
            let counts = _mm256_sub_epi32(counts, _mm256_cmpgt_epi32(a, bound));
            _mm256_sub_epi32(counts, _mm256_cmpgt_epi32(b, bound))
        }

        fn total(counts: V) -> usize {
            let sums = _mm256_sad_epu8(counts, _mm256_setzero_si256());
            let sums = _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums));
            // At most 255 per lane, so each sum fits its lower half.
            (_mm_cvtsi128_si32(sums) + _mm_extract_epi32::<2>(sums)).cast_unsigned() as usize
        }
    }
}

impl Avx2 {
    operations! {
        fn split_vectors(front: V, back: V) -> [V; 2] {
            let high = _mm256_packus_epi16(_mm256_srli_epi16::<8>(front), _mm256_srli_epi16::<8>(back));
            // Packs signed words with saturation: 80..7FFF become 80..FF.
            [high, _mm256_packus_epi16(front, back)]
        }

        /// The bytes in lanes whose number is above `bound`, 0 in the others.
        fn where_above(bytes: V, numbers: V, bound: u8) -> V {
            _mm256_and_si256(bytes, _mm256_cmpgt_epi8(numbers, _mm256_set1_epi8(bound.cast_signed())))
        }
    }
}
