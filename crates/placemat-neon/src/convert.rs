//! The conversion kernels: where the default methods are not the best for NEON.

mod block;
mod encode;
mod halves;
mod utf32;
mod utf8_to_utf16;

use placemat_simd::convert::{
    Class, Convert, ConvertDirect, ConvertLatin1, ConvertUtf32, Dst, Four, Frame, FromUtf16, Lanes,
    Thresholds, ToUtf16, UNITS, Utf32Dst,
};
use placemat_simd::{BLOCK, Simd, validate::Step};

use crate::steps::{Full, Three};
use crate::{Neon, token::family, vectors::V};
use block::{VECTORS, block};
use encode::{encode, encode_block, encode_plain};
use utf32::decode;

family! { converting }

impl Convert for Neon {
    type Validate = Full;
    type ValidateThree = Three;

    const THRESHOLDS: Thresholds = Thresholds::NARROW;

    #[inline(always)]
    fn widen<const N: usize>(self, bytes: &[u8; N], dst: &mut [u16; N]) -> bool {
        let (bytes, _) = bytes.as_chunks::<16>();
        let (dsts, _) = dst.as_chunks_mut::<16>();
        let mut any = self.splat(0);
        for (bytes, dst) in bytes.iter().zip(dsts) {
            let bytes = self.load(bytes, 0);
            any = self.or(any, bytes);
            self.widen_sixteen(bytes, dst);
        }
        !self.any_high_bit(any)
    }
}

impl ToUtf16 for Neon {
    #[inline(always)]
    fn units(self, b: [V; 5]) -> Lanes<V> {
        self.three_or_four(b)
    }

    #[inline(always)]
    fn units_of_three(self, b: [V; 4]) -> Lanes<V> {
        self.three(b)
    }

    #[inline(always)]
    fn block<M: Step<Self>>(
        self, validate: (M, M::Acc), frame: &Frame, four: Four, dst: &mut [u16], at: usize,
    ) -> (M::Acc, usize) {
        const FITS: &str = "space for BLOCK units and SPARE ones";
        let dst = dst.get_mut(at..).and_then(|left| left.first_chunk_mut()).expect(FITS);
        block(self, validate, frame, four, dst)
    }
}

impl FromUtf16 for Neon {
    #[inline(always)]
    fn encode_utf16(self, units: &[u16; UNITS], class: Class, dst: &mut Dst) -> usize {
        encode(self, units, class, dst)
    }

    #[inline(always)]
    fn encode_utf16_plain(self, units: &[u16; UNITS], dst: &mut Dst) -> Option<usize> {
        encode_plain(self, units, dst)
    }
}

impl ConvertDirect for Neon {}
impl ConvertLatin1 for Neon {}

impl ConvertUtf32 for Neon {
    #[inline(always)]
    fn decode_utf32(self, frame: &Frame, bytes: u64, dst: &mut [u32; BLOCK]) -> usize {
        let mut largest = self.splat(0);
        for nth in 0..VECTORS {
            largest = self.max(largest, self.load(frame, nth * Self::LANES));
        }
        if self.largest(largest) < 0xF0 {
            decode::<false>(self, frame, bytes, dst)
        } else {
            decode::<true>(self, frame, bytes, dst)
        }
    }

    #[inline(always)]
    fn encode_utf32(self, units: &[u32; BLOCK], dst: &mut Utf32Dst) -> Option<usize> {
        encode_block(self, units, dst)
    }
}
