//! The measuring kernels.

use core::arch::aarch64::{
    vaddlvq_u8, vceqq_u8, vcgtq_s8, vcgtq_s32, vcombine_u8, vdupq_n_s8, vdupq_n_s32, vdupq_n_u8, vqmovn_u16,
    vreinterpretq_s8_u8, vreinterpretq_s32_u8, vreinterpretq_u8_u32, vreinterpretq_u16_u8 as words,
    vreinterpretq_u32_u8, vshrn_n_u16, vsubq_u8, vsubq_u32,
};

use placemat_simd::{BLOCK, Simd, measure::Measure};

use crate::token::{family, operations};
use crate::{Neon, vectors::V};

family! { measuring }

impl Measure for Neon {
    #[inline(always)]
    fn split_units(self, block: &[u16; BLOCK], at: usize) -> [V; 2] {
        self.narrow(self.load(block, at), self.load(block, at + Self::LANES / 2))
    }

    // True is -1.
    operations! {
        fn count_above(counts: V, bytes: V, bound: i8) -> V {
            vsubq_u8(counts, vcgtq_s8(vreinterpretq_s8_u8(bytes), vdupq_n_s8(bound)))
        }

        fn count_equal(counts: V, bytes: V, byte: u8) -> V { vsubq_u8(counts, vceqq_u8(bytes, vdupq_n_u8(byte))) }

        fn count_numbers_above(counts: V, numbers: V, bound: i32) -> V {
            let above = vcgtq_s32(vreinterpretq_s32_u8(numbers), vdupq_n_s32(bound));
            vreinterpretq_u8_u32(vsubq_u32(vreinterpretq_u32_u8(counts), above))
        }

        fn total(counts: V) -> usize { vaddlvq_u8(counts).into() }
    }
}

impl Neon {
    operations! {
        /// The upper byte of each word; and each word narrowed with saturation, so that 80 and above become 80..FF.
        fn narrow(front: V, back: V) -> [V; 2] {
            let (front, back) = (words(front), words(back));
            let upper = vcombine_u8(vshrn_n_u16::<8>(front), vshrn_n_u16::<8>(back));
            [upper, vcombine_u8(vqmovn_u16(front), vqmovn_u16(back))]
        }
    }
}
