//! Surrogate pairs: UTF-16 to UTF-32 and back.
//!
//! ```text
//! to UTF-32   both = each unit and the next one, as 32 bits
//!             high ? unit * 400 + next - 35FDC00 : unit; compress all but low surrogates
//! to UTF-16   above FFFF ? (value >> 10) + D7C0 | (value & 3FF) + DC00 << 16 : value
//!             compress the lower words, and the upper ones of pairs
//! ```
//!
//! - **A pair across two steps** is converted in the first one. The next one begins 32 units later in any case, so that
//!   it need not wait.
//! - **Errors and short destinations** clear the lanes from the first character on that cannot be converted.

use core::arch::x86_64::{
    _mm512_and_si512, _mm512_castsi512_si256, _mm512_cvtepu16_epi32, _mm512_extracti64x4_epi64,
    _mm512_madd_epi16, _mm512_mask_add_epi32, _mm512_mask_mov_epi32, _mm512_maskz_compress_epi32,
    _mm512_or_si512, _mm512_packus_epi32, _mm512_permutexvar_epi64, _mm512_set1_epi32, _mm512_setr_epi64,
    _mm512_slli_epi32, _mm512_srli_epi32, _mm512_sub_epi32, _mm512_test_epi16_mask, _pdep_u64,
};

use placemat_core::convert::Progress;
use placemat_simd::Simd;

use super::super::super::{Avx512, token::operations, vectors::V, vectors::low_half};

/// Units of UTF-16 in a vector.
const WORDS: usize = 32;
/// Units of UTF-32 in a vector.
const UNITS: usize = 16;

impl Avx512 {
    /// UTF-16 to UTF-32.
    #[inline(always)]
    pub(super) fn join_pairs(self, source: &[u16], dst: &mut [u32]) -> Progress {
        let mut at = Progress::default();
        // Whether the first unit is the second one of a pair that has been converted, as a bit.
        let mut open = 0;
        while let (Some(units), Some(dst)) =
            (source[at.read..].first_chunk::<{ WORDS + 1 }>(), dst[at.written..].first_chunk_mut::<WORDS>())
        {
            let vector = self.load(units, 0);
            if self.are(vector, 0xF800, 0xD800) == 0 {
                let [front, back] = self.as_units(vector);
                self.store(front, dst, 0);
                self.store(back, dst, UNITS);
                at += Progress { read: WORDS, written: WORDS };
                open = 0;
                continue;
            }
            let ([front, back], starts, unpaired, is_open) = self.join(vector, self.load(units, 1), open);
            if unpaired != 0 {
                break;
            }
            let in_front = (starts & 0xFFFF).count_ones() as usize;
            self.store(self.compress_units(lower(starts), front), dst, 0);
            self.store(self.compress_units(lower(starts >> UNITS), back), dst, in_front);
            at += Progress { read: WORDS, written: starts.count_ones() as usize };
            open = is_open;
        }
        if at.read < source.len() {
            at += self.join_end(&source[at.read..], &mut dst[at.written..], open);
        }
        at
    }

    #[inline(always)]
    pub(super) fn join_short(self, source: &[u16], dst: &mut [u32]) -> Option<Progress> {
        if source.len() <= WORDS { Some(self.join_end(source, dst, 0)) } else { None }
    }

    /// UTF-16 to UTF-32: up to a vector, where one of the slices ends or an error is.
    #[inline(always)]
    fn join_end(self, units: &[u16], dst: &mut [u32], open: u32) -> Progress {
        let vector = self.load_partial(units, 0);
        if self.are(vector, 0xF800, 0xD800) == 0 {
            let len = units.len().min(WORDS).min(dst.len());
            for (nth, values) in self.as_units(vector).into_iter().enumerate() {
                self.store_partial(values, &mut dst[..len], nth * UNITS);
            }
            return Progress { read: len, written: len };
        }
        let ([front, back], starts, unpaired, open) = self.join(vector, self.load_partial(units, 1), open);
        let mut valid = units.len().min(WORDS).min(unpaired.trailing_zeros() as usize);
        let mut starts = u64::from(starts) & self.first_lanes(valid);
        if starts.count_ones() as usize > dst.len() {
            valid = self.nth(dst.len(), starts);
            starts &= self.first_lanes(valid);
        }
        let starts = low_half(starts);
        let dst = &mut dst[..starts.count_ones() as usize];
        let (to_front, to_back) = dst.split_at_mut((starts & 0xFFFF).count_ones() as usize);
        self.store_partial(self.compress_units(lower(starts), front), to_front, 0);
        self.store_partial(self.compress_units(lower(starts >> UNITS), back), to_back, 0);
        Progress { read: valid + usize::from(valid == WORDS && open != 0), written: dst.len() }
    }

