//! The measuring kernels.

use core::arch::x86_64::{
    __m512i, _mm512_cmpeq_epi8_mask, _mm512_cmpgt_epi8_mask, _mm512_cmpgt_epi16_mask,
    _mm512_cmpgt_epi32_mask, _mm512_mask_add_epi8, _mm512_mask_add_epi16, _mm512_mask_add_epi32,
    _mm512_maskz_loadu_epi8, _mm512_packs_epi32, _mm512_packus_epi16, _mm512_permutex2var_epi8,
    _mm512_permutex2var_epi16, _mm512_permutexvar_epi8, _mm512_reduce_add_epi64, _mm512_sad_epu8,
    _mm512_set1_epi16, _mm512_set1_epi32, _mm512_srli_epi16, _mm512_storeu_si512, _mm512_testn_epi8_mask,
};

use placemat_simd::{BLOCK, Simd, Unit, measure::Measure};

use super::{
    Avx512,
    token::family,
    vectors::{every_second, first_lanes},
};

family! { measuring }

impl Measure for Avx512 {
    #[inline(always)]
    fn padded<U: Unit>(self, units: &[U]) -> Option<[U; BLOCK]> {
        let bytes = size_of_val(units);
        let mut block = [U::default(); BLOCK];
        for at in (0..size_of_val(&block)).step_by(BLOCK) {
            let lanes = first_lanes(bytes.saturating_sub(at));
            // If no lane is loaded, this address is out of bounds.
            let from = units.as_ptr().cast::<i8>().wrapping_add(at);
            // SAFETY: the token exists, and lanes are loaded up to the end of the units.
            let vector = unsafe { _mm512_maskz_loadu_epi8(lanes, from) };
            // SAFETY: `at` is inside the block, which is a whole number of vectors long.
            let to = unsafe { block.as_mut_ptr().cast::<u8>().add(at) };
            // SAFETY: the token exists; 64 bytes from there on are in bounds as well, and any bits are a valid unit.
            unsafe { _mm512_storeu_si512(to.cast(), vector) };
        }
        Some(block)
    }

    #[inline(always)]
    fn halves(self, block: &[u16; BLOCK], at: usize) -> [__m512i; 2] {
        assert!(at == 0, "a block of units is two vectors");
        let (front, back) = block.split_at(BLOCK / 2);
        let a = self.load(front, 0);
        let b = self.load(back, 0);
        let upper = self.load(&UPPER, 0);
        // SAFETY: the token exists.
        let high = unsafe { _mm512_permutex2var_epi8(a, upper, b) };
        // Packs signed words with saturation: 80..7FFF become 80..FF.
        // SAFETY: the token exists.
        let low = unsafe { _mm512_packus_epi16(a, b) };
        [high, low]
    }

    #[inline(always)]
    fn count_above(self, counts: __m512i, bytes: __m512i, bound: i8) -> __m512i {
        let bound = self.splat(bound.cast_unsigned());
        // SAFETY: the token exists.
        let above = unsafe { _mm512_cmpgt_epi8_mask(bytes, bound) };
        self.count_where(counts, above)
    }

    #[inline(always)]
    fn count_equal(self, counts: __m512i, bytes: __m512i, byte: u8) -> __m512i {
        let byte = self.splat(byte);
        // SAFETY: the token exists.
        let equal = unsafe { _mm512_cmpeq_epi8_mask(bytes, byte) };
        self.count_where(counts, equal)
    }

    #[inline(always)]
    fn count_numbers_above(self, counts: __m512i, numbers: __m512i, bound: i32) -> __m512i {
        // SAFETY: the token exists.
        let bound = unsafe { _mm512_set1_epi32(bound) };
        // SAFETY: the token exists.
        let one = unsafe { _mm512_set1_epi32(1) };
        // SAFETY: the token exists.
        let above = unsafe { _mm512_cmpgt_epi32_mask(numbers, bound) };
        // SAFETY: the token exists.
        unsafe { _mm512_mask_add_epi32(counts, above, counts, one) }
    }

