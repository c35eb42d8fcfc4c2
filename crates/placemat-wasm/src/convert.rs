//! The conversion kernels: by the default methods, and widening.

use core::arch::wasm32::u16x8_extend_low_u8x16;

use placemat_simd::convert::{
    Convert, ConvertDirect, ConvertLatin1, ConvertUtf32, FromUtf16, Thresholds, ToUtf16,
};
use placemat_simd::{Simd, validate::steps};

use crate::{Wasm, token::family};

family! { converting }

impl Convert for Wasm {
    type Validate = steps::Full;
    type ValidateThree = steps::Three;

    const THRESHOLDS: Thresholds = Thresholds { scalar_max_pairs: 64, ..Thresholds::NARROW };

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
}

impl ToUtf16 for Wasm {}
impl FromUtf16 for Wasm {}
impl ConvertDirect for Wasm {}
impl ConvertLatin1 for Wasm {}
impl ConvertUtf32 for Wasm {}
