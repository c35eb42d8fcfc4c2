//! UTF-8 to UTF-16: the lane kernels, and compression by a table of shuffles.

use core::arch::wasm32::{i8x16_lt, u8x16_shr, u16x8_load_extend_u8x8, v128, v128_store};

use placemat_core::convert::Progress;
use placemat_simd::{
    Simd,
    convert::{Compress, Lanes, compress_by_table, short},
    validate::steps,
};

use crate::Wasm;

impl Compress for Wasm {
    type Validate = steps::Full;
    type ValidateThree = steps::Three;

    #[inline(always)]
    fn spread(self, a: v128) -> v128 {
        i8x16_lt(a, self.splat(0))
    }

    #[inline(always)]
    fn bits_2_to_5(self, a: v128) -> v128 {
        self.and(u8x16_shr(a, 2), self.splat(0x0F))
    }

    #[inline(always)]
    fn compress_lanes(self, lanes: Lanes<v128>, dst: &mut [u16], at: usize) -> usize {
        compress_by_table(self, lanes, dst, at)
    }

    #[inline(always)]
    fn widen<const N: usize>(self, bytes: &[u8; N], dst: &mut [u16; N]) -> bool {
        let (bytes, _) = bytes.as_chunks::<8>();
        let (dsts, _) = dst.as_chunks_mut::<8>();
        let mut any = self.splat(0);
        for (bytes, dst) in bytes.iter().zip(dsts) {
            // SAFETY: the 8 bytes that are loaded are in bounds.
            let units = unsafe { u16x8_load_extend_u8x8(bytes.as_ptr()) };
            any = self.or(any, units);
            // SAFETY: the destination has the 16 bytes that are stored, 8 units.
            unsafe { v128_store(dst.as_mut_ptr().cast(), units) };
        }
        // Only the lower bytes can be nonzero.
        !self.any_high_bit(any)
    }

    #[inline(always)]
    fn convert_short(self, source: &[u8], dst: &mut [u16]) -> Progress {
        short(self, source, dst)
    }
}
