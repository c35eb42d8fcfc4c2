//! UTF-32 to UTF-8: each unit as two or four bytes, of which the needed ones are compressed.
//!
//! ```text
//! below 800:  110yyyyy | 10xxxxxx, or 0 | 0xxxxxxx, in the lower word of each unit; two vectors become one
//! else:       bits from 18, 12, 6 and 0 on, with the tags of the unit's length and zeros in front
//! needed = movemask(bytes) | the last byte of each unit; compress
//! ```
//!
//! All bytes but those of ASCII have their highest bit set, and ASCII is the last byte of its unit: so what is needed is
//! a mask that one instruction makes, and no length is counted.

use core::arch::x86_64::{
    __m128i, _mm512_and_si512, _mm512_cmpeq_epi32_mask, _mm512_cmpge_epu32_mask, _mm512_cvtepi32_epi8,
    _mm512_mask_mov_epi32, _mm512_max_epu32, _mm512_multishift_epi64_epi8, _mm512_permutex2var_epi16,
    _mm512_set1_epi32, _mm512_slli_epi32, _mm512_srli_epi32,
};

use placemat_core::convert::Progress;
use placemat_simd::{BLOCK, Simd, convert::Utf32Dst};

use super::decode::UNITS;
use crate::avx512::vectors::{V, every_second};
use crate::avx512::{Avx512, token::operations};
use crate::sse4::Sse4;

impl Avx512 {
    /// Encodes a block and returns the number of bytes; `None` if one of its units is not a scalar value.
    #[inline(always)]
    pub(in super::super) fn encode_block(self, units: &[u32; BLOCK], dst: &mut Utf32Dst) -> Option<usize> {
        let (quarters, _) = units.as_chunks::<UNITS>();
        let [first, second, third, fourth] = quarters else { return None };
        let units = [self.load(first, 0), self.load(second, 0), self.load(third, 0), self.load(fourth, 0)];
        let mut largest = self.splat(0);
        for units in units {
            largest = self.max_units(largest, units);
        }
        if self.units_from(largest, 0x80) == 0 {
            for (units, dst) in units.into_iter().zip(dst.as_chunks_mut::<16>().0) {
                Sse4::from(self).store(self.lowest_bytes(units), dst, 0);
            }
            return Some(BLOCK);
        }
        let mut written = 0;
        if self.units_from(largest, 0x800) == 0 {
            for [a, b] in units.as_chunks().0 {
                let (a, b) = (self.in_two(*a), self.in_two(*b));
                let bytes = self.permute_words(self.load(&LOWER_WORDS, 0), a, b);
                written += self.keep_bytes(bytes, LAST_OF_TWO, dst, written);
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
            written += self.keep_bytes(self.in_four(units), LAST_OF_FOUR, dst, written);
        }
        Some(written)
    }

    /// Converts up to a block of units by masked loads, up to a unit that is not a scalar value or does not fit.
    #[inline(always)]
    pub(in super::super) fn encode_short(self, units: &[u32], dst: &mut [u8]) -> Progress {
        let mut at = Progress::default();
        while at.read < units.len() {
            let rest = &units[at.read..];
            let count = rest.len().min(UNITS);
            let units = self.load_partial(rest, 0);
            if self.surrogates(units) | self.units_from(units, 0x11_0000) != 0 {
                break;
            }
            let bytes = self.in_four(units);
            let kept = (self.movemask(bytes) | LAST_OF_FOUR) & self.first_lanes(4 * count);
            let written = kept.count_ones() as usize;
            let bytes = self.compress(kept, bytes);
            let left = &mut dst[at.written..];
            if let Some(dst) = left.first_chunk_mut::<64>() {
                // Faster than a masked store.
                self.store(bytes, dst, 0);
            } else if let Some(dst) = left.get_mut(..written) {
                self.store_partial(bytes, dst, 0);
            } else {
                break;
            }
            at += Progress { read: count, written };
        }
        at
    }

    /// Each unit, which must be below 800, as two bytes, the last one higher; the lower is 0 if one suffices.
    #[inline(always)]
    fn in_two(self, units: V) -> V {
        let (lead, last) = (self.units_down::<6>(units), self.units_up::<8>(units));
        let bytes = self.or(self.or(lead, self.and(last, self.unit(0x3F00))), self.unit(0x80C0));
        self.choose_units(self.units_from(units, 0x80), last, bytes)
    }

    /// Each unit as four bytes, the last one highest, with zeros below those that are needed.
    #[inline(always)]
    fn in_four(self, units: V) -> V {
        let two = self.units_from(units, 0x80);
        let tails = self.bits_from(units, self.load(SIX_BITS.as_flattened(), 0));
        let marks = self.unit(0x80C0_0000);
        let marks = self.choose_units(self.units_from(units, 0x800), marks, self.unit(0x8080_E000));
        let marks = self.choose_units(self.units_from(units, 0x1_0000), marks, self.unit(0x8080_80F0));
        let bytes = self.or(self.and(tails, self.splat(0x3F)), marks);
        self.choose_units(two, self.units_up::<24>(units), bytes)
    }

    /// Compresses the needed bytes into `dst[at..]` and returns their number.
    #[inline(always)]
    fn keep_bytes(self, bytes: V, last: u64, dst: &mut Utf32Dst, at: usize) -> usize {
        let kept = self.movemask(bytes) | last;
        let bytes = self.compress(kept, bytes);
        if let Some(dst) = dst[at..].first_chunk_mut::<64>() {
            self.store(bytes, dst, 0);
        }
        kept.count_ones() as usize
    }

    operations! {
        pub(in super::super) fn unit(unit: u32) -> V { _mm512_set1_epi32(unit.cast_signed()) }
        pub(in super::super) fn max_units(a: V, b: V) -> V { _mm512_max_epu32(a, b) }
        fn units_up<const N: u32>(units: V) -> V { _mm512_slli_epi32::<N>(units) }
        fn units_down<const N: u32>(units: V) -> V { _mm512_srli_epi32::<N>(units) }
        fn lowest_bytes(units: V) -> __m128i { _mm512_cvtepi32_epi8(units) }

        /// The words of `a`, then those of `b`, at these indices.
        fn permute_words(index: V, a: V, b: V) -> V { _mm512_permutex2var_epi16(a, index, b) }

        /// Eight bits of each two units for each byte, from the given bits on.
        fn bits_from(units: V, from: V) -> V { _mm512_multishift_epi64_epi8(from, units) }

        /// `b` where the bit is set, else `a`.
        fn choose_units(set: u16, a: V, b: V) -> V { _mm512_mask_mov_epi32(a, set, b) }

        /// The units that are at least `least`.
        pub(in super::super) fn units_from(units: V, least: u32) -> u16 {
            _mm512_cmpge_epu32_mask(units, _mm512_set1_epi32(least.cast_signed()))
        }

        fn surrogates(units: V) -> u16 {
            let upper = _mm512_and_si512(units, _mm512_set1_epi32(!0x7FF));
            _mm512_cmpeq_epi32_mask(upper, _mm512_set1_epi32(0xD800))
        }
    }
}

/// The last byte of each unit: the second of two, the fourth of four.
const LAST_OF_TWO: u64 = 0xAAAA_AAAA_AAAA_AAAA;
const LAST_OF_FOUR: u64 = 0x8888_8888_8888_8888;

/// The lower word of each unit of two vectors.
static LOWER_WORDS: [u16; 32] = every_second(0);

/// For each byte of two units, the first of its six bits: the upper ones of a unit go to its lowest byte.
static SIX_BITS: [[u8; 8]; 8] = [[18, 12, 6, 0, 50, 44, 38, 32]; 8];
