//! Up to 32 units by one masked load, and ASCII of up to 64 by two vectors that overlap: words, names and keys.
//!
//! ```text
//! up to 16 units:  ASCII: narrow, masked store
//!                  each unit as 32 bits: bits from 12, 6 and 0 on, with tags; ASCII moved to the third byte
//!                  needed = third byte of all, second unless ASCII, first from 800 on; compress, masked store
//! up to 32:        below 800: two bytes each; else as in `bytes.rs`
//! pairs only:      value = high * 400 + low + 10000 as 32 bits; bits from 18, 12, 6 and 0 on, with tags
//! ```
//!
//! - **No branch depends on the exact number of units**, which varies from word to word: masks cut off what was not
//!   loaded, and the stores are masked as well.
//! - **Half a vector** has its own code, since most words are that short: a load of 32 bytes across a cache line is cheaper
//!   than one of 64, and there is one vector to compress, not two.
//! - **Emoji** are pairs of surrogates, each 32 bits, and become four bytes each: nothing is compressed.

use core::arch::x86_64::{
    __m256i, _mm256_and_si256, _mm256_cmpeq_epi16_mask, _mm256_cmpge_epu16_mask,
    _mm256_mask_cvtepi16_storeu_epi8, _mm256_set1_epi16, _mm512_add_epi32, _mm512_and_si512,
    _mm512_cmpneq_epi32_mask, _mm512_cvtepu16_epi32, _mm512_madd_epi16, _mm512_mask_mov_epi32,
    _mm512_mask_slli_epi32, _mm512_multishift_epi64_epi8, _mm512_or_si512, _mm512_set1_epi32,
    _mm512_set1_epi64,
};

use placemat_simd::Simd;

use super::super::super::vectors::low_half;
use super::bytes::{FIRST_OF_FOUR, PART};
use super::{Avx512, V, operations};
use crate::avx2::Avx2;

/// The maximum number of units.
pub(in super::super) const MASKED_MAX_LEN: usize = PART;

impl Avx512 {
    /// Converts up to [`MASKED_MAX_LEN`] units. Returns the number of bytes, or `None` if there is a surrogate, or
    /// the bytes do not fit.
    #[inline(always)]
    pub(in super::super) fn encode_masked(self, source: &[u16], dst: &mut [u8]) -> Option<usize> {
        if source.len() <= MASKED_MAX_LEN / 2 {
            self.encode_half(source, dst)
        } else {
            self.encode_whole(source, dst)
        }
    }

    /// Converts 32 to 64 units if they are ASCII and fit, by two vectors that overlap.
    #[inline(always)]
    pub(in super::super) fn narrow_two(self, source: &[u16], dst: &mut [u8]) -> bool {
        let (Some(first), Some(last)) = (source.first_chunk::<PART>(), source.last_chunk::<PART>()) else {
            return false;
        };
        let Some(dst) = dst.get_mut(..source.len()) else { return false };
        let (first, last) = (self.load(first, 0), self.load(last, 0));
        if self.below(self.or(first, last), 0x80) != u32::MAX {
            return false;
        }
        let at = dst.len() - PART;
        Avx2::from(self).store(self.narrowed(first), dst, 0);
        Avx2::from(self).store(self.narrowed(last), dst, at);
        true
    }

    /// [`encode_masked`](Self::encode_masked) for up to half a vector.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the first lanes are the lowest bits")]
    fn encode_half(self, source: &[u16], dst: &mut [u8]) -> Option<usize> {
        let units = self.load_half(source);
        let lanes = self.first_lanes(source.len()) as u16;
        let not_ascii = self.units_at_least(units, 0x80);
        if not_ascii == 0 {
            let dst = dst.get_mut(..source.len())?;
            // SAFETY: the token exists, and only bytes of these lanes are written, which are in bounds.
            unsafe { _mm256_mask_cvtepi16_storeu_epi8(dst.as_mut_ptr().cast(), lanes, units) };
            return Some(dst.len());
        }
        let three = self.units_at_least(units, 0x800);
        if self.half_surrogates(units) != 0 {
            return None;
        }
        let needed = self.needed(lanes.into(), not_ascii.into(), three.into());
        self.store_exactly([(self.in_fours(units, not_ascii, three), needed)], dst)
    }

