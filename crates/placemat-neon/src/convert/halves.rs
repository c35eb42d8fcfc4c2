//! Sixteen units of UTF-16 or UTF-32, with their lowest bytes separated from those above, so that each operation
//! works on sixteen units.

use core::arch::aarch64::{
    uint8x16_t, uint16x8_t, uint32x4_t, vceqzq_u8, vcgtq_u8, vld1q_u16, vld1q_u32, vmaxvq_u16, vmaxvq_u32,
    vminvq_u8, vorrq_u16, vorrq_u32, vreinterpretq_u8_u16, vreinterpretq_u16_u32, vsubq_u8, vuzp1q_u8,
    vuzp1q_u16, vuzp2q_u8, vuzp2q_u16,
};

use placemat_simd::{BLOCK, Simd};

use crate::Neon;

/// The lowest bytes of sixteen units, and the bytes above those.
pub(super) type Halves = [uint8x16_t; 2];

/// A unit of UTF-16 or UTF-32.
pub(super) trait Unit: Sized {
    /// The two lower bytes of each unit.
    fn halves(simd: Neon, units: &[Self; 16]) -> Halves;
}

impl Unit for u16 {
    #[inline(always)]
    fn halves(simd: Neon, units: &[Self; 16]) -> Halves {
        let (eights, _) = units.as_chunks();
        simd.apart(simd.eight(&eights[0]), simd.eight(&eights[1]))
    }
}

impl Unit for u32 {
    #[inline(always)]
    fn halves(simd: Neon, units: &[Self; 16]) -> Halves {
        let (fours, _) = units.as_chunks();
        let lower = |at: usize| {
            let (front, back) = (simd.four(&fours[at]), simd.four(&fours[at + 1]));
            // SAFETY: the token exists.
            let [front, back] = [front, back].map(|units| unsafe { vreinterpretq_u16_u32(units) });
            // The words of a unit are in native order.
            if cfg!(target_endian = "little") {
                // SAFETY: the token exists.
                unsafe { vuzp1q_u16(front, back) }
            } else {
                // SAFETY: the token exists.
                unsafe { vuzp2q_u16(front, back) }
            }
        };
        simd.apart(lower(0), lower(2))
    }
}

impl Neon {
    /// The largest of a few numbers that together combine the bits of all units.
    #[inline(always)]
    pub(super) fn largest(self, units: &[u16; BLOCK]) -> u16 {
        let mut bits = self.eight(&[0; 8]);
        let mut at = 0;
        while let Some(units) = units[at..].first_chunk() {
            // SAFETY: the token exists.
            bits = unsafe { vorrq_u16(bits, self.eight(units)) };
            at += 8;
        }
        // SAFETY: the token exists.
        unsafe { vmaxvq_u16(bits) }
    }

    /// The same for UTF-32.
    #[inline(always)]
    pub(super) fn largest_wide(self, units: &[u32; BLOCK]) -> u32 {
        let mut bits = self.four(&[0; 4]);
        let mut at = 0;
        while let Some(units) = units[at..].first_chunk() {
            // SAFETY: the token exists.
            bits = unsafe { vorrq_u32(bits, self.four(units)) };
            at += 4;
        }
        // SAFETY: the token exists.
        unsafe { vmaxvq_u32(bits) }
    }

    #[inline(always)]
    fn eight(self, units: &[u16; 8]) -> uint16x8_t {
        // SAFETY: the token exists, and the eight units are in bounds.
        unsafe { vld1q_u16(units.as_ptr()) }
    }

    #[inline(always)]
    fn four(self, units: &[u32; 4]) -> uint32x4_t {
        // SAFETY: the token exists, and the four units are in bounds.
        unsafe { vld1q_u32(units.as_ptr()) }
    }

    /// The lower and the upper bytes of sixteen words.
    #[inline(always)]
    fn apart(self, front: uint16x8_t, back: uint16x8_t) -> Halves {
        // SAFETY: the token exists.
        let [front, back] = [front, back].map(|words| unsafe { vreinterpretq_u8_u16(words) });
        // SAFETY: the token exists.
        let first = unsafe { vuzp1q_u8(front, back) };
        // SAFETY: the token exists.
        let second = unsafe { vuzp2q_u8(front, back) };
        // The bytes of a word are in native order.
        if cfg!(target_endian = "little") { [first, second] } else { [second, first] }
    }

    /// FF where the unit is below 80, else 0.
    #[inline(always)]
    pub(super) fn one(self, [low, high]: Halves) -> uint8x16_t {
        // SAFETY: the token exists.
        let is_narrow = unsafe { vceqzq_u8(high) };
        self.and(is_narrow, self.less_signed(self.splat(0xFF), low))
    }

    /// FF where a unit with this upper byte is below 800, else 0.
    #[inline(always)]
    pub(super) fn is_two(self, high: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token exists.
        unsafe { vcgtq_u8(self.splat(8), high) }
    }

    /// Whether any of these units is a surrogate.
    #[inline(always)]
    pub(super) fn has_surrogates<const N: usize>(self, all: [Halves; N]) -> bool {
        let mut least = self.splat(0xFF);
        for [_, high] in all {
            // D8..DF become 0..7.
            least = self.min(least, self.add(high, self.splat(0x28)));
        }
        self.least(least) < 8
    }

    /// Whether all bytes of a mask are FF. Each must be FF or 0.
    #[inline(always)]
    pub(super) fn all(self, mask: uint8x16_t) -> bool {
        self.least(mask) != 0
    }

    /// The minimum of all bytes.
    #[inline(always)]
    fn least(self, bytes: uint8x16_t) -> u8 {
        // SAFETY: the token exists.
        unsafe { vminvq_u8(bytes) }
    }

    /// Subtraction modulo 100.
    #[inline(always)]
    pub(super) fn sub(self, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token exists.
        unsafe { vsubq_u8(a, b) }
    }

    /// The last byte of a unit of 80 or above.
    #[inline(always)]
    pub(super) fn last(self, low: uint8x16_t) -> uint8x16_t {
        self.or(self.and(low, self.splat(0x3F)), self.splat(0x80))
    }

    /// Bits 6 to 13.
    #[inline(always)]
    pub(super) fn middle(self, [low, high]: Halves) -> uint8x16_t {
        self.insert::<2>(self.down::<6>(low), high)
    }
}
