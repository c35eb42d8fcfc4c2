//! The measuring kernels.

use placemat_simd::{BLOCK, Simd, measure::Measure};

use super::{Avx2, token::family};
use crate::arch::{
    __m256i, _mm_add_epi64, _mm_cvtsi128_si32, _mm_extract_epi32, _mm256_castsi256_si128, _mm256_cmpeq_epi8,
    _mm256_cmpgt_epi8, _mm256_cmpgt_epi16, _mm256_cmpgt_epi32, _mm256_extracti128_si256, _mm256_packs_epi32,
    _mm256_packus_epi16, _mm256_sad_epu8, _mm256_set1_epi16, _mm256_set1_epi32, _mm256_srli_epi16,
    _mm256_storeu_si256, _mm256_sub_epi8, _mm256_sub_epi16, _mm256_sub_epi32,
};

family! { measuring }

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
        let last_done = self.splat((done as u8).wrapping_sub(1));
        for (at, dst) in [0, Self::LANES].into_iter().zip(left.as_chunks_mut::<{ Self::LANES }>().0) {
            // SAFETY: the token exists.
            let keeps = unsafe { _mm256_cmpgt_epi8(self.load(&NUMBERS, at), last_done) };
            let bytes = self.and(self.load(block, at), keeps);
            // SAFETY: the token exists, and the destination has the 32 bytes that are stored.
            unsafe { _mm256_storeu_si256(dst.as_mut_ptr().cast(), bytes) };
        }
        Some(left)
    }

    #[inline(always)]
    fn halves(self, block: &[u16; BLOCK], at: usize) -> [__m256i; 2] {
        let (front, back) = (self.load(block, at), self.load(block, at + Self::LANES / 2));
        let high = self.narrow(self.upper(front), self.upper(back));
        [high, self.narrow(front, back)]
    }

    #[inline(always)]
    fn count_above(self, counts: __m256i, bytes: __m256i, bound: i8) -> __m256i {
        let bound = self.splat(bound.cast_unsigned());
        // SAFETY: the token exists.
        let above = unsafe { _mm256_cmpgt_epi8(bytes, bound) };
        // True is -1. SAFETY: the token exists.
        unsafe { _mm256_sub_epi8(counts, above) }
    }

    #[inline(always)]
    fn count_equal(self, counts: __m256i, bytes: __m256i, byte: u8) -> __m256i {
        let byte = self.splat(byte);
        // SAFETY: the token exists.
        let equal = unsafe { _mm256_cmpeq_epi8(bytes, byte) };
        // SAFETY: the token exists.
        unsafe { _mm256_sub_epi8(counts, equal) }
    }

    #[inline(always)]
    fn count_numbers_above(self, counts: __m256i, numbers: __m256i, bound: i32) -> __m256i {
        // SAFETY: the token exists.
        let bound = unsafe { _mm256_set1_epi32(bound) };
        // SAFETY: the token exists.
        let above = unsafe { _mm256_cmpgt_epi32(numbers, bound) };
        // SAFETY: the token exists.
        unsafe { _mm256_sub_epi32(counts, above) }
    }

    /// Each word is counted twice, and each number once per vector.
    const MAX_OF_TWO: usize = 4;

    #[inline(always)]
    fn count_bytes_of_two(self, mut counts: __m256i, [a, b]: [__m256i; 2]) -> __m256i {
        // Packing to signed words saturates: numbers above 7FFF become 7FFF.
        // SAFETY: the token exists.
        let words = unsafe { _mm256_packs_epi32(a, b) };
        for bound in [0x7F, 0x7FF] {
            // SAFETY: the token exists.
            let bound = unsafe { _mm256_set1_epi16(bound) };
            // SAFETY: the token exists.
            let above = unsafe { _mm256_cmpgt_epi16(words, bound) };
            // True is -1. SAFETY: the token exists.
            counts = unsafe { _mm256_sub_epi16(counts, above) };
        }
        counts = self.count_numbers_above(counts, a, 0xFFFF);
        self.count_numbers_above(counts, b, 0xFFFF)
    }

    #[inline(always)]
    fn total(self, counts: __m256i) -> usize {
        let zeros = self.splat(0);
        // SAFETY: the token exists.
        let sums = unsafe { _mm256_sad_epu8(counts, zeros) };
        // SAFETY: the token exists.
        let front = unsafe { _mm256_castsi256_si128(sums) };
        // SAFETY: the token exists.
        let back = unsafe { _mm256_extracti128_si256::<1>(sums) };
        // SAFETY: the token exists.
        let sums = unsafe { _mm_add_epi64(front, back) };
        // At most 255 per lane, so each sum fits its lower half.
        // SAFETY: the token exists.
        let first = unsafe { _mm_cvtsi128_si32(sums) };
        // SAFETY: the token exists.
        let second = unsafe { _mm_extract_epi32::<2>(sums) };
        (first + second).cast_unsigned() as usize
    }
}

impl Avx2 {
    /// The upper byte of each unit.
    #[inline(always)]
    fn upper(self, units: __m256i) -> __m256i {
        // SAFETY: the token exists.
        unsafe { _mm256_srli_epi16::<8>(units) }
    }

    /// Packs signed words to bytes with saturation: 80..7FFF become 80..FF.
    #[inline(always)]
    fn narrow(self, front: __m256i, back: __m256i) -> __m256i {
        // SAFETY: the token exists.
        unsafe { _mm256_packus_epi16(front, back) }
    }
}