    /// The same for up to a vector.
    #[inline(always)]
    fn encode_whole(self, source: &[u16], dst: &mut [u8]) -> Option<usize> {
        let units = self.load_partial(source, 0);
        if self.below(units, 0x800) == u32::MAX {
            let (bytes, needed) = self.two_bytes(units);
            return self.store_exactly([(bytes, needed & self.first_lanes(2 * source.len()))], dst);
        }
        if self.are(units, 0xF800, 0xD800) != 0 {
            return None;
        }
        // All of the front is used.
        let (front_lanes, lanes) = (u32::MAX, low_half(self.first_lanes(source.len())));
        let (not_ascii, three) = (!self.below(units, 0x80), !self.below(units, 0x800));
        let [(front, _), (back, _)] = self.three_bytes(units, self.tail(units));
        let in_front = self.needed(front_lanes, not_ascii, three);
        let in_back = self.needed(lanes >> 16, not_ascii >> 16, three >> 16);
        self.store_exactly([(front, in_front), (back, in_back)], dst)
    }

    /// The bytes of sixteen units that are needed, of four for each. One constant, not three: with more registers, the
    /// kernel would have to save some.
    #[inline(always)]
    fn needed(self, lanes: u32, not_ascii: u32, three: u32) -> u64 {
        let spread = |units| self.spread(units, FIRST_OF_FOUR);
        spread(lanes) << 2 | spread(not_ascii) << 1 | spread(three)
    }

    /// Converts up to [`MASKED_MAX_LEN`] units if they form surrogate pairs only, such as emoji. Returns the number of
    /// bytes, or `None` if there is anything else, or the bytes do not fit.
    #[inline(always)]
    pub(in super::super) fn encode_pairs_only(self, source: &[u16], dst: &mut [u8]) -> Option<usize> {
        let (lanes, []) = source.as_chunks::<2>() else { return None };
        let dst = dst.get_mut(..4 * lanes.len())?;
        let (bytes, wrong) = self.four_bytes_each(self.load_partial(source, 0));
        if u64::from(wrong) & self.first_lanes(lanes.len()) != 0 {
            return None;
        }
        self.store_partial(bytes, dst, 0);
        Some(dst.len())
    }

    operations! {
        /// The four bytes of each surrogate pair, and the lanes that are none.
        fn four_bytes_each(pairs: V) -> (V, u16) {
            let tags = _mm512_and_si512(pairs, _mm512_set1_epi32(0xFC00_FC00_u32.cast_signed()));
            let other = _mm512_cmpneq_epi32_mask(tags, _mm512_set1_epi32(0xDC00_D800_u32.cast_signed()));
            // 400 times the high surrogate and the low one, without their tags, plus 10000.
            let bits = _mm512_and_si512(pairs, _mm512_set1_epi32(0x03FF_03FF));
            let value = _mm512_madd_epi16(bits, _mm512_set1_epi32(0x0001_0400));
            let value = _mm512_add_epi32(value, _mm512_set1_epi32(0x1_0000));
            let from = i64::from_le_bytes([18, 12, 6, 0, 32 + 18, 32 + 12, 32 + 6, 32]);
            let bits = _mm512_multishift_epi64_epi8(_mm512_set1_epi64(from), value);
            let bits = _mm512_and_si512(bits, _mm512_set1_epi32(0x3F3F_3F07));
            (_mm512_or_si512(bits, _mm512_set1_epi32(0x8080_80F0_u32.cast_signed())), other)
        }

        fn units_at_least(units: __m256i, first: u16) -> u16 {
            _mm256_cmpge_epu16_mask(units, _mm256_set1_epi16(first.cast_signed()))
        }

        fn half_surrogates(units: __m256i) -> u16 {
            let masked = _mm256_and_si256(units, _mm256_set1_epi16(0xF800_u16.cast_signed()));
            _mm256_cmpeq_epi16_mask(masked, _mm256_set1_epi16(0xD800_u16.cast_signed()))
        }

        /// The lead, middle and last byte of each unit, and one that is not needed.
        fn in_fours(units: __m256i, not_ascii: u16, three: u16) -> V {
            let units = _mm512_cvtepu16_epi32(units);
            let bits = i64::from_le_bytes([12, 6, 0, 24, 32 + 12, 32 + 6, 32, 32 + 24]);
            let bits = _mm512_and_si512(
                _mm512_multishift_epi64_epi8(_mm512_set1_epi64(bits), units),
                _mm512_set1_epi32(0x003F_3F3F),
            );
            let two = _mm512_set1_epi32(0x0080_C000);
            let tags = _mm512_mask_mov_epi32(two, three, _mm512_set1_epi32(0x0080_80E0));
            _mm512_mask_slli_epi32::<16>(_mm512_or_si512(bits, tags), !not_ascii, units)
        }
    }
}
