//! The measuring kernels.

use core::arch::x86_64::{
    _mm512_cmpeq_epi8_mask, _mm512_cmpgt_epi8_mask, _mm512_cmpgt_epi16_mask, _mm512_cmpgt_epi32_mask,
    _mm512_mask_add_epi8, _mm512_mask_add_epi16, _mm512_mask_add_epi32, _mm512_packs_epi32,
    _mm512_packus_epi16, _mm512_permutex2var_epi16, _mm512_permutexvar_epi8, _mm512_reduce_add_epi64,
    _mm512_sad_epu8, _mm512_set1_epi8, _mm512_set1_epi16, _mm512_set1_epi32, _mm512_setzero_si512,
    _mm512_srli_epi16, _mm512_testn_epi8_mask, _pdep_u64,
};

use placemat_simd::{BLOCK, Simd, Unit, measure::Measure};

use super::Avx512;
use super::token::{family, operations};
use super::vectors::{V, every_second};

family! { measuring with_seek_characters seek_characters, with_seek_utf16 seek_utf16 }

impl Measure for Avx512 {
    #[inline(always)]
    fn padded<U: Unit>(self, units: &[U]) -> Option<[U; BLOCK]> {
        let mut block = [U::default(); BLOCK];
        for at in (0..BLOCK).step_by(BLOCK / size_of::<U>()) {
            self.store(self.load_partial(units, at), &mut block, at);
        }
        Some(block)
    }

    #[inline(always)]
    fn bits_above(self, block: &[u8; BLOCK], bound: i8) -> Option<u64> {
        Some(self.mask_above(self.load(block, 0), bound))
    }

    #[inline(always)]
    fn bits_equal(self, block: &[u8; BLOCK], byte: u8) -> Option<u64> {
        Some(self.mask_equal(self.load(block, 0), byte))
    }

    #[inline(always)]
    fn split_units(self, block: &[u16; BLOCK], at: usize) -> [V; 2] {
        assert!(at == 0, "a block of units is two vectors");
        let (front, back) = (self.load(block, 0), self.load(block, BLOCK / 2));
        [self.lookup_both(&UPPER, front, back), self.narrowed_words(front, back)]
    }

    /// Each word is counted three times.
    const MAX_OF_TWO: usize = 3;

    #[inline(always)]
    fn count_bytes_of_two(self, counts: V, numbers: [V; 2]) -> V {
        self.count_words(counts, numbers, self.load(&UPPER_WORDS, 0))
    }

    #[inline(always)]
    fn count_units(self, counts: V, bytes: V) -> V {
        self.add(counts, self.lookup_upper_bits(self.load(&UNITS, 0), bytes))
    }

    #[inline(always)]
    fn count_missing(self, counts: V, [high, low]: [V; 2]) -> V {
        let counts = self.add(counts, self.lookup_upper_bits(self.load(&NOT_THREE, 0), high));
        self.count_ascii(counts, self.or(high, low))
    }

    operations! {
        #[expect(clippy::cast_possible_truncation, reason = "at most the units of a block")]
        fn nth_bit(bits: u64, nth: usize) -> usize {
            _pdep_u64(1_u64.unbounded_shl(nth as u32), bits).trailing_zeros() as usize
        }

        fn count_above(counts: V, bytes: V, bound: i8) -> V {
            let above = _mm512_cmpgt_epi8_mask(bytes, _mm512_set1_epi8(bound));
            _mm512_mask_add_epi8(counts, above, counts, _mm512_set1_epi8(1))
        }

        fn count_equal(counts: V, bytes: V, byte: u8) -> V {
            let equal = _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8(byte.cast_signed()));
            _mm512_mask_add_epi8(counts, equal, counts, _mm512_set1_epi8(1))
        }

        fn count_numbers_above(counts: V, numbers: V, bound: i32) -> V {
            let above = _mm512_cmpgt_epi32_mask(numbers, _mm512_set1_epi32(bound));
            _mm512_mask_add_epi32(counts, above, counts, _mm512_set1_epi32(1))
        }

        #[expect(clippy::cast_possible_truncation, reason = "at most 255 a lane")]
        fn total(counts: V) -> usize {
            _mm512_reduce_add_epi64(_mm512_sad_epu8(counts, _mm512_setzero_si512())).cast_unsigned() as usize
        }
    }
}

impl Avx512 {
    operations! {
        fn mask_above(bytes: V, bound: i8) -> u64 { _mm512_cmpgt_epi8_mask(bytes, _mm512_set1_epi8(bound)) }

        fn mask_equal(bytes: V, byte: u8) -> u64 {
            _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8(byte.cast_signed()))
        }

        /// Packs signed words to bytes with saturation: 80..7FFF become 80..FF.
        fn narrowed_words(front: V, back: V) -> V { _mm512_packus_epi16(front, back) }

        /// Adds 1 to 16-bit lanes, given the indices of the upper words of the numbers.
        fn count_words(counts: V, numbers: [V; 2], upper: V) -> V {
            let [a, b] = numbers;
            let count_above = |counts, words, bound| {
                let above = _mm512_cmpgt_epi16_mask(words, _mm512_set1_epi16(bound));
                _mm512_mask_add_epi16(counts, above, counts, _mm512_set1_epi16(1))
            };
            // Packing to signed words saturates: numbers above 7FFF become 7FFF.
            let words = _mm512_packs_epi32(a, b);
            let counts = count_above(count_above(counts, words, 0x7F), words, 0x7FF);
            count_above(counts, _mm512_permutex2var_epi16(a, upper, b), 0)
        }

        /// Adds 1 to the lanes of ASCII.
        fn count_ascii(counts: V, bytes: V) -> V {
            let ascii = _mm512_testn_epi8_mask(bytes, _mm512_set1_epi8(0x80_u8.cast_signed()));
            _mm512_mask_add_epi8(counts, ascii, counts, _mm512_set1_epi8(1))
        }

        /// Looks up the six upper bits of each byte.
        fn lookup_upper_bits(table: V, bytes: V) -> V {
            // A word shift moves bits from the neighbour only into the upper two, which are ignored.
            _mm512_permutexvar_epi8(_mm512_srli_epi16::<2>(bytes), table)
        }
    }
}

/// UTF-16 units per byte: none for 80..BF, two for F0..FF.
static UNITS: [u8; 64] = by_upper_bits::<false>();

/// Whether a unit with this upper byte has fewer than three bytes in UTF-8: below 800, and surrogates.
static NOT_THREE: [u8; 64] = by_upper_bits::<true>();

const fn by_upper_bits<const NOT_THREE: bool>() -> [u8; 64] {
    let (mut table, mut bits) = ([0; 64], 0_u8);
    while bits < 64 {
        table[bits as usize] = match bits << 2 {
            upper if NOT_THREE => matches!(upper, ..0x08 | 0xD8..0xE0) as u8,
            0x80..0xC0 => 0,
            0xF0.. => 2,
            _ => 1,
        };
        bits += 1;
    }
    table
}

/// The upper bytes of the units of two vectors, in the order of `packus`: alternately eight of the first and eight of
/// the second.
static UPPER: [u8; 64] = {
    let mut index = [0; 64];
    let mut lane = 0;
    while lane < 64 {
        let (sixteen, unit) = (lane & 0x30, lane & 7);
        let vector = (lane & 8) << 3;
        index[lane as usize] = vector | sixteen | (2 * unit + 1);
        lane += 1;
    }
    index
};

/// The upper words of the numbers of two vectors.
static UPPER_WORDS: [u16; 32] = every_second(1);
