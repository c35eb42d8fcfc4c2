//! UTF-8 to UTF-32 and back.

mod decode;
mod encode;

use core::arch::x86_64::{__m128i, __m512i, _mm512_cvtepu8_epi32};

use placemat_core::convert::Progress;
use placemat_simd::{
    BLOCK, Simd,
    convert::{Utf32Dst, Utf32Kernel, Window, utf32_fused as fused},
};

use super::super::{Avx512, token::operations};
use crate::sse4::Sse4;
pub(super) use decode::SHORT;
use decode::UNITS;

impl Utf32Kernel for Avx512 {
    /// Only the first piece, the last ones, and those with errors are validated separately.
    const PIECE: usize = 1024;

    #[inline(always)]
    fn is_ascii(self, block: &[u8; BLOCK]) -> bool {
        self.movemask(self.load(block, 0)) == 0
    }

    #[inline(always)]
    fn widen(self, block: &[u8; BLOCK], dst: &mut [u32; BLOCK]) {
        for (bytes, dst) in block.as_chunks::<UNITS>().0.iter().zip(dst.as_chunks_mut::<UNITS>().0) {
            self.store(self.widened_to_32(Sse4::from(self).load(bytes, 0)), dst, 0);
        }
    }

    #[inline(always)]
    fn decode(self, window: &Window, bytes: u64, dst: &mut [u32; BLOCK]) -> usize {
        self.decode_block(window, bytes, dst)
    }

    #[inline(always)]
    fn fused(self, source: &[u8], dst: &mut [u32], from: Progress) -> Progress {
        fused(self, source, dst, from)
    }

    #[inline(always)]
    fn encode(self, units: &[u32; BLOCK], dst: &mut Utf32Dst) -> Option<usize> {
        self.encode_block(units, dst)
    }

    #[inline(always)]
    fn encode_some(self, units: &[u32], dst: &mut [u8]) -> Option<Progress> {
        Some(self.encode_short(units, dst))
    }
}

impl Avx512 {
    operations! {
        fn widened_to_32(bytes: __m128i) -> __m512i { _mm512_cvtepu8_epi32(bytes) }
    }
}
