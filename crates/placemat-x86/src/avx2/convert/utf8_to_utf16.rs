//! UTF-8 to UTF-16: the lane kernels, and compression by a table of shuffles.

use placemat_core::convert::Progress;
use placemat_simd::{
    Simd,
    convert::{
        BlockDst, Compress, Known, Lanes, ReplaceLanes, Window, compress_by_table, replace_by_lanes, short,
    },
    validate::steps,
};

use super::super::Avx2;
use crate::arch::{
    __m256i, _mm_loadu_si128, _mm256_cmpeq_epi8, _mm256_cmpgt_epi8, _mm256_cvtepu8_epi16, _mm256_set1_epi64x,
    _mm256_setr_epi64x, _mm256_shuffle_epi8, _mm256_srli_epi16, _mm256_storeu_si256,
};
use crate::sse4::Sse4;

impl Compress for Avx2 {
    type Validate = steps::Full;
    type ValidateThree = steps::Three;

    #[inline(always)]
    fn spread(self, a: __m256i) -> __m256i {
        // SAFETY: the token exists.
        unsafe { _mm256_cmpgt_epi8(self.splat(0), a) }
    }

    #[inline(always)]
    fn bits_2_to_5(self, a: __m256i) -> __m256i {
        // The mask removes bits from the neighbour.
        // SAFETY: the token exists.
        self.and(unsafe { _mm256_srli_epi16::<2>(a) }, self.splat(0x0F))
    }

    const TWO_PASSES: usize = 16;

    #[inline(always)]
    fn compress_lanes(self, lanes: Lanes<__m256i>, dst: &mut [u16], at: usize) -> usize {
        compress_by_table(self, lanes, dst, at)
    }

    #[inline(always)]
    fn widen<const N: usize>(self, bytes: &[u8; N], dst: &mut [u16; N]) -> bool {
        let (bytes, _) = bytes.as_chunks::<16>();
        let (dsts, _) = dst.as_chunks_mut::<16>();
        let mut any = self.splat(0);
        for (bytes, dst) in bytes.iter().zip(dsts) {
            // SAFETY: the 16 bytes that are loaded are in bounds.
            let bytes = unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) };
            // SAFETY: the token exists.
            let units = unsafe { _mm256_cvtepu8_epi16(bytes) };
            any = self.or(any, units);
            // SAFETY: the token exists, and 16 units are the 32 bytes that are stored.
            unsafe { _mm256_storeu_si256(dst.as_mut_ptr().cast(), units) };
        }
        // Only the lower bytes can be nonzero.
        !self.any_high_bit(any)
    }

    #[inline(always)]
    fn replace(self, window: &Window, known: Known, dst: &mut BlockDst) -> usize {
        replace_by_lanes(self, window, known, dst)
    }

    #[inline(always)]
    fn convert_short(self, source: &[u8], dst: &mut [u16]) -> Progress {
        short(Sse4::from(self), source, dst)
    }
}

impl ReplaceLanes for Avx2 {
    #[inline(always)]
    fn lanes_of(self, set: u64) -> __m256i {
        // SAFETY: the token exists.
        let all = unsafe { _mm256_set1_epi64x(set.cast_signed()) };
        // Copy to each lane the byte that contains its bit.
        // SAFETY: the token exists.
        let bytes = unsafe {
            _mm256_setr_epi64x(0, 0x0101_0101_0101_0101, 0x0202_0202_0202_0202, 0x0303_0303_0303_0303)
        };
        // SAFETY: the token exists.
        let sets = unsafe { _mm256_shuffle_epi8(all, bytes) };
        // SAFETY: the token exists.
        let bits = unsafe { _mm256_set1_epi64x(0x8040_2010_0804_0201_u64.cast_signed()) };
        // SAFETY: the token exists.
        unsafe { _mm256_cmpeq_epi8(self.and(sets, bits), bits) }
    }
}
