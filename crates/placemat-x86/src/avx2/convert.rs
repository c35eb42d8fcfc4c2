//! The conversion kernels: by the default methods, and widening.

use placemat_core::convert::Progress;
use placemat_simd::convert::{
    BlockDst, Convert, ConvertDirect, ConvertLatin1, ConvertUtf32, Frame, FromUtf16, Known, Thresholds,
    ToUtf16, UNITS, replace_by_lanes, utf16_to_utf8_lossy,
};
use placemat_simd::{Simd, validate::steps};

use super::token::{family, operations};
use super::{Avx2, vectors::V};
use crate::arch::{__m128i, _mm256_cvtepu8_epi16};
use crate::sse4::Sse4;

family! { converting }

impl Convert for Avx2 {
    type Validate = steps::Full;
    type ValidateThree = steps::Three;

    const THRESHOLDS: Thresholds = Thresholds {
        two_pass_max_vectors: 16,
        scalar_max_pairs: 64,
        chunks_min_units: 64 * UNITS,
        ..Thresholds::NARROW
    };

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
}

impl ToUtf16 for Avx2 {
    #[inline(always)]
    fn replace_utf8(self, frame: &Frame, known: Known, dst: &mut BlockDst) -> Option<usize> {
        Some(replace_by_lanes(self, frame, known, dst))
    }
}

impl FromUtf16 for Avx2 {
    #[inline(always)]
    fn replace_utf16(self, source: &[u16], dst: &mut [u8]) -> Option<Progress> {
        Some(utf16_to_utf8_lossy(self, source, dst))
    }
}

impl ConvertDirect for Avx2 {}
impl ConvertLatin1 for Avx2 {}
impl ConvertUtf32 for Avx2 {}

impl Avx2 {
    operations! {
        /// The bytes as units.
        fn widened(bytes: __m128i) -> V { _mm256_cvtepu8_epi16(bytes) }
    }
}
