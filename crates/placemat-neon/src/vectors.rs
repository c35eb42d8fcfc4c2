//! Vector operations.

use core::arch::aarch64::{
    uint8x16_t, vaddq_u8, vaddvq_u16, vandq_u8, vceqzq_u8, vcgeq_u8, vcgtq_u8, vcltq_s8, vcltzq_s8,
    vcombine_u8, vcreate_u8, vdupq_n_u8, veorq_u8, vextq_u8, vld1q_u8, vmaxq_u8, vmaxvq_u8, vminq_s8,
    vminq_u8, vminvq_u8, vorrq_u8, vpaddq_u8, vpmaxq_u8, vqaddq_s8, vqsubq_u8, vqtbl1q_u8,
    vreinterpretq_s8_u8 as signed, vreinterpretq_u8_s8 as unsigned, vreinterpretq_u16_u8 as words,
    vshlq_n_u8, vshlq_u8, vshrq_n_u8, vsliq_n_u8, vst1q_u8, vsubq_u8, vtstq_u8, vzip1q_u8, vzip2q_u8,
};

use placemat_simd::Simd;

use crate::{Neon, token::operations};

/// Sixteen bytes. A vector is defined by its bytes in memory, so the numbers in it have the CPU's byte order.
pub(crate) type V = uint8x16_t;

impl Simd for Neon {
    type V = V;
    type Sixteen = Self;

    const LANES: usize = 16;

    #[inline(always)]
    fn sixteen(self) -> Self {
        self
    }

    placemat_simd::load_store! { vld1q_u8, vst1q_u8 }

    #[inline(always)]
    fn repeat(self, sixteen: &[u8; 16]) -> V {
        self.load(sixteen, 0)
    }

    #[inline(always)]
    fn movemask(self, a: V) -> u64 {
        self.bits(self.spread(a))
    }

    #[inline(always)]
    fn nonzero(self, a: V) -> u64 {
        self.bits(self.test(a))
    }

    operations! {
        fn splat(byte: u8) -> V { vdupq_n_u8(byte) }
        fn or(a: V, b: V) -> V { vorrq_u8(a, b) }
        fn and(a: V, b: V) -> V { vandq_u8(a, b) }
        fn xor(a: V, b: V) -> V { veorq_u8(a, b) }
        fn add(a: V, b: V) -> V { vaddq_u8(a, b) }
        fn add_signed_saturating(a: V, b: V) -> V { unsigned(vqaddq_s8(signed(a), signed(b))) }
        fn sub_saturating(a: V, b: V) -> V { vqsubq_u8(a, b) }
        fn min(a: V, b: V) -> V { vminq_u8(a, b) }
        fn max(a: V, b: V) -> V { vmaxq_u8(a, b) }
        fn high_nibble(a: V) -> V { vshrq_n_u8::<4>(a) }
        fn shuffle(bytes: V, index: V) -> V { vqtbl1q_u8(bytes, index) }
        fn interleave(a: V, b: V) -> [V; 2] { [vzip1q_u8(a, b), vzip2q_u8(a, b)] }
        fn join(low: u64, high: u64) -> V { vcombine_u8(vcreate_u8(low.to_le()), vcreate_u8(high.to_le())) }
        fn any_high_bit(a: V) -> bool { vmaxvq_u8(a) >= 0x80 }
        fn spread(a: V) -> V { vcltzq_s8(signed(a)) }
        fn bits_2_to_5(a: V) -> V { vandq_u8(vshrq_n_u8::<2>(a), vdupq_n_u8(0x0F)) }

        fn pack(low: V, high: V) -> V {
            // The maximum of each pair.
            vpmaxq_u8(low, high)
        }

        fn prev<const N: usize>(before: V, a: V) -> V {
            const { assert!(N == 1 || N == 2 || N == 3) };
            // The instruction needs a constant, which cannot be an expression of N.
            match N {
                1 => vextq_u8::<15>(before, a),
                2 => vextq_u8::<14>(before, a),
                _ => vextq_u8::<13>(before, a),
            }
        }
    }
}

/// Operations beyond the traits.
impl Neon {
    /// The movemask of a mask, whose lanes must be 00 or FF.
    #[inline(always)]
    fn bits(self, mask: V) -> u64 {
        const BITS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];
        self.combine(self.and(mask, self.load(&BITS, 0)))
    }

    operations! {
        /// Combines the bytes of the lower half by `or`, and those of the upper half. No two of a half may have a bit
        /// in common.
        fn combine(bits: V) -> u64 {
            // Zip each byte of the lower half with that of the upper half. The words have no bit in common either, so
            // their sum equals their `or`.
            let zipped = vzip1q_u8(bits, vextq_u8::<8>(bits, bits));
            u16::from_le(vaddvq_u16(words(zipped))).into()
        }

        /// FF where any bit is set, else 0.
        fn test(a: V) -> V { vtstq_u8(a, a) }

        /// FF where the byte is 0, else 0.
        pub(crate) fn is_zero(a: V) -> V { vceqzq_u8(a) }

        /// FF where `a` is less than `b`, else 0.
        pub(crate) fn less(a: V, b: V) -> V { vcgtq_u8(b, a) }

        /// FF where `a` is less than `b` as signed numbers, else 0.
        pub(crate) fn less_signed(a: V, b: V) -> V { vcltq_s8(signed(a), signed(b)) }

        /// FF where the byte is F0 or above, else 0.
        pub(crate) fn is_four(a: V) -> V { vcgeq_u8(a, vdupq_n_u8(0xF0)) }

        /// The minimum of signed bytes.
        pub(crate) fn min_signed(a: V, b: V) -> V { unsigned(vminq_s8(signed(a), signed(b))) }

        /// The minimum of all bytes.
        pub(crate) fn least(a: V) -> u8 { vminvq_u8(a) }

        /// The maximum of all bytes.
        pub(crate) fn largest(a: V) -> u8 { vmaxvq_u8(a) }

        /// Subtraction modulo 100.
        pub(crate) fn sub(a: V, b: V) -> V { vsubq_u8(a, b) }

        /// The sums of neighbours modulo 100.
        pub(crate) fn add_pairwise(a: V, b: V) -> V { vpaddq_u8(a, b) }

        /// Shifts each byte left by as many bits as `counts` has in its lane.
        pub(crate) fn shift_bytes_by(a: V, counts: V) -> V { vshlq_u8(a, signed(counts)) }

        /// Shifts each byte left by `N` bits.
        pub(crate) fn shift_bytes_up<const N: i32>(a: V) -> V { vshlq_n_u8::<N>(a) }

        /// Shifts each byte right by `N` bits.
        pub(crate) fn shift_bytes_down<const N: i32>(a: V) -> V { vshrq_n_u8::<N>(a) }

        /// The lowest `N` bits of each byte of `low`, and the bits of `high` above them.
        pub(crate) fn insert<const N: i32>(low: V, high: V) -> V { vsliq_n_u8::<N>(low, high) }
    }
}
