//! The bytes of units, each in a place of its own, and which of them are needed.
//!
//! ```text
//! tail  = 10yyyyyy 10xxxxxx by multishift; + 4000 below 800; the unit itself below 80
//! pairs: replace the tails of surrogates, given the units before
//! four bytes = 1110zzzz or 0 | tail
//! needed = lead unless below 800, middle unless ASCII, last; spread over the bytes by `pdep`; compress
//! ```
//!
//! `a`, `\u{E9}`, the euro sign, and the halves of U+1F37D:
//!
//! ```text
//! unit        0061           00E9           20AC           D83C           DF7D
//! tail        0061           C3A9           82AC           F09F           8DBD
//! bytes       E0 00 61 ..    E0 C3 A9 ..    E2 82 AC ..    ED F0 9F ..    ED 8D BD ..
//! needed             1          1  1         1  1  1          1  1           1  1
//! ```
//!
//! - **`vpmultishiftqb`** takes eight bits from any place of a word for each of its bytes: one instruction for what would
//!   be two shifts and a blend.
//! - **`pdep`** spreads one bit per unit over the bits of its bytes. This scalar work runs in parallel with that of the
//!   vectors: comparing the bytes with limits was slower.
//! - **A high surrogate** becomes the first two bytes of its character, a low one the last two, for which it needs two bits
//!   of the unit before it: an unaligned load, and no state.
//! - **Units below 800** have two bytes each (`two_bytes`): half of the vectors to compress, which is the slow part.

use core::arch::x86_64::{
    _mm512_add_epi16, _mm512_and_si512, _mm512_cmpeq_epi16_mask, _mm512_cmplt_epu16_mask,
    _mm512_mask_add_epi16, _mm512_mask_mov_epi16, _mm512_multishift_epi64_epi8, _mm512_set1_epi16,
    _mm512_set1_epi64, _mm512_slli_epi16, _mm512_srli_epi16, _pdep_u64,
};

use placemat_simd::{Simd, convert::Words};

use super::{super::super::token::operations, Avx512, V};

/// Units in a vector.
pub(in super::super) const PART: usize = 32;

/// The last two bytes of each unit.
#[derive(Clone, Copy)]
pub(in super::super) struct Tail {
    /// The last byte in the lower half. For one byte, the upper half is unspecified.
    bytes: V,
    /// The units without a lead byte before these.
    no_lead: u32,
    /// The units that become one byte.
    ascii: u32,
}

impl Avx512 {
    /// The lower bytes of the units of two vectors.
    #[inline(always)]
    pub(super) fn lower_bytes(self, front: V, back: V) -> V {
        self.lookup_both(&LOWER, front, back)
    }

    /// The bytes of units below 800, and which of them are needed: of ASCII the first.
    #[inline(always)]
    pub(in super::super) fn two_bytes(self, unit: V) -> (V, u64) {
        let bytes = self.or(self.and(self.eights(unit, [6, 0]), self.word(0x3F3F)), self.word(0x80C0));
        let ascii = self.below(unit, 0x80);
        let bytes = self.choose(ascii, bytes, unit);
        (bytes, !self.spread(ascii, SECOND_OF_TWO))
    }

    /// The tail of units that are not surrogates.
    #[inline(always)]
    pub(in super::super) fn tail(self, unit: V) -> Tail {
        let tail = self.or(self.and(self.eights(unit, [0, 6]), self.word(0x3F3F)), self.word(0x8080));
        // For two bytes, the upper one is a lead byte.
        let two = self.below(unit, 0x800);
        let tail = self.increase_words(two, tail, 0x4000);
        let ascii = self.below(unit, 0x80);
        Tail { bytes: self.choose(ascii, tail, unit), no_lead: two, ascii }
    }

    /// The tail of all units, given the units before them and the result of [`tail`](Self::tail). Also returns the
    /// lanes of low surrogates that do not follow a high one, and of other units that do.
    #[inline(always)]
    pub(in super::super) fn surrogate_tails(self, before: V, unit: V, tail: Tail) -> (Tail, u32) {
        let high = self.are(unit, 0xFC00, 0xD800);
        let low = self.are(unit, 0xFC00, 0xDC00);
        let open = self.are(before, 0xFC00, 0xD800);
        // The value above U+10000 in ten bits, increased by 40 for the offset: 11110ttt 10tttttt without its last two
        // bits, which go into the low half.
        let value = self.add_word(unit, 0x40_u16.wrapping_sub(0xD800));
        let of_high = self.or(self.and(self.eights(value, [2, 8]), self.word(0x073F)), self.word(0xF080));
        // As three bytes it is 1011yyyy 10xxxxxx; two of the ones are replaced by these bits.
        let of_low = self.and(tail.bytes, self.or(self.words_up::<12>(before), self.word(0x8FFF)));
        let bytes = self.choose(low, self.choose(high, tail.bytes, of_high), of_low);
        (Tail { bytes, no_lead: tail.no_lead | high | low, ..tail }, open ^ low)
    }

