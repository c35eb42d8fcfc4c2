//! UTF-8 to UTF-32 and back.

use core::arch::x86_64::{
    __m512i, _mm_loadu_si128, _mm_storeu_si128, _mm512_cmpeq_epi32_mask, _mm512_cmpge_epu32_mask,
    _mm512_cvtepi32_epi8, _mm512_cvtepu8_epi32, _mm512_loadu_si512, _mm512_mask_mov_epi32,
    _mm512_mask_permutexvar_epi8, _mm512_mask_storeu_epi32, _mm512_maskz_compress_epi8,
    _mm512_maskz_permutex2var_epi8, _mm512_max_epu32, _mm512_multishift_epi64_epi8,
    _mm512_permutex2var_epi16, _mm512_set1_epi32, _mm512_slli_epi32, _mm512_srli_epi32, _mm512_storeu_si512,
};

use placemat_core::{
    convert::{Progress, Utf8, Utf32, portable::short_ascii},
    incomplete_tail,
};
use placemat_simd::{
    BLOCK, Simd,
    convert::{Utf32Kernel, Utf32Room, Window, utf8_to_utf32 as decode, utf32_to_utf8 as encode, whole},
    validate::{
        Step, complete, scan,
        steps::{CONTINUATION, LEAD, LEAD3, LEAD4},
    },
};

use super::super::{Avx512, steps::Full, vectors::first_lanes};

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,popcnt")]
pub(super) fn utf8_to_utf32(source: &[u8], room: &mut [u32]) -> Progress {
    // What runs this has the features.
    if source.len() <= SHORT {
        return Avx512(()).decode_short(source, room);
    }
    utf8_to_utf32_long(source, room)
}

