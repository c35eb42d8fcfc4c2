//! Surrogates: what lanes write for four-byte characters in UTF-16. `lanes.rs` of `placemat-simd` has the bits; here each
//! byte of a surrogate is a sum or a lookup by the six lower bits of one byte, and masks select the lanes.

use core::arch::x86_64::{_mm512_mask_add_epi8, _mm512_mask_permutexvar_epi8};

use placemat_simd::{Simd, convert::Lanes};

use super::super::{Avx512, token::operations, vectors::V};

impl Avx512 {
    /// Adds the lanes that write a high or low surrogate.
    #[inline(always)]
    pub(super) fn with_surrogates(
        self, lanes: Lanes<V>, [b1, b2, b3]: [V; 3], is_high: u64, is_low: u64,
    ) -> Lanes<V> {
        let (w, z) = (self.lookup_byte(&PAIR_W, b2), self.lookup_byte(&PAIR_Z, b1));
        let upper = self.lookup_byte(&PAIR_HIGH, b2);
        let high = self.lookup_where(is_low, self.load(&PAIR_LOW, 0), b2, lanes.high);
        Lanes {
            low: self.replace_by_sum(is_high, w, z, lanes.low),
            high: self.replace_by_sum(is_high, b3, upper, high),
            writes: lanes.writes | is_high,
        }
    }

    operations! {
        /// `table[byte & 3F]` in these lanes, `a` in the others.
        fn lookup_where(lanes: u64, table: V, bytes: V, a: V) -> V {
            _mm512_mask_permutexvar_epi8(a, lanes, bytes, table)
        }

        /// `b + c` in these lanes, `a` in the others.
        fn replace_by_sum(lanes: u64, b: V, c: V, a: V) -> V { _mm512_mask_add_epi8(a, lanes, b, c) }
    }
}

/// The parts of a high surrogate, indexed by the six lower bits of a byte. The lower byte is the sum of `wwwwww00` and C0,
/// by b2, and `zz`, by b1.
static PAIR_W: [u8; 64] = by_bits(Part::W);
static PAIR_Z: [u8; 64] = by_bits(Part::Z);
/// The upper byte is the sum of the lead byte and of this, by b2: E8, or one less if the subtraction of 40 borrows.
static PAIR_HIGH: [u8; 64] = by_bits(Part::High);
/// The upper byte of a low surrogate, `110111yy`, by b2.
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
