//! Vector operations.

use placemat_simd::{Simd, Unit};

use super::Avx2;
use crate::arch::{
    __m256i, _mm_loadu_si128, _mm256_add_epi8, _mm256_adds_epi8, _mm256_alignr_epi8, _mm256_and_si256,
    _mm256_broadcastsi128_si256, _mm256_loadu_si256, _mm256_max_epu8, _mm256_min_epu8, _mm256_movemask_epi8,
    _mm256_or_si256, _mm256_packs_epi16, _mm256_permute2x128_si256, _mm256_set1_epi8, _mm256_shuffle_epi8,
    _mm256_srli_epi16, _mm256_subs_epu8, _mm256_xor_si256,
};

impl Simd for Avx2 {
    type V = __m256i;

    const LANES: usize = 32;

    #[inline(always)]
    fn load<U: Unit>(self, units: &[U], at: usize) -> __m256i {
        assert!(at <= units.len() && units.len() - at >= Self::LANES / size_of::<U>());
        // SAFETY: `at` is in bounds.
        let units = unsafe { units.as_ptr().add(at) };
        // SAFETY: the token exists, and a vector of units from there on is in bounds as well.
        unsafe { _mm256_loadu_si256(units.cast()) }
    }

    #[inline(always)]
    fn splat(self, byte: u8) -> __m256i {
        // SAFETY: the token exists.
        unsafe { _mm256_set1_epi8(byte.cast_signed()) }
    }

    #[inline(always)]
    fn or(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the token exists.
        unsafe { _mm256_or_si256(a, b) }
    }

    #[inline(always)]
    fn and(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the token exists.
        unsafe { _mm256_and_si256(a, b) }
    }

    #[inline(always)]
    fn xor(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the token exists.
        unsafe { _mm256_xor_si256(a, b) }
    }

    #[inline(always)]
    fn add(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the token exists.
        unsafe { _mm256_add_epi8(a, b) }
    }

    #[inline(always)]
    fn add_signed_saturating(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the token exists.
        unsafe { _mm256_adds_epi8(a, b) }
    }

    #[inline(always)]
    fn sub_saturating(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the token exists.
        unsafe { _mm256_subs_epu8(a, b) }
    }

    #[inline(always)]
    fn min(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the token exists.
        unsafe { _mm256_min_epu8(a, b) }
    }

    #[inline(always)]
    fn max(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the token exists.
        unsafe { _mm256_max_epu8(a, b) }
    }

    #[inline(always)]
    fn high_nibble(self, a: __m256i) -> __m256i {
        // x86 has no byte shifts; the mask removes bits that a word shift moves in from the neighbour.
        // SAFETY: the token exists.
        let shifted = unsafe { _mm256_srli_epi16::<4>(a) };
        self.and(shifted, self.splat(0x0F))
    }

    #[inline(always)]
    fn lookup_16(self, table: &[u8; 16], index: __m256i) -> __m256i {
        // SAFETY: the table has the sixteen bytes that are loaded.
        let half = unsafe { _mm_loadu_si128(table.as_ptr().cast()) };
        // SAFETY: the token exists.
        let both = unsafe { _mm256_broadcastsi128_si256(half) };
        // SAFETY: the token exists.
        unsafe { _mm256_shuffle_epi8(both, index) }
    }

    #[inline(always)]
    fn pack(self, low: __m256i, high: __m256i) -> __m256i {
        // Packs signed words with saturation: only 0 becomes 0.
        // SAFETY: the token exists.
        unsafe { _mm256_packs_epi16(low, high) }
    }

    #[inline(always)]
    fn prev<const N: usize>(self, before: __m256i, a: __m256i) -> __m256i {
        const { assert!(N == 1 || N == 2 || N == 3) };
        // Below the lower half of `a` is the upper half of `before`, and below its upper half its lower one.
        // SAFETY: the token exists.
        let below = unsafe { _mm256_permute2x128_si256::<0x21>(before, a) };
        // The instruction needs a constant, which cannot be an expression of N.
        match N {
            // SAFETY: the token exists.
            1 => unsafe { _mm256_alignr_epi8::<15>(a, below) },
            // SAFETY: the token exists.
            2 => unsafe { _mm256_alignr_epi8::<14>(a, below) },
            // SAFETY: the token exists.
            _ => unsafe { _mm256_alignr_epi8::<13>(a, below) },
        }
    }

    #[inline(always)]
    fn movemask(self, a: __m256i) -> u64 {
        // SAFETY: the token exists.
        let bits = unsafe { _mm256_movemask_epi8(a) };
        u64::from(bits.cast_unsigned())
    }

    const COUNTS: bool = true;

    #[inline(always)]
    fn count_eight(self, lanes: u8) -> usize {
        lanes.count_ones() as usize
    }

    #[inline(always)]
    fn count(self, lanes: u64) -> usize {
        lanes.count_ones() as usize
    }
}
