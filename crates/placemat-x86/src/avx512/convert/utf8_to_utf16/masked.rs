//! Up to 32 bytes, by one masked load: words, names and keys.
//!
//! ```text
//! b0 = masked load, zeros after the end
//! ASCII: widen, masked store
//! units = b0 as words; each continuation byte += b1 << 6, each third byte += b2 << 12, less the tags
//! error = continuation bytes elsewhere than after leads; C0, C1; third bytes below 800 or surrogates
//! compress the lanes of last bytes, masked store
//! ```
//!
//! - **Sums of words** need no masks for the payload: the tags of a sequence add up to a constant. For the euro sign,
//!   `AC + (82 << 6) - 3080 + (E2 << 12) + 1000` is 20AC, modulo 10000.
//! - **Errors show in the result**: an overlong character of three bytes has a unit below 800, and a surrogate is one.
//!   The structure is two masks, where a continuation byte is due and where one is.
//! - **Two branches** separate ASCII, and four-byte characters and errors. None depends on the number of bytes, which
//!   varies from word to word. Emoji alone are four bytes each, so they fill lanes of 32 bits (`decode_fours`).

use core::arch::x86_64::{
    __m256i, _mm256_cmpge_epu8_mask, _mm256_movepi8_mask, _mm256_set1_epi8, _mm512_and_si512,
    _mm512_cmpge_epu32_mask, _mm512_cmpneq_epi32_mask, _mm512_madd_epi16, _mm512_maddubs_epi16,
    _mm512_mask_add_epi16, _mm512_mask_cmplt_epu16_mask, _mm512_maskz_compress_epi16, _mm512_or_si512,
    _mm512_set1_epi16, _mm512_set1_epi32, _mm512_slli_epi32, _mm512_srli_epi32, _mm512_sub_epi32,
    _mm512_zextsi256_si512,
};

use placemat_simd::validate::steps::{LEAD, LEAD2, LEAD3, LEAD4};
use placemat_simd::{Simd, convert::Words};

use super::super::super::vectors::low_half;
use super::{Avx512, V, operations};

/// The maximum number of bytes.
pub(in super::super) const MASKED_MAX_LEN: usize = 32;

impl Avx512 {
    /// Converts up to [`MASKED_MAX_LEN`] bytes. Returns the number of units, or `None` if there is an error or a
    /// four-byte character, or the units do not fit.
    #[inline(always)]
    pub(in super::super) fn decode_masked(self, source: &[u8], dst: &mut [u16]) -> Option<usize> {
        let b0 = self.load_half(source);
        let mut units = self.widened(b0);
        let not_ascii = self.half_movemask(b0);
        if not_ascii == 0 {
            let dst = dst.get_mut(..source.len())?;
            self.store_partial(units, dst, 0);
            return Some(dst.len());
        }
        let (leads, leads_of_three) = (self.bytes_at_least(b0, LEAD), self.bytes_at_least(b0, LEAD3));
        if self.bytes_at_least(b0, LEAD4) != 0 {
            return None;
        }
        let overlong_two = leads & !self.bytes_at_least(b0, LEAD2);
        let (continuations, third) = (not_ascii & !leads, leads_of_three << 2);
        // The bytes before the last one of a character: a continuation byte follows each of them, and only them. After
        // the end of the input there is none, so a character that is cut off is an error.
        let before_last = u64::from(leads) | u64::from(leads_of_three) << 1;
        let structure = before_last << 1 ^ u64::from(continuations);

        // As words. The tags of 110xxxxx 10yyyyyy are 3080 in total; of 1110wwww 10xxxxxx 10yyyyyy without the first
        // byte, whose own tag is shifted out, they are 2080.
        let b1 = self.permute(self.zero_extended(b0), self.load(&ONE_BEFORE, 0));
        let b2 = self.permute(self.zero_extended(b0), self.load(&TWO_BEFORE, 0));
        let b1 = self.add_words(self.words_up::<6>(b1), self.word(0x3080_u16.wrapping_neg()));
        let b2 = self.add_words(self.words_up::<12>(b2), self.word(0x3080 - 0x2080));
        units = self.add_words_where(continuations, units, b1);
        units = self.add_words_where(third, units, b2);

        let overlong = self.below_where(third, units, 0x800);
        let surrogates = self.below_where(third, self.xor(units, self.word(0xD800)), 0x800);
        if structure | u64::from(overlong_two | overlong | surrogates) != 0 {
            return None;
        }
        let ends = self.first_lanes(source.len()) & !before_last;
        let dst = dst.get_mut(..ends.count_ones() as usize)?;
        self.store_partial(self.compress_words(low_half(ends), units), dst, 0);
        Some(dst.len())
    }

