//! UTF-8 to UTF-16: the lane kernels, and compression by a table of shuffles.

use placemat_core::convert::Progress;
use placemat_simd::{
    Simd,
    convert::{BlockDst, Compress, Known, Lanes, Window, compress_by_table, replace_by_lanes, short},
    validate::steps,
};

use super::super::{Sse4, token::operations};
use crate::arch::{__m128i, _mm_cvtepu8_epi16};

/// Sixteen bytes.
type V = __m128i;

impl Compress for Sse4 {
    type Validate = steps::Full;
    type ValidateThree = steps::Three;

    const TWO_PASSES: usize = 20;

    #[inline(always)]
    fn compress_lanes(self, lanes: Lanes<V>, dst: &mut [u16], at: usize) -> usize {
        compress_by_table(self, lanes, dst, at)
    }

    #[inline(always)]
    fn widen<const N: usize>(self, bytes: &[u8; N], dst: &mut [u16; N]) -> bool {
        let (bytes, _) = bytes.as_chunks::<8>();
        let (dsts, _) = dst.as_chunks_mut::<8>();
        let mut any = self.splat(0);
        for (bytes, dst) in bytes.iter().zip(dsts) {
            let units = self.widened(self.join(u64::from_le_bytes(*bytes), 0));
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
        short(self, source, dst)
    }
}

impl Sse4 {
    operations! {
        /// The lower eight bytes as units.
        fn widened(bytes: V) -> V { _mm_cvtepu8_epi16(bytes) }
    }
}
