//! Vector operations.

use placemat_simd::{Narrow, Simd, Unit};

use super::Sse4;
use crate::arch::{
    __m128i, _mm_add_epi8, _mm_adds_epi8, _mm_alignr_epi8, _mm_and_si128, _mm_loadu_si128, _mm_max_epu8,
    _mm_min_epu8, _mm_movemask_epi8, _mm_or_si128, _mm_packs_epi16, _mm_set_epi64x, _mm_set1_epi8,
    _mm_shuffle_epi8, _mm_srli_epi16, _mm_storeu_si128, _mm_subs_epu8, _mm_xor_si128,
};

impl Simd for Sse4 {
    type V = __m128i;

    const LANES: usize = 16;

    #[inline(always)]
    fn load<U: Unit>(self, units: &[U], at: usize) -> __m128i {
        assert!(at <= units.len() && units.len() - at >= Self::LANES / size_of::<U>());
        // SAFETY: `at` is in bounds.
        let units = unsafe { units.as_ptr().add(at) };
        // SAFETY: the token exists, and a vector of units from there on is in bounds as well.
        unsafe { _mm_loadu_si128(units.cast()) }
    }

    #[inline(always)]
    fn store<U: Unit>(self, a: __m128i, dst: &mut [U], at: usize) {
        assert!(at <= dst.len() && dst.len() - at >= Self::LANES / size_of::<U>());
        // SAFETY: `at` is in bounds.
        let dst = unsafe { dst.as_mut_ptr().add(at) };
        // SAFETY: the token exists, a vector of units from there on is in bounds as well, and any bits are units.
        unsafe { _mm_storeu_si128(dst.cast(), a) };
    }

    #[inline(always)]
    fn splat(self, byte: u8) -> __m128i {
        // SAFETY: the token exists.
        unsafe { _mm_set1_epi8(byte.cast_signed()) }
    }

    #[inline(always)]
    fn or(self, a: __m128i, b: __m128i) -> __m128i {
        // SAFETY: the token exists.
        unsafe { _mm_or_si128(a, b) }
    }

    #[inline(always)]
    fn and(self, a: __m128i, b: __m128i) -> __m128i {
        // SAFETY: the token exists.
        unsafe { _mm_and_si128(a, b) }
    }

    #[inline(always)]
    fn xor(self, a: __m128i, b: __m128i) -> __m128i {
        // SAFETY: the token exists.
        unsafe { _mm_xor_si128(a, b) }
    }

    #[inline(always)]
    fn add(self, a: __m128i, b: __m128i) -> __m128i {
        // SAFETY: the token exists.
        unsafe { _mm_add_epi8(a, b) }
    }

    #[inline(always)]
    fn add_signed_saturating(self, a: __m128i, b: __m128i) -> __m128i {
        // SAFETY: the token exists.
        unsafe { _mm_adds_epi8(a, b) }
    }

    #[inline(always)]
    fn sub_saturating(self, a: __m128i, b: __m128i) -> __m128i {
        // SAFETY: the token exists.
        unsafe { _mm_subs_epu8(a, b) }
    }

    #[inline(always)]
    fn min(self, a: __m128i, b: __m128i) -> __m128i {
        // SAFETY: the token exists.
        unsafe { _mm_min_epu8(a, b) }
    }

    #[inline(always)]
    fn max(self, a: __m128i, b: __m128i) -> __m128i {
        // SAFETY: the token exists.
        unsafe { _mm_max_epu8(a, b) }
    }

    #[inline(always)]
    fn high_nibble(self, a: __m128i) -> __m128i {
        // x86 has no byte shifts; the mask removes bits that a word shift moves in from the neighbour.
        // SAFETY: the token exists.
        let shifted = unsafe { _mm_srli_epi16::<4>(a) };
        self.and(shifted, self.splat(0x0F))
    }

    #[inline(always)]
    fn lookup_16(self, table: &[u8; 16], index: __m128i) -> __m128i {
        let table = self.whole(table);
        // SAFETY: the token exists.
        unsafe { _mm_shuffle_epi8(table, index) }
    }

    #[inline(always)]
    fn pack(self, low: __m128i, high: __m128i) -> __m128i {
        // Packs signed words with saturation: only 0 becomes 0.
        // SAFETY: the token exists.
        unsafe { _mm_packs_epi16(low, high) }
    }

    #[inline(always)]
    fn prev<const N: usize>(self, before: __m128i, a: __m128i) -> __m128i {
        const { assert!(N == 1 || N == 2 || N == 3) };
        // The instruction needs a constant, which cannot be an expression of N.
        match N {
            // SAFETY: the token exists.
            1 => unsafe { _mm_alignr_epi8::<15>(a, before) },
            // SAFETY: the token exists.
            2 => unsafe { _mm_alignr_epi8::<14>(a, before) },
            // SAFETY: the token exists.
            _ => unsafe { _mm_alignr_epi8::<13>(a, before) },
        }
    }

    #[inline(always)]
    fn movemask(self, a: __m128i) -> u64 {
        // SAFETY: the token exists.
        let bits = unsafe { _mm_movemask_epi8(a) };
        u64::from(bits.cast_unsigned())
    }
}

impl Narrow for Sse4 {
    #[inline(always)]
    fn join(self, low: u64, high: u64) -> __m128i {
        // SAFETY: the token exists.
        unsafe { _mm_set_epi64x(high.cast_signed(), low.cast_signed()) }
    }
}
