//! UTF-8 to UTF-16: the lane kernels, and compression by a table of shuffles.

use placemat_core::convert::Progress;
use placemat_simd::{
    Simd,
    convert::{BlockDst, Compress, Known, Lanes, Window, compress_by_table, replace_by_lanes, short},
    validate::steps,
};

use super::super::{Avx2, token::operations};
use crate::arch::{__m128i, __m256i, _mm256_cvtepu8_epi16};
use crate::sse4::Sse4;

/// Thirty-two bytes.
type V = __m256i;

impl Compress for Avx2 {
    type Validate = steps::Full;
    type ValidateThree = steps::Three;

    const TWO_PASSES: usize = 16;

    #[inline(always)]
    fn compress_lanes(self, lanes: Lanes<V>, dst: &mut [u16], at: usize) -> usize {
        compress_by_table(self, lanes, dst, at)
    }

    #[inline(always)]
    fn widen<const N: usize>(self, bytes: &[u8; N], dst: &mut [u16; N]) -> bool {
        let (bytes, _) = bytes.as_chunks::<16>();
        let (dsts, _) = dst.as_chunks_mut::<16>();
        let mut any = self.splat(0);
        for (bytes, dst) in bytes.iter().zip(dsts) {
            let units = self.widened(Sse4::from(self).load(bytes, 0));
            any = self.or(any, units);
            self.store(units, dst, 0);
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

impl Avx2 {
    operations! {
        /// The bytes as units.
        fn widened(bytes: __m128i) -> V { _mm256_cvtepu8_epi16(bytes) }
    }
}
