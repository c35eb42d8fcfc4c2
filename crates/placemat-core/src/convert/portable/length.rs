use super::Native;
use crate::convert::{Latin1, Utf8, Utf16, Utf32};
use crate::utf16::is_surrogate;

/// Computes the length of text in another encoding from each of its units alone.
///
/// Measuring kernels return the same number, even for invalid text. The contribution of each unit:
///
/// | from | to | units | count as |
/// | --- | --- | --- | --- |
/// | UTF-8 | UTF-32, Latin-1 | all but 80..BF | 1 |
/// | UTF-8 | UTF-16 | all but 80..BF; F0..FF | 1; 2 |
/// | UTF-16 | UTF-8 | below 80; below 800, and D800..DFFF; others | 1; 2; 3 |
/// | UTF-32 | UTF-8 | below 80, and 80000000..FFFFFFFF; below 800; below 10000; others | 1; 2; 3; 4 |
/// | Latin-1 | UTF-8 | below 80; others | 1; 2 |
pub trait Measured<D: Native>: Native {
    /// The number of units that valid text becomes. For invalid text, the sum by the table above, which
    /// differs from the length with replacements; at most [`LONGEST`](crate::convert::Encoding::LONGEST) per
    /// unit. Linear time; no panic, no overflow.
    fn measure(source: &[Self::Unit]) -> usize;

    /// Like `measure`, optimised for fewer than 64 units.
    #[doc(hidden)]
    #[must_use]
    #[inline(always)]
    fn measure_short(source: &[Self::Unit]) -> usize {
        Self::measure(source)
    }
}

impl Measured<Utf16> for Utf8 {
    #[inline]
    fn measure(source: &[u8]) -> usize {
        bytes(source, units, word_units)
    }

    #[inline(always)]
    fn measure_short(source: &[u8]) -> usize {
        short(source, units, word_units)
    }
}

impl Measured<Utf32> for Utf8 {
    #[inline]
    fn measure(source: &[u8]) -> usize {
        bytes(source, begins, word_begins)
    }

    #[inline(always)]
    fn measure_short(source: &[u8]) -> usize {
        short(source, begins, word_begins)
    }
}

impl Measured<Latin1> for Utf8 {
    #[inline]
    fn measure(source: &[u8]) -> usize {
        <Self as Measured<Utf32>>::measure(source)
    }
}

impl Measured<Utf8> for Utf16 {
    #[inline]
    fn measure(source: &[u16]) -> usize {
        // Two bytes for each surrogate of a pair.
        let more = |unit| u16::from(unit >= 0x80) + u16::from((unit >= 0x800) & !is_surrogate(unit));
        let sum = |units: &[u16]| units.iter().map(|unit| more(*unit)).sum::<u16>();
        source.len() + source.chunks(LANES_MAX).map(|units| usize::from(sum(units))).sum::<usize>()
    }
}

impl Measured<Utf8> for Utf32 {
    #[inline]
    fn measure(source: &[u32]) -> usize {
        // Signed, as vector comparisons are. No scalar value is negative.
        let more = |unit: u32| {
            let unit = unit.cast_signed();
            u32::from(unit >= 0x80) + u32::from(unit >= 0x800) + u32::from(unit >= 0x1_0000)
        };
        let sum = |units: &[u32]| units.iter().map(|unit| more(*unit)).sum::<u32>();
        source.len() + source.chunks(LANES_MAX).map(|units| sum(units) as usize).sum::<usize>()
    }
}

impl Measured<Utf8> for Latin1 {
    #[inline]
    fn measure(source: &[u8]) -> usize {
        bytes(source, latin1_bytes, word_latin1_bytes)
    }

    #[inline(always)]
    fn measure_short(source: &[u8]) -> usize {
        short(source, latin1_bytes, word_latin1_bytes)
    }
}

/// The number of units whose sum fits in 16 bits. Sums as wide as the units are what vectors add without packing.
const LANES_MAX: usize = u16::MAX as usize / 3;

/// Whether a byte begins a character.
#[inline]
fn begins(byte: u8) -> u8 {
    u8::from(byte & 0xC0 != 0x80)
}

/// `begins`, for each byte of a word.
#[inline]
fn word_begins(word: u64) -> u64 {
    (!word >> 7 | word >> 6) & ONES
}

/// The number of UTF-16 units for the sequence that a byte begins: a four-byte sequence becomes a pair.
#[inline]
fn units(byte: u8) -> u8 {
    begins(byte) + u8::from(byte >= 0xF0)
}

/// `units`, for each byte of a word. Only bytes from F0 on have the four highest bits set.
#[inline]
fn word_units(word: u64) -> u64 {
    word_begins(word) + ((word & word << 1 & word << 2 & word << 3) >> 7 & ONES)
}

/// The number of UTF-8 bytes of a Latin-1 character.
#[inline]
fn latin1_bytes(byte: u8) -> u8 {
    1 + (byte >> 7)
}

/// `latin1_bytes`, for each byte of a word.
#[inline]
fn word_latin1_bytes(word: u64) -> u64 {
    ONES + (word >> 7 & ONES)
}

