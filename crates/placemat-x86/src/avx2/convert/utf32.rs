//! UTF-32 to UTF-8 and back.

use placemat_core::convert::Progress;
use placemat_simd::{
    BLOCK,
    convert::{Latin1Kernel, Utf32Dst, Utf32Kernel, Window, utf32_by_words},
};

use super::super::Avx2;
use crate::sse4::Sse4;

impl Utf32Kernel for Avx2 {
    const IS_NARROW: bool = true;

    #[inline(always)]
    fn is_ascii(self, block: &[u8; BLOCK]) -> bool {
        Latin1Kernel::is_ascii(self, block)
    }

    #[inline(always)]
    fn widen(self, block: &[u8; BLOCK], dst: &mut [u32; BLOCK]) {
        Sse4::from(self).widen(block, dst);
    }

    #[inline(always)]
    fn decode(self, window: &Window, bytes: u64, dst: &mut [u32; BLOCK]) -> usize {
        Utf32Kernel::decode(Sse4::from(self), window, bytes, dst)
    }

    #[inline(always)]
    fn encode(self, units: &[u32; BLOCK], dst: &mut Utf32Dst) -> Option<usize> {
        utf32_by_words(self, Sse4::from(self), units, dst)
    }

    #[inline(always)]
    fn encode_some(self, units: &[u32], dst: &mut [u8]) -> Option<Progress> {
        Utf32Kernel::encode_some(Sse4::from(self), units, dst)
    }
}
