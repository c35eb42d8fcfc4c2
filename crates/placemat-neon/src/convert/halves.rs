//! Sixteen units of UTF-16 or UTF-32, with their lowest bytes separated from those above, so that each operation
//! works on sixteen units.

use core::arch::aarch64::{
    vmaxvq_u16, vmaxvq_u32, vreinterpretq_u8_u16 as bytes, vreinterpretq_u16_u8 as words,
    vreinterpretq_u32_u8, vuzp1q_u8, vuzp1q_u16, vuzp2q_u8, vuzp2q_u16,
};

use placemat_simd::{BLOCK, Simd};

use crate::{Neon, token::operations, vectors::V};

/// The lowest bytes of sixteen units, and the bytes above those.
pub(super) type Halves = [V; 2];

/// A unit of UTF-16 or UTF-32.
pub(super) trait Unit: placemat_simd::Unit {
    /// The two lower bytes of each unit.
    fn split(simd: Neon, units: &[Self; 16]) -> Halves;

    /// The largest unit of a vector.
    fn largest(simd: Neon, units: V) -> u32;
}

impl Unit for u16 {
    #[inline(always)]
    fn split(simd: Neon, units: &[Self; 16]) -> Halves {
        simd.unzip_bytes(simd.load(units, 0), simd.load(units, 8))
    }

    #[inline(always)]
    fn largest(simd: Neon, units: V) -> u32 {
        simd.largest_word(units)
    }
}

impl Unit for u32 {
    #[inline(always)]
    fn split(simd: Neon, units: &[Self; 16]) -> Halves {
        let lower = |at| simd.lower_words(simd.load(units, at), simd.load(units, at + 4));
        simd.unzip_bytes(lower(0), lower(8))
    }

    #[inline(always)]
    fn largest(simd: Neon, units: V) -> u32 {
        simd.largest_number(units)
    }
}

impl Neon {
    /// The largest of a few numbers that together combine the bits of all units.
    #[inline(always)]
    pub(super) fn largest_of<U: Unit>(self, units: &[U; BLOCK]) -> u32 {
        let mut bits = self.splat(0);
        for units in units.as_chunks::<16>().0 {
            for at in (0..units.len()).step_by(Self::LANES / size_of::<U>()) {
                bits = self.or(bits, self.load(units, at));
            }
        }
        U::largest(self, bits)
    }

    /// FF where the unit is below 80, else 0.
    #[inline(always)]
    pub(super) fn is_one(self, [low, high]: Halves) -> V {
        self.and(self.is_zero(high), self.less_signed(self.splat(0xFF), low))
    }

    /// FF where a unit with this upper byte is below 800, else 0.
    #[inline(always)]
    pub(super) fn is_two(self, high: V) -> V {
        self.less(high, self.splat(8))
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

    /// The last byte of a unit of 80 or above.
    #[inline(always)]
    pub(super) fn last(self, low: V) -> V {
        self.or(self.and(low, self.splat(0x3F)), self.splat(0x80))
    }

    /// Bits 6 to 13.
    #[inline(always)]
    pub(super) fn middle(self, [low, high]: Halves) -> V {
        self.insert::<2>(self.shift_bytes_down::<6>(low), high)
    }

    operations! {
        fn largest_word(a: V) -> u32 { vmaxvq_u16(words(a)).into() }
        fn largest_number(a: V) -> u32 { vmaxvq_u32(vreinterpretq_u32_u8(a)) }

        /// The lower words of eight numbers, which have the CPU's byte order.
        fn lower_words(front: V, back: V) -> V {
            let (front, back) = (words(front), words(back));
            bytes(if cfg!(target_endian = "little") { vuzp1q_u16(front, back) } else { vuzp2q_u16(front, back) })
        }

        /// The lower and the upper bytes of sixteen words, which have the CPU's byte order.
        fn unzip_bytes(front: V, back: V) -> Halves {
            let (even, odd) = (vuzp1q_u8(front, back), vuzp2q_u8(front, back));
            if cfg!(target_endian = "little") { [even, odd] } else { [odd, even] }
        }
    }
}
