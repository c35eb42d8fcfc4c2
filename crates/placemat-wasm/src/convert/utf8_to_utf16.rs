//! UTF-8 to UTF-16: the lane kernels, and compression by a table of shuffles.

use core::arch::wasm32::{u16x8_extend_low_u8x16, v128};

use placemat_core::convert::Progress;
use placemat_simd::{
    Simd,
    convert::{Compress, Lanes, compress_by_table, short},
    validate::steps,
};

use crate::Wasm;

/// Sixteen bytes.
type V = v128;

impl Compress for Wasm {
    type Validate = steps::Full;
    type ValidateThree = steps::Three;

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
            // Compilers make one load of this.
            let units = u16x8_extend_low_u8x16(self.join(u64::from_le_bytes(*bytes), 0));
            any = self.or(any, units);
            self.store(units, dst, 0);
        }
        // Only the lower bytes can be nonzero.
        !self.any_high_bit(any)
    }

    #[inline(always)]
    fn convert_short(self, source: &[u8], dst: &mut [u16]) -> Progress {
        short(self, source, dst)
    }
}
