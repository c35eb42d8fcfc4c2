//! From UTF-16 to UTF-8: the octets of each unit in place, and what it does not need left out.
//!
//! The octets of every sequence but those of ASCII have their highest bit set. So an octet that is not needed
//! is made 0, and what is kept is: the last octet of each unit, and every other whose highest bit is set.

use core::arch::x86_64::{
    __m512i, _mm256_storeu_si256, _mm512_add_epi16, _mm512_cmpeq_epi16_mask, _mm512_cmpge_epu16_mask,
    _mm512_cvtepi16_epi8, _mm512_loadu_si512, _mm512_mask_blend_epi16, _mm512_maskz_compress_epi8,
    _mm512_maskz_mov_epi16, _mm512_permutex2var_epi8, _mm512_set1_epi16, _mm512_slli_epi16,
    _mm512_srli_epi16, _mm512_storeu_si512,
};

use placemat_core::convert::Progress;
use placemat_simd::{
    Simd,
    convert::{Class, Room, Shorten, UNITS, Units, utf16_to_utf8 as convert},
};

use super::super::Avx512;

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,popcnt")]
pub(super) fn utf16_to_utf8(source: &[u16], room: &mut [u8]) -> Progress {
    // What runs this has the features.
    convert(Avx512(()), source, room)
}

impl Shorten for Avx512 {
    #[inline(always)]
    fn class(self, units: &[u16; UNITS]) -> Class {
        let units = self.units_at(units, 0);
        // No closure: it would not be compiled for the processor features.
        if self.from(units, 0x80) == 0 {
            Class::Ascii
        } else if self.from(units, 0x800) == 0 {
            Class::Two
        } else {
            Class::Any
        }
    }

    #[inline(always)]
    fn shorten(self, units: &Units, class: Class, room: &mut Room) -> Option<usize> {
        let unit = self.units_at(units, 1);
        match class {
            Class::Ascii => {
                // SAFETY: the token exists.
                let octets = unsafe { _mm512_cvtepi16_epi8(unit) };
                // SAFETY: the token exists, and the room has more than 32 octets.
                unsafe { _mm256_storeu_si256(room.as_mut_ptr().cast(), octets) };
                Some(UNITS)
            }
            Class::Two => {
                let (tail, _) = self.tail(unit);
                // The first octet is the upper one of each word here.
                let octets = self.or(self.shift_up::<8>(tail), self.shift_down::<8>(tail));
                Some(self.keep(octets, LAST_OF_TWO, room, 0))
            }
            Class::Any => self.any(units, unit, room),
        }
    }
}

/// Where the last octet of each unit is: the second of two, the third of four.
const LAST_OF_TWO: u64 = 0xAAAA_AAAA_AAAA_AAAA;
const LAST_OF_FOUR: u64 = 0x4444_4444_4444_4444;

impl Avx512 {
    #[inline(always)]
    fn any(self, units: &Units, unit: __m512i, room: &mut Room) -> Option<usize> {
        let (mut tail, three) = self.tail(unit);
        let mut leads = three;
        let surrogates = self.are(unit, 0xF800, 0xD800);
        if surrogates != 0 {
            let (before, after) = (self.units_at(units, 0), self.units_at(units, 2));
            let high = self.are(unit, 0xFC00, 0xD800);
            let low = surrogates ^ high;
            let in_pairs =
                (high & self.are(after, 0xFC00, 0xDC00)) | (low & self.are(before, 0xFC00, 0xD800));
            if in_pairs != surrogates {
                return None;
            }
            leads &= !surrogates;
            // The value above U+10000 in ten bits, and 40 more for that: 11110ttt 10tttttt without the last
            // two bits, which go into the low half.
            let value = self.plus(unit, 0x40_u16.wrapping_sub(0xD800));
            let first =
                self.or(self.bits_of(value, 0x0700), self.bits_of(self.shift_down::<2>(value), 0x003F));
            let first = self.or(first, self.word(0xF080));
            let second = self.or(
                self.shift_up::<12>(self.bits_of(before, 3)),
                self.bits_of(self.shift_up::<2>(unit), 0x0F00),
            );
            let second = self.or(self.or(second, self.bits_of(unit, 0x3F)), self.word(0x8080));
            tail = self.blend(high, tail, first);
            tail = self.blend(low, tail, second);
        }
        let lead = self.or(self.shift_down::<12>(unit), self.word(0xE0));
        // SAFETY: the token exists.
        let lead = unsafe { _mm512_maskz_mov_epi16(leads, lead) };
        let front = self.keep(self.in_fours(lead, tail, &FRONT), LAST_OF_FOUR, room, 0);
        let back = self.keep(self.in_fours(lead, tail, &BACK), LAST_OF_FOUR, room, front);
        Some(front + back)
    }

