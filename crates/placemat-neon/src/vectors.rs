//! Vector operations.

use core::arch::aarch64::{
    int8x16_t, uint8x16_t, vaddq_u8, vaddvq_u16, vandq_u8, vcltq_s8, vcltzq_s8, vcombine_u8, vcreate_u8,
    vdupq_n_u8, veorq_u8, vextq_u8, vld1q_u8, vmaxq_u8, vmaxvq_u8, vminq_s8, vminq_u8, vorrq_u8, vpmaxq_u8,
    vqaddq_s8, vqsubq_u8, vqtbl1q_u8, vreinterpretq_s8_u8, vreinterpretq_u8_s8, vreinterpretq_u16_u8,
    vshrq_n_u8, vst1q_u8, vtstq_u8, vzip1q_u8,
};

use placemat_simd::{Narrow, Simd, Unit};

use crate::Neon;

impl Simd for Neon {
    type V = uint8x16_t;

    const LANES: usize = 16;

    #[inline(always)]
    fn load<U: Unit>(self, units: &[U], at: usize) -> uint8x16_t {
        assert!(at <= units.len() && units.len() - at >= Self::LANES / size_of::<U>());
        // SAFETY: `at` is in bounds.
        let units = unsafe { units.as_ptr().add(at) };
        // SAFETY: the token exists, and a vector of units from there on is in bounds as well.
        unsafe { vld1q_u8(units.cast()) }
    }

    #[inline(always)]
    fn store<U: Unit>(self, a: uint8x16_t, dst: &mut [U], at: usize) {
        assert!(at <= dst.len() && dst.len() - at >= Self::LANES / size_of::<U>());
        // SAFETY: `at` is in bounds.
        let dst = unsafe { dst.as_mut_ptr().add(at) };
        // SAFETY: the token exists, a vector of units from there on is in bounds as well, and any bits are units.
        unsafe { vst1q_u8(dst.cast(), a) };
    }

    #[inline(always)]
    fn splat(self, byte: u8) -> uint8x16_t {
        // SAFETY: the token exists.
        unsafe { vdupq_n_u8(byte) }
    }

    #[inline(always)]
    fn or(self, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token exists.
        unsafe { vorrq_u8(a, b) }
    }

    #[inline(always)]
    fn and(self, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token exists.
        unsafe { vandq_u8(a, b) }
    }

    #[inline(always)]
    fn xor(self, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token exists.
        unsafe { veorq_u8(a, b) }
    }

    #[inline(always)]
    fn add(self, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token exists.
        unsafe { vaddq_u8(a, b) }
    }

    #[inline(always)]
    fn add_signed_saturating(self, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token exists.
        let sum = unsafe { vqaddq_s8(self.signed(a), self.signed(b)) };
        // SAFETY: the token exists.
        unsafe { vreinterpretq_u8_s8(sum) }
    }

    #[inline(always)]
    fn sub_saturating(self, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token exists.
        unsafe { vqsubq_u8(a, b) }
    }

    #[inline(always)]
    fn min(self, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token exists.
        unsafe { vminq_u8(a, b) }
    }

    #[inline(always)]
    fn max(self, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token exists.
        unsafe { vmaxq_u8(a, b) }
    }

    #[inline(always)]
    fn high_nibble(self, a: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token exists.
        unsafe { vshrq_n_u8::<4>(a) }
    }

    #[inline(always)]
    fn lookup_16(self, table: &[u8; 16], index: uint8x16_t) -> uint8x16_t {
        let table = self.whole(table);
        // SAFETY: the token exists.
        unsafe { vqtbl1q_u8(table, index) }
    }

    #[inline(always)]
    fn pack(self, low: uint8x16_t, high: uint8x16_t) -> uint8x16_t {
        // The maximum of each pair.
        // SAFETY: the token exists.
        unsafe { vpmaxq_u8(low, high) }
    }

    #[inline(always)]
    fn any_high_bit(self, a: uint8x16_t) -> bool {
        // SAFETY: the token exists.
        unsafe { vmaxvq_u8(a) >= 0x80 }
    }

    #[inline(always)]
    fn prev<const N: usize>(self, before: uint8x16_t, a: uint8x16_t) -> uint8x16_t {
        const { assert!(N == 1 || N == 2 || N == 3) };
        // The instruction needs a constant, which cannot be an expression of N.
        match N {
            // SAFETY: the token exists.
            1 => unsafe { vextq_u8::<15>(before, a) },
            // SAFETY: the token exists.
            2 => unsafe { vextq_u8::<14>(before, a) },
            // SAFETY: the token exists.
            _ => unsafe { vextq_u8::<13>(before, a) },
        }
    }

    #[inline(always)]
    fn movemask(self, a: uint8x16_t) -> u64 {
        // SAFETY: the token exists.
        self.bits(unsafe { vcltzq_s8(self.signed(a)) })
    }

    #[inline(always)]
    fn nonzero(self, a: uint8x16_t) -> u64 {
        // SAFETY: the token exists.
        self.bits(unsafe { vtstq_u8(a, a) })
    }
}

/// Operations beyond [`Simd`].
impl Neon {
    /// The same bits as signed numbers.
    #[inline(always)]
    fn signed(self, a: uint8x16_t) -> int8x16_t {
        // SAFETY: the token exists.
        unsafe { vreinterpretq_s8_u8(a) }
    }

    /// The movemask of a mask, whose lanes must be 00 or FF.
    #[inline(always)]
    fn bits(self, mask: uint8x16_t) -> u64 {
        const BITS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];
        let bits = self.and(mask, self.whole(&BITS));
        // Pair each byte of the lower half with that of the upper half. Each pair has bits of its own among the
        // sixteen, so the sum equals their `or`.
        // SAFETY: the token exists.
        let upper = unsafe { vextq_u8::<8>(bits, bits) };
        // SAFETY: the token exists.
        let pairs = unsafe { vzip1q_u8(bits, upper) };
        // SAFETY: the token exists.
        let pairs = unsafe { vreinterpretq_u16_u8(pairs) };
        // SAFETY: the token exists.
        u64::from(u16::from_le(unsafe { vaddvq_u16(pairs) }))
    }

    /// The minimum of signed bytes.
    #[inline(always)]
    pub(crate) fn min_signed(self, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token exists.
        let least = unsafe { vminq_s8(self.signed(a), self.signed(b)) };
        // SAFETY: the token exists.
        unsafe { vreinterpretq_u8_s8(least) }
    }

    /// FF where `a` is less than `b` as signed numbers, else 0.
    #[inline(always)]
    pub(crate) fn less_signed(self, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token exists.
        unsafe { vcltq_s8(self.signed(a), self.signed(b)) }
    }
}

impl Narrow for Neon {
    #[inline(always)]
    fn join(self, low: u64, high: u64) -> uint8x16_t {
        // A vector is defined by its bytes in memory, where the highest byte of a number may come first.
        // SAFETY: the token exists.
        let low = unsafe { vcreate_u8(low.to_le()) };
        // SAFETY: the token exists.
        let high = unsafe { vcreate_u8(high.to_le()) };
        // SAFETY: the token exists.
        unsafe { vcombine_u8(low, high) }
    }
}