    /// UTF-32 to UTF-16.
    #[inline(always)]
    pub(super) fn split_into_pairs(self, source: &[u32], dst: &mut [u16]) -> Progress {
        let mut at = Progress::default();
        while let (Some(units), Some(to)) =
            (source[at.read..].first_chunk::<WORDS>(), dst[at.written..].first_chunk_mut::<WORDS>())
        {
            let (a, b) = (self.load(units, 0), self.load(units, UNITS));
            if self.are_single(a, b) {
                self.store(self.pack_two(a, b), to, 0);
                at += Progress { read: WORDS, written: WORDS };
                continue;
            }
            let Some(to) = dst[at.written..].first_chunk_mut::<{ 2 * WORDS }>() else { break };
            if self.invalid(a) | self.invalid(b) != 0 {
                break;
            }
            let [(front, first), (back, second)] = [self.split(a), self.split(b)];
            let in_front = first.count_ones() as usize;
            self.store(self.compress_words(first, front), to, 0);
            self.store(self.compress_words(second, back), to, in_front);
            at += Progress { read: WORDS, written: in_front + second.count_ones() as usize };
        }
        // A destination that just suffices is too short for the loop above long before its end.
        while at.read < source.len() {
            let more = self.split_end(&source[at.read..], &mut dst[at.written..]);
            if more.read == 0 {
                break;
            }
            at += more;
        }
        at
    }

    #[inline(always)]
    pub(super) fn split_short(self, source: &[u32], dst: &mut [u16]) -> Option<Progress> {
        if source.len() <= UNITS { Some(self.split_end(source, dst)) } else { None }
    }

    /// UTF-32 to UTF-16: up to two vectors without pairs, or one, where one of the slices ends or an error is.
    #[inline(always)]
    fn split_end(self, units: &[u32], dst: &mut [u16]) -> Progress {
        let a = self.load_partial(units, 0);
        let b = if units.len() > UNITS { self.load_partial(units, UNITS) } else { a };
        let len = units.len().min(WORDS);
        if len <= dst.len() && self.are_single(a, b) {
            self.store_partial(self.pack_two(a, b), &mut dst[..len], 0);
            return Progress { read: len, written: len };
        }
        let (words, needed) = self.split(a);
        let mut valid = len.min(UNITS).min(self.invalid(a).trailing_zeros() as usize);
        let mut needed = u64::from(needed) & self.first_lanes(2 * valid);
        if needed.count_ones() as usize > dst.len() {
            valid = self.nth(dst.len(), needed) / 2;
            needed &= self.first_lanes(2 * valid);
        }
        let dst = &mut dst[..needed.count_ones() as usize];
        self.store_partial(self.compress_words(low_half(needed), words), dst, 0);
        Progress { read: valid, written: dst.len() }
    }

    /// Joins the pairs of a vector, given the units one later. Returns values, still with a lane for each low surrogate,
    /// the lanes that begin a character, those of unpaired surrogates, and whether the last one begins a pair, as a bit.
    #[inline(always)]
    fn join(self, units: V, later: V, open: u32) -> ([V; 2], u32, u32, u32) {
        static BOTH: [[u8; 64]; 2] = [with_next(0), with_next(UNITS - 1)];
        let highs = self.are(units, 0xFC00, 0xD800);
        let lows = self.are(units, 0xF800, 0xD800) ^ highs;
        let values = [
            self.pair_where(lower(highs), self.permute(units, self.load(&BOTH[0], 0))),
            self.pair_where(lower(highs >> UNITS), self.permute(later, self.load(&BOTH[1], 0))),
        ];
        let unpaired = highs & !self.are(later, 0xFC00, 0xDC00) | lows & !(highs << 1 | open);
        (values, !lows, unpaired, highs >> 31)
    }

