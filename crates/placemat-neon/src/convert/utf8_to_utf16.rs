//! UTF-8 to UTF-16: the lane kernels, and compression by a table of shuffles.

use core::arch::aarch64::{uint8x16_t, vget_low_u8, vmovl_high_u8, vmovl_u8, vshrq_n_u8, vst1q_u16};

use placemat_core::convert::Progress;
use placemat_simd::{
    Narrow, Simd,
    convert::{Compress, Four, Lanes, Window, compress_by_table, short},
    validate::Step,
};

use super::block::block;
use crate::{
    Neon,
    steps::{Full, Three},
};

impl Compress for Neon {
    type Validate = Full;
    type ValidateThree = Three;

    #[inline(always)]
    fn spread(self, a: uint8x16_t) -> uint8x16_t {
        self.negative(a)
    }

    #[inline(always)]
    fn bits_2_to_5(self, a: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token exists.
        self.and(unsafe { vshrq_n_u8::<2>(a) }, self.splat(0x0F))
    }

    #[inline(always)]
    fn compress_lanes(self, lanes: Lanes<uint8x16_t>, dst: &mut [u16], at: usize) -> usize {
        compress_by_table(self, lanes, dst, at)
    }

    #[inline(always)]
    fn units(self, b: [uint8x16_t; 5]) -> Lanes<uint8x16_t> {
        self.three_or_four(b)
    }

    #[inline(always)]
    fn units_of_three(self, b: [uint8x16_t; 4]) -> Lanes<uint8x16_t> {
        self.three(b)
    }

    #[inline(always)]
    fn block<M: Step<Self>>(
        self,
        validate: (M, M::Acc),
        window: &Window,
        four: Four,
        dst: &mut [u16],
        at: usize,
    ) -> (M::Acc, usize) {
        const FITS: &str = "space for BLOCK units and SPARE ones";
        let dst = dst.get_mut(at..).and_then(|left| left.first_chunk_mut()).expect(FITS);
        block(self, validate, window, four, dst)
    }

    #[inline(always)]
    fn widen<const N: usize>(self, bytes: &[u8; N], dst: &mut [u16; N]) -> bool {
        let (bytes, _) = bytes.as_chunks::<16>();
        let (dsts, _) = dst.as_chunks_mut::<16>();
        let mut any = self.splat(0);
        for (bytes, dst) in bytes.iter().zip(dsts) {
            let bytes = self.whole(bytes);
            any = self.or(any, bytes);
            self.widen_sixteen(bytes, dst);
        }
        !self.any_high_bit(any)
    }

    #[inline(always)]
    fn convert_short(self, source: &[u8], dst: &mut [u16]) -> Progress {
        short(self, source, dst)
    }
}

impl Neon {
    /// Stores each byte as a unit.
    #[inline(always)]
    pub(super) fn widen_sixteen(self, bytes: uint8x16_t, dst: &mut [u16; 16]) {
        let (front, back) = dst.split_at_mut(8);
        // SAFETY: the token exists.
        let low = unsafe { vget_low_u8(bytes) };
        // SAFETY: the token exists.
        let units = unsafe { vmovl_u8(low) };
        // SAFETY: the token exists, and the destination has the 8 units that are stored.
        unsafe { vst1q_u16(front.as_mut_ptr(), units) };
        // SAFETY: the token exists.
        let units = unsafe { vmovl_high_u8(bytes) };
        // SAFETY: the token exists, and the destination has the 8 units that are stored.
        unsafe { vst1q_u16(back.as_mut_ptr(), units) };
    }
}
