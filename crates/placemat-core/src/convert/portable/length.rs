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
}

/// The sum of what each unit counts, which is at most 4.
#[inline]
fn sum<U: Copy>(units: &[U], count: impl Fn(U) -> u8) -> usize {
    // As many as one octet can hold the sum of, so that a vector has many sums.
    const FEW: usize = 48;
    units.chunks(FEW).map(|units| usize::from(units.iter().map(|unit| count(*unit)).sum::<u8>())).sum()
}

/// Whether an octet begins a character.
#[inline]
fn begins(octet: u8) -> u8 {
    u8::from(octet & 0xC0 != 0x80)
}

impl Measured<Utf16> for Utf8 {
    #[inline]
    fn measure(source: &[u8]) -> usize {
        // Sequences of four octets become pairs.
        sum(source, |octet| begins(octet) + u8::from(octet >= 0xF0))
    }
}

impl Measured<Utf32> for Utf8 {
    #[inline]
    fn measure(source: &[u8]) -> usize {
        sum(source, begins)
    }
}

impl Measured<Latin1> for Utf8 {
    #[inline]
    fn measure(source: &[u8]) -> usize {
        sum(source, begins)
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
        sum(source, |unit| 1 + (unit >> 7))
    }
}