/// A function of its own, so that short texts do not pay for the registers that it saves.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,popcnt")]
#[inline(never)]
fn utf8_to_utf32_long(source: &[u8], room: &mut [u32]) -> Progress {
    // What runs this has the features.
    decode(Avx512(()), |piece| scan(Avx512(()), piece), source, room)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,popcnt")]
pub(super) fn utf32_to_utf8(source: &[u32], room: &mut [u8]) -> Progress {
    // What runs this has the features.
    encode(Avx512(()), source, room)
}

/// The most octets that are converted by masked loads and stores.
const SHORT: usize = 4 * BLOCK;

/// Units of a vector.
const UNITS: usize = BLOCK / 4;

impl Utf32Kernel for Avx512 {
    #[inline(always)]
    fn is_ascii(self, block: &[u8; BLOCK]) -> bool {
        self.high_bits(self.load_some(block)) == 0
    }

    #[inline(always)]
    fn widen(self, block: &[u8; BLOCK], room: &mut [u32; BLOCK]) {
        for (octets, room) in block.as_chunks::<UNITS>().0.iter().zip(room.as_chunks_mut().0) {
            // SAFETY: the sixteen octets that are loaded are there.
            let octets = unsafe { _mm_loadu_si128(octets.as_ptr().cast()) };
            // SAFETY: the token exists.
            self.put_units(unsafe { _mm512_cvtepu8_epi32(octets) }, room);
        }
    }

    #[inline(always)]
    fn decode(self, window: &Window, octets: u64, room: &mut [u32; BLOCK]) -> usize {
        let (b4, b3, b2) = (self.block(window, 0), self.block(window, 1), self.block(window, 2));
        let (b1, b0) = (self.block(window, 3), self.block(window, 4));
        let characters = self.characters([b0, b1, b2, b3, b4], octets);
        for (nth, room) in room.as_chunks_mut::<UNITS>().0.iter_mut().enumerate() {
            if nth < 2 || characters.count > nth * UNITS || characters.top.is_some() {
                self.put_units(self.sixteen(&characters, nth), room);
            }
        }
        characters.count
    }

    #[inline(always)]
    fn encode(self, units: &[u32; BLOCK], room: &mut Utf32Room) -> Option<usize> {
        let (quarters, _) = units.as_chunks::<UNITS>();
        let [first, second, third, fourth] = quarters else { return None };
        let units = [
            self.load_units(first),
            self.load_units(second),
            self.load_units(third),
            self.load_units(fourth),
        ];
        let mut largest = self.splat(0);
        for units in units {
            // SAFETY: the token exists.
            largest = unsafe { _mm512_max_epu32(largest, units) };
        }
        if self.units_from(largest, 0x80) == 0 {
            for (units, room) in units.into_iter().zip(room.as_chunks_mut::<16>().0) {
                // SAFETY: the token exists.
                let octets = unsafe { _mm512_cvtepi32_epi8(units) };
                // SAFETY: the room has the sixteen octets that are stored.
                unsafe { _mm_storeu_si128(room.as_mut_ptr().cast(), octets) };
            }
            return Some(BLOCK);
        }
        let mut written = 0;
        if self.units_from(largest, 0x800) == 0 {
            for [a, b] in units.as_chunks().0 {
                let (a, b) = (self.in_two(*a), self.in_two(*b));
                // SAFETY: the token exists, and the index has the 64 octets that are loaded.
                let index = unsafe { _mm512_loadu_si512(LOWER_WORDS.as_ptr().cast()) };
                // SAFETY: the token exists.
                let octets = unsafe { _mm512_permutex2var_epi16(a, index, b) };
                written += self.keep_octets(octets, LAST_OF_TWO, room, written);
            }
            return Some(written);
        }
        let mut surrogates = 0;
        for units in units {
            surrogates |= self.surrogates(units);
        }
        if surrogates | self.units_from(largest, 0x11_0000) != 0 {
            return None;
        }
        for units in units {
            written += self.keep_octets(self.in_four(units), LAST_OF_FOUR, room, written);
        }
        Some(written)
    }
}

/// The characters that end in a block, in order: their lowest octets, the second, and the third if any has one.
struct Characters {
    low: __m512i,
    high: __m512i,
    top: Option<__m512i>,
    count: usize,
}

impl Avx512 {
    /// The 64 octets of a window from octet `at` on.
    #[inline(always)]
    fn block(self, window: &Window, at: usize) -> __m512i {
        self.load_some(window[at..].first_chunk().unwrap_or(&[0; BLOCK]))
    }

    /// Converts up to [`SHORT`] octets.
    #[inline(always)]
    fn decode_short(self, source: &[u8], room: &mut [u32]) -> Progress {
        if short_ascii::<Utf8, Utf32>(source, room) {
            return Progress { read: source.len(), written: source.len() };
        }
        let source = match source.last_chunk() {
            Some(last) if complete(*last) => source,
            _ => &source[..source.len() - incomplete_tail(source)],
        };
        if source.first().is_some_and(|first| (CONTINUATION..LEAD).contains(first)) {
            return Progress::default();
        }
        let mut at = Progress::default();
        while at.read < source.len() {
            let Some(written) = self.decode_some(source, at.read, &mut room[at.written..]) else {
                return whole(source, at);
            };
            at += Progress { read: BLOCK.min(source.len() - at.read), written };
        }
        at
    }

    /// Converts the lanes of up to 64 octets from `at` on, by masked loads. Returns how many units, or `None`
    /// if something is wrong, or there is no room.
    #[inline(always)]
    fn decode_some(self, source: &[u8], at: usize, room: &mut [u32]) -> Option<usize> {
        let b = self.frame(source, at)?;
        let [b0, b1, b2, b3, _] = b;
        let acc = Full.step(self, Full.start(self), [b0, b1, b2, b3]);
        if !Full.is_sound(self, acc) {
            return None;
        }
        let characters = self.characters(b, first_lanes(source.len() - at));
        let room = room.get_mut(..characters.count)?;
        let lanes = first_lanes(room.len());
        for nth in 0..BLOCK / UNITS {
            let units = self.sixteen(&characters, nth);
            let [low, high, ..] = (lanes >> (nth * UNITS)).to_le_bytes();
            let room = room.as_mut_ptr().wrapping_add(nth * UNITS);
            // SAFETY: the token exists. Only units of these lanes are stored, and there is room for them.
            unsafe { _mm512_mask_storeu_epi32(room.cast(), u16::from_le_bytes([low, high]), units) };
        }
        Some(characters.count)
    }

    /// The characters that end in these octets, given b0 to b4.
    #[inline(always)]
    fn characters(self, [b0, b1, b2, b3, b4]: [__m512i; 5], octets: u64) -> Characters {
        let goes_on = self.high_bits(self.add_signed_saturating(b0, self.splat(LEAD - CONTINUATION)));
        let writes = !goes_on & octets;
        // b2 counts only where b1 is a continuation.
        let middle = self.lookup_lead(&MIDDLE, self.high_bits(b1), b2);
        let leads = self.at_least(b3, LEAD3);
        let low = self.or(self.and(b1, self.splat(0x7F)), self.and(middle, self.splat(0xC0)));
        let mut high = self.or(self.and(middle, self.splat(0x0F)), self.lookup_lead(&UPPER, leads, b3));
        let four = self.at_least(b4, LEAD4);
        let mut top = None;
        if four != 0 {
            high = self.or(high, self.lookup_lead(&UPPER, four, b3));
            let third = self.or(self.lookup_lead(&TOP, four, b3), self.lookup_lead(&FOURTH, four, b4));
            top = Some(self.compress(writes, third));
        }
        let (low, high) = (self.compress(writes, low), self.compress(writes, high));
        Characters { low, high, top, count: writes.count_ones() as usize }
    }

    /// Sixteen of the characters, as units.
    #[inline(always)]
    fn sixteen(self, characters: &Characters, nth: usize) -> __m512i {
        let index = &IN_FOURS[nth];
        let words = self.unit_of(characters.low, characters.high, index);
        let Some(top) = characters.top else { return words };
        // SAFETY: the token exists, and the index has the 64 octets that are loaded.
        let index = unsafe { _mm512_loadu_si512(index.as_ptr().cast()) };
        // SAFETY: the token exists.
        unsafe { _mm512_mask_permutexvar_epi8(words, THIRD_OF_FOUR, index, top) }
    }

    #[inline(always)]
    fn load_units(self, units: &[u32; UNITS]) -> __m512i {
        // SAFETY: the token exists, and the sixteen units that are loaded are there.
        unsafe { _mm512_loadu_si512(units.as_ptr().cast()) }
    }

    /// Each unit, which is below 800, as two octets, the last one higher; the lower is 0 where one is enough.
    #[inline(always)]
    fn in_two(self, units: __m512i) -> __m512i {
        // SAFETY: the token exists.
        let lead = unsafe { _mm512_srli_epi32::<6>(units) };
        // SAFETY: the token exists.
        let last = unsafe { _mm512_slli_epi32::<8>(units) };
        let octets = self.or(self.or(lead, self.and(last, self.unit(0x3F00))), self.unit(0x80C0));
        // SAFETY: the token exists.
        unsafe { _mm512_mask_mov_epi32(last, self.units_from(units, 0x80), octets) }
    }

    /// Each unit as four octets, the last one highest, with zeros below those that are needed.
    #[inline(always)]
    fn in_four(self, units: __m512i) -> __m512i {
        let two = self.units_from(units, 0x80);
        // SAFETY: the token exists, and the octets that are loaded are there.
        let shifts = unsafe { _mm512_loadu_si512(SIX_BITS.as_ptr().cast()) };
        // SAFETY: the token exists.
        let tails = unsafe { _mm512_multishift_epi64_epi8(shifts, units) };
        let marks = self.unit(0x80C0_0000);
        // SAFETY: the token exists.
        let marks =
            unsafe { _mm512_mask_mov_epi32(marks, self.units_from(units, 0x800), self.unit(0x8080_E000)) };
        // SAFETY: the token exists.
        let marks =
            unsafe { _mm512_mask_mov_epi32(marks, self.units_from(units, 0x1_0000), self.unit(0x8080_80F0)) };
        let octets = self.or(self.and(tails, self.splat(0x3F)), marks);
        // SAFETY: the token exists.
        let ascii = unsafe { _mm512_slli_epi32::<24>(units) };
        // SAFETY: the token exists.
        unsafe { _mm512_mask_mov_epi32(ascii, two, octets) }
    }

    /// Writes the octets that are needed to `room[at..]`, and says how many they are.
    #[inline(always)]
    fn keep_octets(self, octets: __m512i, last: u64, room: &mut Utf32Room, at: usize) -> usize {
        let kept = self.high_bits(octets) | last;
        let octets = self.compress(kept, octets);
        if let Some(room) = room[at..].first_chunk_mut::<64>() {
            // SAFETY: the token exists, and the room has the 64 octets that are stored.
            unsafe { _mm512_storeu_si512(room.as_mut_ptr().cast(), octets) };
        }
        kept.count_ones() as usize
    }

    /// The lower two octets of sixteen units, each with two zeros after them.
    #[inline(always)]
    fn unit_of(self, low: __m512i, high: __m512i, index: &[u8; 64]) -> __m512i {
        // SAFETY: the token exists, and the index has the 64 octets that are loaded.
        let index = unsafe { _mm512_loadu_si512(index.as_ptr().cast()) };
        // SAFETY: the token exists.
        unsafe { _mm512_maskz_permutex2var_epi8(LOWER_OF_FOUR, low, index, high) }
    }

    #[inline(always)]
    fn compress(self, lanes: u64, octets: __m512i) -> __m512i {
        // SAFETY: the token exists.
        unsafe { _mm512_maskz_compress_epi8(lanes, octets) }
    }

    #[inline(always)]
    fn put_units(self, units: __m512i, room: &mut [u32; UNITS]) {
        // SAFETY: the token exists, and sixteen units are the 64 octets that are stored.
        unsafe { _mm512_storeu_si512(room.as_mut_ptr().cast(), units) };
    }

    #[inline(always)]
    fn unit(self, unit: u32) -> __m512i {
        // SAFETY: the token exists.
        unsafe { _mm512_set1_epi32(unit.cast_signed()) }
    }

    /// The units that are at least so much.
    #[inline(always)]
    fn units_from(self, units: __m512i, least: u32) -> u16 {
        // SAFETY: the token exists.
        unsafe { _mm512_cmpge_epu32_mask(units, self.unit(least)) }
    }

    #[inline(always)]
    fn surrogates(self, units: __m512i) -> u16 {
        // SAFETY: the token exists.
        unsafe { _mm512_cmpeq_epi32_mask(self.and(units, self.unit(!0x7FF)), self.unit(0xD800)) }
    }
}

/// Where the last octet of each unit is: the second of two, the last of four.
const LAST_OF_TWO: u64 = 0xAAAA_AAAA_AAAA_AAAA;
const LAST_OF_FOUR: u64 = 0x8888_8888_8888_8888;

/// The two lower octets of each unit, and the third.
const LOWER_OF_FOUR: u64 = 0x3333_3333_3333_3333;
const THIRD_OF_FOUR: u64 = 0x4444_4444_4444_4444;

/// The lower word of each unit of two vectors.
static LOWER_WORDS: [u16; 32] = {
    let mut index = [0; 32];
    let mut unit = 0;
    while unit < 32 {
        index[unit as usize] = 2 * unit;
        unit += 1;
    }
    index
};

/// For each octet of two units, the first of its six bits: the upper ones of a unit in its lowest octet.
static SIX_BITS: [[u8; 8]; 8] = [[18, 12, 6, 0, 50, 44, 38, 32]; 8];

/// For each sixteen lanes: an octet of the first vector, of the second, of the first, which a mask can put in
/// place of the third octet of a unit, and of any.
static IN_FOURS: [[u8; 64]; 4] = [in_fours(0), in_fours(16), in_fours(32), in_fours(48)];

const fn in_fours(from: u8) -> [u8; 64] {
    let mut index = [0; 64];
    let mut unit = 0;
    while unit < 16 {
        let lane = from + unit;
        index[4 * unit as usize] = lane;
        index[4 * unit as usize + 1] = 64 + lane;
        index[4 * unit as usize + 2] = lane;
        unit += 1;
    }
    index
}

/// What an octet of a character adds, by its six lower bits: b2 two bits to the lowest octet of the unit, the
/// upper ones, and four to the second, the lower ones.
static MIDDLE: [u8; 64] = {
    let mut table = [0; 64];
    let mut bits = 0;
    while bits < 64 {
        table[bits as usize] = (bits & 3) << 6 | bits >> 2;
        bits += 1;
    }
    table
};

/// The four lower bits, as the upper ones: what b3 adds to the second octet, both as a lead of three octets
/// and as a continuation.
static UPPER: [u8; 64] = {
    let mut table = [0; 64];
    let mut bits = 0;
    while bits < 64 {
        table[bits as usize] = bits << 4;
        bits += 1;
    }
    table
};

/// What b3 as a continuation and b4 add to the third octet.
static TOP: [u8; 64] = {
    let mut table = [0; 64];
    let mut bits = 0;
    while bits < 64 {
        table[bits as usize] = bits >> 4;
        bits += 1;
    }
    table
};
static FOURTH: [u8; 64] = {
    let mut table = [0; 64];
    let mut bits = 0;
    while bits < 64 {
        table[bits as usize] = (bits & 7) << 2;
        bits += 1;
    }
    table
};
