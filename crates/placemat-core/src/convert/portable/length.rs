use super::Native;
use crate::{
    convert::{Latin1, Utf8, Utf16, Utf32},
    utf16::is_surrogate,
};

/// How many units text becomes, by looking at each unit of it alone.
///
/// Measuring kernels give the same number, of ill-formed text as well. What each unit counts:
///
/// | from | to | units that count | as |
/// | --- | --- | --- | --- |
/// | UTF-8 | UTF-32, Latin-1 | all but 80..BF | 1 |
/// | UTF-8 | UTF-16 | all but 80..BF; F0..FF | 1; 2 |
/// | UTF-16 | UTF-8 | below 80; below 800, and D800..DFFF; others | 1; 2; 3 |
/// | UTF-32 | UTF-8 | below 80, and 80000000..FFFFFFFF; below 800; below 10000; others | 1; 2; 3; 4 |
/// | Latin-1 | UTF-8 | below 80; others | 1; 2 |
pub trait Measured<D: Native>: Native {
    /// How many units well-formed text becomes. Of ill-formed text it is the sum by the table above, which is
    /// not the length of its replacement, and at most [`LONGEST`](crate::convert::Encoding::LONGEST) a unit.
    /// Linear time; no panic, no overflow.
    fn measure(source: &[Self::Unit]) -> usize;

    /// The same, fastest for less than 64 units.
    #[doc(hidden)]
    #[must_use]
    #[inline(always)]
    fn few(source: &[Self::Unit]) -> usize {
        Self::measure(source)
    }
}

impl Measured<Utf16> for Utf8 {
    #[inline]
    fn measure(source: &[u8]) -> usize {
        octets(source, units, word_units)
    }

    #[inline(always)]
    fn few(source: &[u8]) -> usize {
        short(source, units, word_units)
    }
}

impl Measured<Utf32> for Utf8 {
    #[inline]
    fn measure(source: &[u8]) -> usize {
        octets(source, begins, word_begins)
    }

    #[inline(always)]
    fn few(source: &[u8]) -> usize {
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
        // Two octets for each surrogate of a pair.
        sum(source, |unit| 1 + u8::from(unit >= 0x80) + u8::from((unit >= 0x800) & !is_surrogate(unit)))
    }
}

impl Measured<Utf8> for Utf32 {
    #[inline]
    fn measure(source: &[u32]) -> usize {
        // Signed, as vectors compare. No scalar value is negative.
        sum(source, |unit| {
            let unit = unit.cast_signed();
            1 + u8::from(unit >= 0x80) + u8::from(unit >= 0x800) + u8::from(unit >= 0x1_0000)
        })
    }
}

impl Measured<Utf8> for Latin1 {
    #[inline]
    fn measure(source: &[u8]) -> usize {
        octets(source, latin1_octets, word_latin1_octets)
    }

    #[inline(always)]
    fn few(source: &[u8]) -> usize {
        short(source, latin1_octets, word_latin1_octets)
    }
}

/// Whether an octet begins a character.
#[inline]
fn begins(octet: u8) -> u8 {
    u8::from(octet & 0xC0 != 0x80)
}

/// The same of each octet of a word.
#[inline]
fn word_begins(word: u64) -> u64 {
    (!word >> 7 | word >> 6) & ONES
}

/// How many units of UTF-16 an octet stands for: sequences of four octets become pairs.
#[inline]
fn units(octet: u8) -> u8 {
    begins(octet) + u8::from(octet >= 0xF0)
}

/// The same of each octet of a word. Only octets from F0 on have all of the four highest bits.
#[inline]
fn word_units(word: u64) -> u64 {
    word_begins(word) + ((word & word << 1 & word << 2 & word << 3) >> 7 & ONES)
}

/// How many octets a character of Latin-1 has.
#[inline]
fn latin1_octets(octet: u8) -> u8 {
    1 + (octet >> 7)
}

/// The same of each octet of a word.
#[inline]
fn word_latin1_octets(word: u64) -> u64 {
    ONES + (word >> 7 & ONES)
}

/// The sum of what each octet counts: of a very short text by words, else by the vectors that the compiler makes.
#[inline]
fn octets(octets: &[u8], count: impl Fn(u8) -> u8, count_word: impl Fn(u64) -> u64) -> usize {
    if octets.len() < 2 * size_of::<u64>() { short(octets, count, count_word) } else { sum(octets, count) }
}

/// The same by words of eight, if there are some but few: each octet counts at most 2, and 1 if its bits are 0.
#[inline(always)]
fn short(octets: &[u8], count: impl Fn(u8) -> u8, count_word: impl Fn(u64) -> u64) -> usize {
    if !(size_of::<u32>()..=SHORT).contains(&octets.len()) {
        return sum(octets, count);
    }
    let (words, rest) = octets.as_chunks();
    let counts = words.iter().fold(0, |counts, word| counts + count_word(u64::from_le_bytes(*word)));
    let missing = size_of::<u64>() - rest.len();
    let last = match (octets.last_chunk(), octets.first_chunk(), octets.last_chunk()) {
        // The last octets of the text: those that have been counted are shifted out, in two steps, since there
        // may be no others.
        (Some(word), ..) => u64::from_le_bytes(*word) >> (8 * missing - 1) >> 1,
        // Both halves overlap.
        (_, Some(first), Some(last)) => {
            let (first, last) = (u32::from_le_bytes(*first), u32::from_le_bytes(*last));
            u64::from(first) | u64::from(last) << (8 * (rest.len() - size_of::<u32>()))
        }
        _ => 0,
    };
    let counts = counts + count_word(last);
    // The sum of all octets of it: at most 2 * (SHORT + 8).
    (counts.wrapping_mul(ONES) >> 56) as usize - missing
}

/// The most octets that are counted by words.
const SHORT: usize = 64;

/// A word of octets that are 1.
const ONES: u64 = 0x0101_0101_0101_0101;

/// The sum of what each unit counts, which is at most 4.
#[inline]
fn sum<U: Copy>(units: &[U], count: impl Fn(U) -> u8) -> usize {
    // As many as one octet can hold the sum of, so that a vector has many sums.
    const SUMMED: usize = 48;
    units.chunks(SUMMED).map(|units| usize::from(units.iter().map(|unit| count(*unit)).sum::<u8>())).sum()
}
