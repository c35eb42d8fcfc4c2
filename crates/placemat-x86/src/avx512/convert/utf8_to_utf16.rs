//! From UTF-8 to UTF-16: what each lane writes, and the units of the lanes that write moved together.

use core::arch::x86_64::{
    __m512i, _mm256_loadu_si256, _mm512_cvtepu8_epi16, _mm512_loadu_si512, _mm512_maskz_compress_epi8,
    _mm512_permutex2var_epi8, _mm512_storeu_si512,
};

use placemat_core::convert::Progress;
use placemat_simd::{
    BLOCK, Simd,
    convert::{Compact, Lanes, Window, units, utf8_to_utf16 as convert},
    validate::steps::{CONTINUATION, LEAD, LEAD3, LEAD4},
};

use super::super::Avx512;

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,popcnt")]
pub(super) fn utf8_to_utf16(source: &[u8], room: &mut [u16]) -> Progress {
    // What runs this has the features.
    convert(Avx512(()), source, room)
}

impl Compact for Avx512 {
    #[inline(always)]
    fn load_from(self, window: &Window, at: usize) -> __m512i {
        assert!(at <= window.len() - Self::LANES);
        // SAFETY: `at` is inside of the window.
        let octets = unsafe { window.as_ptr().add(at) };
        // SAFETY: the token exists, and LANES octets from there on are inside as well.
        unsafe { _mm512_loadu_si512(octets.cast()) }
    }

    #[inline(always)]
    fn units(self, b: [__m512i; 5]) -> Lanes<__m512i> {
        let [b0, b1, b2, b3, b4] = b;
        if self.at_least(b3, LEAD4) | self.at_least(b4, LEAD4) != 0 {
            return units(self, b);
        }
        // What the general formula makes of b2 and of b3, each by one lookup.
        let middle = self.lookup_lead(&MIDDLE, self.high_bits(b1), b2);
        let leads = self.at_least(b3, LEAD3);
        let low = self.or(self.and(b1, self.splat(0x7F)), self.and(middle, self.splat(0xC0)));
        let high = self.or(self.and(middle, self.splat(0x0F)), self.lookup_lead(&UPPER, leads, b3));
        let goes_on = self.high_bits(self.add_signed_saturating(b0, self.splat(LEAD - CONTINUATION)));
        Lanes { low, high, writes: !goes_on }
    }

    #[inline(always)]
    fn compact(self, lanes: Lanes<__m512i>, room: &mut [u16; BLOCK], at: usize) {
        assert!(at == 0, "all lanes of a block are one vector");
        let Lanes { low, high, writes } = lanes;
        // SAFETY: the token exists.
        let low = unsafe { _mm512_maskz_compress_epi8(writes, low) };
        // SAFETY: the token exists.
        let high = unsafe { _mm512_maskz_compress_epi8(writes, high) };
        let (front, back) = room.split_at_mut(BLOCK / 2);
        for (room, index) in [(front, &FRONT), (back, &BACK)] {
            // SAFETY: the token exists, and the index has the 64 octets that are loaded.
            let index = unsafe { _mm512_loadu_si512(index.as_ptr().cast()) };
            // SAFETY: the token exists.
            let units = unsafe { _mm512_permutex2var_epi8(low, index, high) };
            // SAFETY: the token exists, and half a block of units are the 64 octets that are stored.
            unsafe { _mm512_storeu_si512(room.as_mut_ptr().cast(), units) };
        }
    }

    #[inline(always)]
    fn widen(self, octets: &[u8; BLOCK], room: &mut [u16; BLOCK]) -> bool {
        let (octets, _) = octets.as_chunks::<32>();
        let (rooms, _) = room.as_chunks_mut::<32>();
        let mut any = self.splat(0);
        for (octets, room) in octets.iter().zip(rooms) {
            // SAFETY: the 32 octets that are loaded are there.
            let octets = unsafe { _mm256_loadu_si256(octets.as_ptr().cast()) };
            // SAFETY: the token exists.
            let units = unsafe { _mm512_cvtepu8_epi16(octets) };
            any = self.or(any, units);
            // SAFETY: the token exists, and 32 units are the 64 octets that are stored.
            unsafe { _mm512_storeu_si512(room.as_mut_ptr().cast(), units) };
        }
        // Only the lower octets have any bits.
        self.high_bits(any) == 0
    }
}

/// By the six lower bits of b2: two of them, as the upper ones of the lower octet; four, as the lower ones of
/// the upper octet.
static MIDDLE: [u8; 64] = {
    let mut table = [0; 64];
    let mut bits = 0;
    while bits < 64 {
        table[bits as usize] = (bits & 3) << 6 | bits >> 2;
        bits += 1;
    }
    table
};

/// By the six lower bits of a lead of three octets: its four bits, as the upper ones.
static UPPER: [u8; 64] = {
    let mut table = [0; 64];
    let mut bits = 0;
    while bits < 16 {
        table[(LEAD3 - LEAD + bits) as usize] = bits << 4;
        bits += 1;
    }
    table
};

/// One octet of the first vector and one of the second, in turn: from the lower half of both, and from the
/// upper one.
static FRONT: [u8; 64] = in_turn(0);
static BACK: [u8; 64] = in_turn(32);

const fn in_turn(from: u8) -> [u8; 64] {
    let mut index = [0; 64];
    let mut unit = 0;
    while unit < 32 {
        index[2 * unit as usize] = from + unit;
        index[2 * unit as usize + 1] = 64 + from + unit;
        unit += 1;
    }
    index
}
