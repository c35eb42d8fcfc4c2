//! UTF-8 to UTF-16: the lane kernels, and compression by a table of shuffles.

use placemat_core::convert::Progress;
use placemat_simd::{
    Narrow, Simd,
    convert::{
        BlockDst, Compress, Known, Lanes, ReplaceLanes, Window, compress_by_table, replace_by_lanes, short,
    },
    validate::steps,
};

use super::super::Sse4;
use crate::arch::{
    __m128i, _mm_cmpeq_epi8, _mm_cmplt_epi8, _mm_cvtepu8_epi16, _mm_loadl_epi64, _mm_shuffle_epi8,
    _mm_srli_epi16, _mm_storeu_si128,
};

impl Compress for Sse4 {
    type Validate = steps::Full;
    type ValidateThree = steps::Three;

    #[inline(always)]
    fn spread(self, a: __m128i) -> __m128i {
        // SAFETY: the token exists.
        unsafe { _mm_cmplt_epi8(a, self.splat(0)) }
    }

    #[inline(always)]
    fn bits_2_to_5(self, a: __m128i) -> __m128i {
        // The mask removes bits from the neighbour.
        // SAFETY: the token exists.
        self.and(unsafe { _mm_srli_epi16::<2>(a) }, self.splat(0x0F))
    }

    const TWO_PASSES: usize = 20;

    #[inline(always)]
    fn compress_lanes(self, lanes: Lanes<__m128i>, dst: &mut [u16], at: usize) -> usize {
        compress_by_table(self, lanes, dst, at)
    }

    #[inline(always)]
    fn widen<const N: usize>(self, bytes: &[u8; N], dst: &mut [u16; N]) -> bool {
        let (bytes, _) = bytes.as_chunks::<8>();
        let (dsts, _) = dst.as_chunks_mut::<8>();
        let mut any = self.splat(0);
        for (bytes, dst) in bytes.iter().zip(dsts) {
            // SAFETY: the 8 bytes that are loaded are in bounds.
            let bytes = unsafe { _mm_loadl_epi64(bytes.as_ptr().cast()) };
            // SAFETY: the token exists.
            let units = unsafe { _mm_cvtepu8_epi16(bytes) };
            any = self.or(any, units);
            // SAFETY: the token exists, and 8 units are the 16 bytes that are stored.
            unsafe { _mm_storeu_si128(dst.as_mut_ptr().cast(), units) };
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
        short(self, source, dst)
    }
}

impl ReplaceLanes for Sse4 {
    #[inline(always)]
    fn lanes_of(self, set: u64) -> __m128i {
        // Copy to each lane the byte that contains its bit.
        // SAFETY: the token exists.
        let sets = unsafe { _mm_shuffle_epi8(self.join(set, 0), self.join(0, 0x0101_0101_0101_0101)) };
        let bits = self.join(0x8040_2010_0804_0201, 0x8040_2010_0804_0201);
        // SAFETY: the token exists.
        unsafe { _mm_cmpeq_epi8(self.and(sets, bits), bits) }
    }
}