/// The sum of the counts of all bytes: `count` is at most 2, and 1 for byte 0.
#[inline]
fn bytes(bytes: &[u8], count: impl Fn(u8) -> u8, count_word: impl Fn(u64) -> u64) -> usize {
    let (blocks, rest) = bytes.as_chunks::<64>();
    // At most 2 * 64.
    let sum = |block: &[u8; 64]| usize::from(block.iter().map(|byte| count(*byte)).sum::<u8>());
    blocks.iter().map(sum).sum::<usize>() + short(rest, &count, count_word)
}

/// `bytes`, for at most 64 bytes: with two vectors that the compiler generates, or with words; the last ones overlap.
#[inline(always)]
fn short(bytes: &[u8], count: impl Fn(u8) -> u8, count_word: impl Fn(u64) -> u64) -> usize {
    match bytes.len() {
        32..=64 => two_vectors(bytes, count),
        17..32 => four_words(bytes, count_word),
        8..=16 => two_words(bytes, count_word),
        4..8 => one_word(bytes, count_word),
        _ => bytes.iter().map(|byte| usize::from(count(*byte))).sum(),
    }
}

/// 32 to 64 bytes.
#[inline(always)]
fn two_vectors(bytes: &[u8], count: impl Fn(u8) -> u8) -> usize {
    const LANES: usize = 32;
    let (Some(first), Some(last)) = (at::<LANES>(bytes, 0), at::<LANES>(bytes, bytes.len() - LANES)) else {
        return 0;
    };
    // Bytes that both vectors contain are masked to 0 in the second one.
    let overlap = (2 * LANES).saturating_sub(bytes.len());
    let Some(mask) = at::<LANES>(&BEFORE, BEFORE.len() / 2 - overlap) else { return 0 };
    let mut counts = [0; LANES];
    for lane in 0..LANES {
        counts[lane] = count(first[lane]) + count(last[lane] & mask[lane]);
    }
    // At most 4 * 32.
    usize::from(counts.iter().sum::<u8>()) - overlap
}

/// A mask that clears the bytes before the middle and keeps those after it.
static BEFORE: [u8; 64] = {
    let mut bytes = [0; 64];
    let mut at = 32;
    while at < bytes.len() {
        bytes[at] = 0xFF;
        at += 1;
    }
    bytes
};

/// 16 to 32 bytes. (For vectors of sixteen bytes the compiler generates scalar code.)
#[inline(always)]
fn four_words(bytes: &[u8], count_word: impl Fn(u64) -> u64) -> usize {
    let overlap = 4 * WORD - bytes.len();
    let words = [
        word(bytes, 0),
        word(bytes, WORD),
        without(word(bytes, bytes.len() - 2 * WORD), overlap.min(WORD)),
        without(word(bytes, bytes.len() - WORD), overlap.saturating_sub(WORD)),
    ];
    let mut counts = 0;
    for word in words {
        counts += count_word(word);
    }
    total(counts) - overlap
}

/// 8 to 16 bytes.
#[inline(always)]
fn two_words(bytes: &[u8], count_word: impl Fn(u64) -> u64) -> usize {
    let overlap = 2 * WORD - bytes.len();
    let last = without(word(bytes, bytes.len() - WORD), overlap);
    total(count_word(word(bytes, 0)) + count_word(last)) - overlap
}

/// Bytes of a word.
const WORD: usize = size_of::<u64>();

/// The word that begins at byte `start`.
#[inline(always)]
fn word(bytes: &[u8], start: usize) -> u64 {
    at(bytes, start).map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

/// `LEN` bytes from `start` on. (With `last_chunk`, the compiler keeps a panic branch.)
#[inline(always)]
fn at<const LEN: usize>(bytes: &[u8], start: usize) -> Option<&[u8; LEN]> {
    bytes.get(start..).and_then(<[u8]>::first_chunk)
}

/// Removes the first `overlap` bytes of a word, which were counted already; 0 bytes at its end take their place.
#[inline(always)]
fn without(word: u64, overlap: usize) -> u64 {
    let half = overlap * 8 / 2;
    word >> half >> half
}

/// 4 to 8 bytes, as two overlapping halves.
#[inline(always)]
fn one_word(bytes: &[u8], count_word: impl Fn(u64) -> u64) -> usize {
    let later = bytes.len() - size_of::<u32>();
    let (Some(first), Some(last)) = (at(bytes, 0), at(bytes, later)) else { return 0 };
    let (first, last) = (u32::from_le_bytes(*first), u32::from_le_bytes(*last));
    let word = u64::from(first) | u64::from(last) << (8 * later);
    total(count_word(word)) - (WORD - bytes.len())
}

/// The sum of all bytes of a word, which must be below 256.
#[inline(always)]
fn total(counts: u64) -> usize {
    (counts.wrapping_mul(ONES) >> 56) as usize
}

/// A word whose bytes are all 1.
const ONES: u64 = 0x0101_0101_0101_0101;
