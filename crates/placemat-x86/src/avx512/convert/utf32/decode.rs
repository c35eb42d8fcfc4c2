//! UTF-8 to UTF-32: the bytes of each character's unit in the lane of its last byte, compressed.
//!
//! ```text
//! low, high = as for UTF-16;  from four bytes: high |= b3 << 4, top = b3 >> 4 & 3 | (b4 & 7) << 2
//! low, high, top = compress(writes, ...)                    three instructions, two without four-byte characters
//! for each sixteen units: store(dst, low[n] high[n] top[n] 0)      `vpermi2b`, and `vpermb` under a mask
//! ```
//!
//! Bytes are compressed before they become units, since sixteen lanes of units fill a vector: two or three slow
//! instructions per block, not four. All four stores are executed, whatever the number of characters.

use core::arch::x86_64::{_mm512_mask_permutexvar_epi8, _mm512_maskz_permutex2var_epi8};

use placemat_core::convert::{Progress, Utf8, Utf32, portable::short_ascii};
use placemat_core::incomplete_tail;
use placemat_simd::convert::{Frame, whole};
use placemat_simd::validate::steps::{CONTINUATION, LEAD, LEAD3, LEAD4};
use placemat_simd::validate::{Step, complete};
use placemat_simd::{BLOCK, Simd};

use crate::avx512::vectors::V;
use crate::avx512::{Avx512, convert::utf8_to_utf16::MIDDLE, steps::Full, token::operations};

/// The maximum number of bytes that are converted by masked loads and stores.
pub(in super::super) const SHORT: usize = 4 * BLOCK;

/// Units in a vector.
pub(in super::super) const UNITS: usize = BLOCK / 4;

impl Avx512 {
    /// Writes the characters whose last byte is in the set `bytes` and returns their number.
    #[inline(always)]
    pub(in super::super) fn decode_block(self, frame: &Frame, bytes: u64, dst: &mut [u32; BLOCK]) -> usize {
        let (b4, b3, b2) = (self.block(frame, 0), self.block(frame, 1), self.block(frame, 2));
        let (b1, b0) = (self.block(frame, 3), self.block(frame, 4));
        let characters = self.characters([b0, b1, b2, b3, b4], bytes);
        for (nth, dst) in dst.as_chunks_mut::<UNITS>().0.iter_mut().enumerate() {
            // Unconditional, since their number is unpredictable.
            self.store(self.sixteen(&characters, nth), dst, 0);
        }
        characters.count
    }

    /// Converts up to [`SHORT`] bytes.
    #[inline(always)]
    pub(in super::super) fn decode_short(self, source: &[u8], dst: &mut [u32]) -> Progress {
        if short_ascii::<Utf8, Utf32>(source, dst) {
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
            let Some(written) = self.decode_partial(source, at.read, &mut dst[at.written..]) else {
                return whole(source, at);
            };
            at += Progress { read: BLOCK.min(source.len() - at.read), written };
        }
        at
    }

    /// Converts the lanes of up to 64 bytes from `at` on, by masked loads. Returns the number of units, or `None` if
    /// there is an error or the units do not fit.
    #[inline(always)]
    fn decode_partial(self, source: &[u8], at: usize, dst: &mut [u32]) -> Option<usize> {
        let b = self.frame(source, at)?;
        let [b0, b1, b2, b3, _] = b;
        let step = Full::default();
        if !step.is_valid(self, step.step(self, step.start(self), [b0, b1, b2, b3])) {
            return None;
        }
        let characters = self.characters(b, self.first_lanes(source.len() - at));
        let dst = dst.get_mut(..characters.count)?;
        for nth in 0..BLOCK / UNITS {
            self.store_partial(self.sixteen(&characters, nth), dst, nth * UNITS);
        }
        Some(characters.count)
    }

    /// The characters whose last byte is in the set `bytes`, given b0 to b4.
    #[inline(always)]
    fn characters(self, [b0, b1, b2, b3, b4]: [V; 5], bytes: u64) -> Characters {
        let goes_on = self.movemask(self.add_signed_saturating(b0, self.splat(LEAD - CONTINUATION)));
        let writes = !goes_on & bytes;
        // b2 counts only if b1 is a continuation byte.
        let middle = self.lookup_lead(&MIDDLE, self.movemask(b1), b2);
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
    fn sixteen(self, characters: &Characters, nth: usize) -> V {
        let index = self.load(&IN_FOURS[nth], 0);
        let words = self.unit_of(characters.low, characters.high, index);
        let Some(top) = characters.top else { return words };
        self.with_third(words, top, index)
    }

    /// The 64 bytes of a frame from `at` on.
    #[inline(always)]
    fn block(self, frame: &Frame, at: usize) -> V {
        self.load(frame, at)
    }

    operations! {
        /// The lower two bytes of sixteen units, each followed by two zeros.
        fn unit_of(low: V, high: V, index: V) -> V {
            _mm512_maskz_permutex2var_epi8(LOWER_OF_FOUR, low, index, high)
        }

        fn with_third(words: V, top: V, index: V) -> V {
            _mm512_mask_permutexvar_epi8(words, THIRD_OF_FOUR, index, top)
        }
    }
}

/// The characters that end in a block, in order: their lowest and second bytes, and the third if any has one.
struct Characters {
    low: V,
    high: V,
    top: Option<V>,
    count: usize,
}

/// The two lower bytes of each unit, and the third.
const LOWER_OF_FOUR: u64 = 0x3333_3333_3333_3333;
const THIRD_OF_FOUR: u64 = 0x4444_4444_4444_4444;

/// For each sixteen lanes: a byte of the first vector, one of the second, one of the first, which a mask can select
/// for the third byte of a unit, and any byte.
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

/// The four lower bits, shifted up: what b3 contributes to the second byte, both as a three-byte lead and as a
/// continuation byte.
static UPPER: [u8; 64] = {
    let mut table = [0; 64];
    let mut bits = 0;
    while bits < 64 {
        table[bits as usize] = bits << 4;
        bits += 1;
    }
    table
};

/// What b3, as a continuation byte, and b4 contribute to the third byte.
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
