//! The conversion kernels: by the default methods, and widening.

use placemat_core::convert::Progress;
use placemat_simd::convert::{
    BlockDst, Convert, ConvertDirect, ConvertLatin1, ConvertUtf32, Frame, FromUtf16, Known, Thresholds,
    ToUtf16, UNITS, replace_by_lanes, utf16_to_utf8_lossy,
};
use placemat_simd::{Simd, validate::steps};

use super::token::{family, operations};
use super::{Sse4, vectors::V};
use crate::arch::_mm_cvtepu8_epi16;

family! { converting }

impl Convert for Sse4 {
    type Validate = steps::Full;
    type ValidateThree = steps::Three;

    const THRESHOLDS: Thresholds = Thresholds {
        two_pass_max_vectors: 20,
        scalar_max_pairs: 64,
        chunks_min_units: 64 * UNITS,
        ..Thresholds::NARROW
    };

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
}

impl ToUtf16 for Sse4 {
    #[inline(always)]
    fn replace_utf8(self, frame: &Frame, known: Known, dst: &mut BlockDst) -> Option<usize> {
        Some(replace_by_lanes(self, frame, known, dst))
    }
}

impl FromUtf16 for Sse4 {
    #[inline(always)]
    fn replace_utf16(self, source: &[u16], dst: &mut [u8]) -> Option<Progress> {
        Some(utf16_to_utf8_lossy(self, source, dst))
    }
}

impl ConvertDirect for Sse4 {}
impl ConvertLatin1 for Sse4 {}
impl ConvertUtf32 for Sse4 {}

impl Sse4 {
    operations! {
        /// The lower eight bytes as units.
        fn widened(bytes: V) -> V { _mm_cvtepu8_epi16(bytes) }
    }
}