    /// Each word is counted three times.
    const MAX_OF_TWO: usize = 3;

    #[inline(always)]
    fn count_bytes_of_two(self, counts: __m512i, [a, b]: [__m512i; 2]) -> __m512i {
        // Packing to signed words saturates: numbers above 7FFF become 7FFF.
        // SAFETY: the token exists.
        let words = unsafe { _mm512_packs_epi32(a, b) };
        let upper = self.load(&UPPER_WORDS, 0);
        // SAFETY: the token exists.
        let upper = unsafe { _mm512_permutex2var_epi16(a, upper, b) };
        let counts = self.count_words_above(counts, words, 0x7F);
        let counts = self.count_words_above(counts, words, 0x7FF);
        self.count_words_above(counts, upper, 0)
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "at most 255 a lane")]
    fn total(self, counts: __m512i) -> usize {
        let zeros = self.splat(0);
        // SAFETY: the token exists.
        let sums = unsafe { _mm512_sad_epu8(counts, zeros) };
        // SAFETY: the token exists.
        unsafe { _mm512_reduce_add_epi64(sums) }.cast_unsigned() as usize
    }

    #[inline(always)]
    fn count_units(self, counts: __m512i, bytes: __m512i) -> __m512i {
        self.add(counts, self.by_upper_bits(&UNITS, bytes))
    }

    #[inline(always)]
    fn count_missing(self, counts: __m512i, [high, low]: [__m512i; 2]) -> __m512i {
        let counts = self.add(counts, self.by_upper_bits(&NOT_THREE, high));
        let (bytes, highest) = (self.or(high, low), self.splat(0x80));
        // SAFETY: the token exists.
        let ascii = unsafe { _mm512_testn_epi8_mask(bytes, highest) };
        self.count_where(counts, ascii)
    }
}

impl Avx512 {
    /// Adds 1 to each 16-bit lane whose word is above `bound`, as signed numbers.
    #[inline(always)]
    fn count_words_above(self, counts: __m512i, words: __m512i, bound: i16) -> __m512i {
        // SAFETY: the token exists.
        let bound = unsafe { _mm512_set1_epi16(bound) };
        // SAFETY: the token exists.
        let one = unsafe { _mm512_set1_epi16(1) };
        // SAFETY: the token exists.
        let above = unsafe { _mm512_cmpgt_epi16_mask(words, bound) };
        // SAFETY: the token exists.
        unsafe { _mm512_mask_add_epi16(counts, above, counts, one) }
    }

    /// Adds 1 to these lanes.
    #[inline(always)]
    fn count_where(self, counts: __m512i, lanes: u64) -> __m512i {
        let one = self.splat(1);
        // SAFETY: the token exists.
        unsafe { _mm512_mask_add_epi8(counts, lanes, counts, one) }
    }

    /// Looks up the six upper bits of each byte.
    #[inline(always)]
    fn by_upper_bits(self, table: &[u8; 64], bytes: __m512i) -> __m512i {
        // A word shift moves bits from the neighbour only into the upper two, which are ignored.
        // SAFETY: the token exists.
        let index = unsafe { _mm512_srli_epi16::<2>(bytes) };
        let table = self.load(table, 0);
        // SAFETY: the token exists.
        unsafe { _mm512_permutexvar_epi8(index, table) }
    }
}

/// UTF-16 units per byte: none for 80..BF, two for F0..FF.
static UNITS: [u8; 64] = {
    let mut table = [0; 64];
    let mut bits = 0_u8;
    while bits < 64 {
        table[bits as usize] = match bits << 2 {
            0x80..0xC0 => 0,
            0xF0.. => 2,
            _ => 1,
        };
        bits += 1;
    }
    table
};

/// Whether a unit with this upper byte has fewer than three bytes in UTF-8: below 800, and surrogates.
static NOT_THREE: [u8; 64] = {
    let mut table = [0; 64];
    let mut bits = 0_u8;
    while bits < 64 {
        table[bits as usize] = matches!(bits << 2, ..0x08 | 0xD8..0xE0) as u8;
        bits += 1;
    }
    table
};

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