    /// Converts up to 64 bytes if they form four-byte characters only, such as emoji. Returns the number
    /// of units, or `None` if there is anything else, or the units do not fit.
    ///
    /// ```text
    /// 11110www 10xxxxxx 10yyyyyy 10zzzzzz    each lane of 32 bits, the lead byte lowest
    /// value = wwwxxxxx_xyyyyyyz_zzzzz - 10000   below 100000, or the character is overlong or too large
    /// lane  = D800 + value >> 10, DC00 + value & 3FF
    /// ```
    #[inline(always)]
    pub(in super::super) fn decode_fours(self, source: &[u8], dst: &mut [u16]) -> Option<usize> {
        let (lanes, []) = source.as_chunks::<4>() else { return None };
        let dst = dst.get_mut(..2 * lanes.len())?;
        let (pairs, wrong) = self.surrogate_pairs(self.load_partial(source, 0));
        if u64::from(wrong) & self.first_lanes(lanes.len()) != 0 {
            return None;
        }
        self.store_partial(pairs, dst, 0);
        Some(dst.len())
    }

    operations! {
        /// The surrogates of each four-byte character, and the lanes that are none.
        fn surrogate_pairs(bytes: V) -> (V, u16) {
            let tags = _mm512_and_si512(bytes, _mm512_set1_epi32(0xC0C0_C0F8_u32.cast_signed()));
            let other = _mm512_cmpneq_epi32_mask(tags, _mm512_set1_epi32(0x8080_80F0_u32.cast_signed()));
            let bits = _mm512_and_si512(bytes, _mm512_set1_epi32(0x3F3F_3F07));
            // Sums of products: 40 and 1 times the bytes of a pair, then 1000 and 1 times the words of a lane.
            let words = _mm512_maddubs_epi16(bits, _mm512_set1_epi16(0x0140));
            let value = _mm512_madd_epi16(words, _mm512_set1_epi32(0x0001_1000));
            let value = _mm512_sub_epi32(value, _mm512_set1_epi32(0x1_0000));
            let beyond = _mm512_cmpge_epu32_mask(value, _mm512_set1_epi32(0x10_0000));
            let low = _mm512_and_si512(_mm512_slli_epi32::<16>(value), _mm512_set1_epi32(0x03FF_0000));
            let pairs = _mm512_or_si512(_mm512_srli_epi32::<10>(value), low);
            (_mm512_or_si512(pairs, _mm512_set1_epi32(0xDC00_D800_u32.cast_signed())), other | beyond)
        }

        fn half_movemask(a: __m256i) -> u32 { _mm256_movepi8_mask(a) }

        fn bytes_at_least(a: __m256i, first: u8) -> u32 {
            _mm256_cmpge_epu8_mask(a, _mm256_set1_epi8(first.cast_signed()))
        }

        fn zero_extended(half: __m256i) -> V { _mm512_zextsi256_si512(half) }

        /// The sum modulo 10000 in these lanes, `a` in the others.
        fn add_words_where(lanes: u32, a: V, b: V) -> V { _mm512_mask_add_epi16(a, lanes, a, b) }

        /// Which of these lanes are below `limit`.
        fn below_where(lanes: u32, a: V, limit: u16) -> u32 {
            _mm512_mask_cmplt_epu16_mask(lanes, a, _mm512_set1_epi16(limit.cast_signed()))
        }

        /// Compresses these lanes, and zeroes the rest.
        pub(in super::super) fn compress_words(lanes: u32, a: V) -> V { _mm512_maskz_compress_epi16(lanes, a) }
    }
}

/// The bytes one and two lanes before, as words, and before the first byte lanes that are zero.
static ONE_BEFORE: [u8; 64] = before(1);
static TWO_BEFORE: [u8; 64] = before(2);

const fn before(lanes: u8) -> [u8; 64] {
    const ZERO: u8 = 63;
    let mut index = [ZERO; 64];
    let mut lane = lanes;
    while lane < 32 {
        index[2 * lane as usize] = lane - lanes;
        lane += 1;
    }
    index
}