    /// The lead, middle and last byte of each unit and one more, for the first sixteen units and the others; and
    /// which bytes are needed.
    #[inline(always)]
    pub(in super::super) fn three_bytes(
        self, unit: V, Tail { bytes, no_lead, ascii }: Tail,
    ) -> [(V, u64); 2] {
        let lead = self.or(self.words_down::<12>(unit), self.word(0xE0));
        let needed = |no_lead, ascii| {
            !(self.spread(no_lead, FIRST_OF_FOUR) | self.spread(ascii, SECOND_OF_FOUR) | FOURTH_OF_FOUR)
        };
        [
            (self.lookup_both(&FRONT, lead, bytes), needed(no_lead, ascii)),
            (self.lookup_both(&BACK, lead, bytes), needed(no_lead >> 16, ascii >> 16)),
        ]
    }

    operations! {
        /// Deposits bits at the places of a mask, from the lowest on.
        pub(super) fn spread(bits: u32, places: u64) -> u64 { _pdep_u64(bits.into(), places) }

        /// Two fields of eight bits of each word, from the given bits on, as its lower and upper byte. Bits from the
        /// next word are unspecified.
        fn eights(words: V, from: [u8; 2]) -> V {
            let [lower, upper] = from;
            let bits = [lower, upper, 16 + lower, 16 + upper, 32 + lower, 32 + upper, 48 + lower, 48 + upper];
            _mm512_multishift_epi64_epi8(_mm512_set1_epi64(i64::from_le_bytes(bits)), words)
        }

        pub(in super::super) fn words_up<const N: u32>(a: V) -> V { _mm512_slli_epi16::<N>(a) }
        fn words_down<const N: u32>(a: V) -> V { _mm512_srli_epi16::<N>(a) }
        fn add_word(a: V, word: u16) -> V { _mm512_add_epi16(a, _mm512_set1_epi16(word.cast_signed())) }

        /// Adds the word in these lanes.
        fn increase_words(lanes: u32, a: V, word: u16) -> V {
            _mm512_mask_add_epi16(a, lanes, a, _mm512_set1_epi16(word.cast_signed()))
        }

        /// The units below `limit`.
        pub(in super::super) fn below(a: V, limit: u16) -> u32 {
            _mm512_cmplt_epu16_mask(a, _mm512_set1_epi16(limit.cast_signed()))
        }

        /// The units whose bits under the mask equal `bits`.
        pub(in super::super) fn are(a: V, mask: u16, bits: u16) -> u32 {
            let masked = _mm512_and_si512(a, _mm512_set1_epi16(mask.cast_signed()));
            _mm512_cmpeq_epi16_mask(masked, _mm512_set1_epi16(bits.cast_signed()))
        }

        /// `b` where the bit is set, else `a`.
        fn choose(set: u32, a: V, b: V) -> V { _mm512_mask_mov_epi16(a, set, b) }
    }
}

/// The bits of the bytes, for two or for four bytes per unit.
const SECOND_OF_TWO: u64 = 0xAAAA_AAAA_AAAA_AAAA;
pub(super) const FIRST_OF_FOUR: u64 = 0x1111_1111_1111_1111;
const SECOND_OF_FOUR: u64 = FIRST_OF_FOUR << 1;
const FOURTH_OF_FOUR: u64 = FIRST_OF_FOUR << 3;

/// Every second byte of two vectors.
static LOWER: [u8; 64] = {
    let mut index = [0; 64];
    let mut unit = 0;
    while unit < 64 {
        index[unit as usize] = 2 * unit;
        unit += 1;
    }
    index
};

/// For the first sixteen units and the others: the lower byte of the first vector, the upper and the lower byte of
/// the second, and the upper byte of the first, which is not needed.
static FRONT: [u8; 64] = in_fours(0);
static BACK: [u8; 64] = in_fours(32);

const fn in_fours(from: u8) -> [u8; 64] {
    let mut index = [0; 64];
    let mut unit = 0;
    while unit < 16 {
        let byte = from + 2 * unit;
        index[4 * unit as usize] = byte;
        index[4 * unit as usize + 1] = 64 + byte + 1;
        index[4 * unit as usize + 2] = 64 + byte;
        index[4 * unit as usize + 3] = byte + 1;
        unit += 1;
    }
    index
}
