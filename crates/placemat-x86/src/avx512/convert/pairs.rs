//! Halves of pairs: what lanes write for characters of four bytes in UTF-16.

use core::arch::x86_64::{__m512i, _mm512_mask_add_epi8, _mm512_mask_permutexvar_epi8};

use placemat_simd::{Simd, convert::Lanes};

use super::super::Avx512;

impl Avx512 {
    /// The lanes, with those that write the high and the low half of a pair.
    #[inline(always)]
    pub(super) fn with_pairs(
        self,
        lanes: Lanes<__m512i>,
        [b1, b2, b3]: [__m512i; 3],
        is_high: u64,
        is_low: u64,
    ) -> Lanes<__m512i> {
        let (w, z) = (self.lookup_byte(&PAIR_W, b2), self.lookup_byte(&PAIR_Z, b1));
        let upper = self.lookup_byte(&PAIR_HIGH, b2);
        let low_half = self.load(&PAIR_LOW, 0);
        // SAFETY: the token exists.
        let high = unsafe { _mm512_mask_permutexvar_epi8(lanes.high, is_low, b2, low_half) };
        Lanes {
            // SAFETY: the token exists.
            low: unsafe { _mm512_mask_add_epi8(lanes.low, is_high, w, z) },
            // SAFETY: the token exists.
            high: unsafe { _mm512_mask_add_epi8(high, is_high, b3, upper) },
            writes: lanes.writes | is_high,
        }
    }
}

/// What a high half is made of, by the six lower bits of a byte. [`units`](placemat_simd::convert::units) shows the
/// bits. The lower byte is the sum of `wwwwww00` and C0, by b2, and `zz`, by b1.
static PAIR_W: [u8; 64] = by_bits(Part::W);
static PAIR_Z: [u8; 64] = by_bits(Part::Z);
/// The upper byte is the sum of the lead and of this, by b2: E8, or one less where the subtraction of C0 borrows.
static PAIR_HIGH: [u8; 64] = by_bits(Part::High);
/// The upper byte of a low half, `110111yy`, by b2.
static PAIR_LOW: [u8; 64] = by_bits(Part::Low);

#[derive(Clone, Copy)]
enum Part {
    W,
    Z,
    High,
    Low,
}

const fn by_bits(part: Part) -> [u8; 64] {
    let mut table = [0; 64];
    let mut bits = 0_u8;
    while bits < 64 {
        table[bits as usize] = match part {
            Part::W => (bits << 2).wrapping_add(0xC0),
            Part::Z => bits >> 4,
            Part::High => 0xE8 - (bits < 0x10) as u8,
            Part::Low => 0xDC | bits >> 2 & 3,
        };
        bits += 1;
    }
    table
}