    /// The last two octets of each unit, the last one lower, as if it were no surrogate; the other is 0 where
    /// there is none. And the units that have a lead before these.
    #[inline(always)]
    fn tail(self, unit: __m512i) -> (__m512i, u32) {
        let (two, three) = (self.from(unit, 0x80), self.from(unit, 0x800));
        let tail = self.or(self.bits_of(unit, 0x3F), self.bits_of(self.shift_up::<2>(unit), 0x3F00));
        let tail = self.or(tail, self.word(0x8080));
        // With two octets the upper one is a lead.
        let tail = self.blend(three, self.or(tail, self.word(0x4000)), tail);
        (self.blend(two, unit, tail), three)
    }

    /// Writes the octets that are needed to `room[at..]`, and says how many they are.
    #[inline(always)]
    fn keep(self, octets: __m512i, last: u64, room: &mut Room, at: usize) -> usize {
        let kept = self.high_bits(octets) | last;
        // SAFETY: the token exists.
        let octets = unsafe { _mm512_maskz_compress_epi8(kept, octets) };
        if let Some(room) = room[at..].first_chunk_mut::<64>() {
            // SAFETY: the token exists, and the room has the 64 octets that are stored.
            unsafe { _mm512_storeu_si512(room.as_mut_ptr().cast(), octets) };
        }
        kept.count_ones() as usize
    }

    /// Lead, middle and last octet of sixteen units, each with a 0 after them.
    #[inline(always)]
    fn in_fours(self, lead: __m512i, tail: __m512i, index: &[u8; 64]) -> __m512i {
        // SAFETY: the token exists, and the index has the 64 octets that are loaded.
        let index = unsafe { _mm512_loadu_si512(index.as_ptr().cast()) };
        // SAFETY: the token exists.
        unsafe { _mm512_permutex2var_epi8(lead, index, tail) }
    }

    #[inline(always)]
    fn units_at<const N: usize>(self, units: &[u16; N], at: usize) -> __m512i {
        assert!(at + UNITS <= N);
        // SAFETY: `at` is inside of the units.
        let units = unsafe { units.as_ptr().add(at) };
        // SAFETY: the token exists, and UNITS units from there on are inside as well.
        unsafe { _mm512_loadu_si512(units.cast()) }
    }

    #[inline(always)]
    fn word(self, word: u16) -> __m512i {
        // SAFETY: the token exists.
        unsafe { _mm512_set1_epi16(word.cast_signed()) }
    }

    #[inline(always)]
    fn bits_of(self, a: __m512i, bits: u16) -> __m512i {
        self.and(a, self.word(bits))
    }

    #[inline(always)]
    fn plus(self, a: __m512i, word: u16) -> __m512i {
        // SAFETY: the token exists.
        unsafe { _mm512_add_epi16(a, self.word(word)) }
    }

    #[inline(always)]
    fn shift_up<const BY: u32>(self, a: __m512i) -> __m512i {
        // SAFETY: the token exists.
        unsafe { _mm512_slli_epi16::<BY>(a) }
    }

    #[inline(always)]
    fn shift_down<const BY: u32>(self, a: __m512i) -> __m512i {
        // SAFETY: the token exists.
        unsafe { _mm512_srli_epi16::<BY>(a) }
    }

    /// The units that are at least so much.
    #[inline(always)]
    fn from(self, a: __m512i, least: u16) -> u32 {
        // SAFETY: the token exists.
        unsafe { _mm512_cmpge_epu16_mask(a, self.word(least)) }
    }

    /// The units whose bits under a mask are these.
    #[inline(always)]
    fn are(self, a: __m512i, mask: u16, bits: u16) -> u32 {
        // SAFETY: the token exists.
        unsafe { _mm512_cmpeq_epi16_mask(self.bits_of(a, mask), self.word(bits)) }
    }

    /// `b` where the bit is set, `a` elsewhere.
    #[inline(always)]
    fn blend(self, set: u32, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: the token exists.
        unsafe { _mm512_mask_blend_epi16(set, a, b) }
    }
}

/// For sixteen units of a block: the lower octet of the first vector, then the upper and the lower one of the
/// second, then the upper one of the first, which is 0.
static FRONT: [u8; 64] = in_fours(0);
static BACK: [u8; 64] = in_fours(32);

const fn in_fours(from: u8) -> [u8; 64] {
    let mut index = [0; 64];
    let mut unit = 0;
    while unit < 16 {
        let octet = from + 2 * unit;
        index[4 * unit as usize] = octet;
        index[4 * unit as usize + 1] = 64 + octet + 1;
        index[4 * unit as usize + 2] = 64 + octet;
        index[4 * unit as usize + 3] = octet + 1;
        unit += 1;
    }
    index
}