    /// Maps surrogates, and no other units, to FFFFF800 and above.
    #[inline(always)]
    fn moved(self, units: V) -> V {
        self.less(self.xor(units, self.unit(0xD800)), 0x800)
    }

    /// Whether all are characters of one unit in UTF-16.
    #[inline(always)]
    fn are_single(self, a: V, b: V) -> bool {
        self.units_from(self.max_units(self.moved(a), self.moved(b)), 0x1_0000 - 0x800) == 0
    }

    /// The lanes of UTF-32 that are no characters.
    #[inline(always)]
    fn invalid(self, units: V) -> u16 {
        self.units_from(self.moved(units), 0x11_0000 - 0x800)
    }

    /// The characters as two units of UTF-16 each, and which of them are needed.
    #[inline(always)]
    fn split(self, units: V) -> (V, u32) {
        let words = self.pairs_where(self.units_from(units, 0x1_0000), units);
        (words, self.nonzero_words(words) | LOWER)
    }

    operations! {
        /// The words as units.
        fn as_units(words: V) -> [V; 2] {
            let [front, back] = [_mm512_castsi512_si256(words), _mm512_extracti64x4_epi64::<1>(words)];
            [_mm512_cvtepu16_epi32(front), _mm512_cvtepu16_epi32(back)]
        }

        /// The lower words of units that have no upper ones.
        fn pack_two(a: V, b: V) -> V {
            // Packing works within each quarter of a vector.
            let order = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);
            _mm512_permutexvar_epi64(order, _mm512_packus_epi32(a, b))
        }

        /// The values of pairs in these lanes, the lower words in the others.
        fn pair_where(lanes: u16, both: V) -> V {
            let units = _mm512_and_si512(both, _mm512_set1_epi32(0xFFFF));
            // Surrogates are negative words.
            let high = _mm512_madd_epi16(both, _mm512_set1_epi32(0x1_0400));
            let offset = 0x1_0000 - ((0xD800 - 0x1_0000) << 10) - (0xDC00 - 0x1_0000);
            _mm512_mask_add_epi32(units, lanes, high, _mm512_set1_epi32(offset))
        }

        /// Both surrogates in these lanes, the unit in the others.
        fn pairs_where(lanes: u16, units: V) -> V {
            let high = _mm512_srli_epi32::<10>(_mm512_sub_epi32(units, _mm512_set1_epi32(0x1_0000)));
            let low = _mm512_and_si512(_mm512_slli_epi32::<16>(units), _mm512_set1_epi32(0x03FF_0000));
            let tags = _mm512_set1_epi32(0xDC00_D800_u32.cast_signed());
            _mm512_mask_mov_epi32(units, lanes, _mm512_or_si512(_mm512_or_si512(high, low), tags))
        }

        fn less(units: V, value: u32) -> V { _mm512_sub_epi32(units, _mm512_set1_epi32(value.cast_signed())) }
        fn nonzero_words(a: V) -> u32 { _mm512_test_epi16_mask(a, a) }
        fn compress_units(lanes: u16, units: V) -> V { _mm512_maskz_compress_epi32(lanes, units) }

        /// The place of the bit with this number among those that are set.
        fn nth(number: usize, bits: u64) -> usize { _pdep_u64(1 << (number & 63), bits).trailing_zeros() as usize }
    }
}

/// The lower word of each unit.
const LOWER: u32 = 0x5555_5555;

/// The indices of the bytes of each unit and the one after it, from unit `from` on, for sixteen units.
#[expect(clippy::cast_possible_truncation, reason = "at most 63")]
const fn with_next(from: usize) -> [u8; 64] {
    let mut index = [0; 64];
    let mut byte = 0;
    while byte < 64 {
        index[byte] = (2 * (from + byte / 4) + byte % 4) as u8;
        byte += 1;
    }
    index
}

/// The mask of the first sixteen lanes.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the first lanes are the lowest bits")]
fn lower(lanes: u32) -> u16 {
    lanes as u16
}
