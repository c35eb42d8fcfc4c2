//! Lengths of UTF-16 in UTF-8 and in characters.

use placemat_core::convert::{Utf8, Utf16, Utf16Be, Utf16Le};
use placemat_core::utf16::{is_high, is_low};

use super::InBytes;
use crate::{byte_order::byte_orders, convert};

/// Returns the length of valid units in UTF-8, in bytes. Counts two bytes for a lone surrogate, whose
/// replacement has three (see [`utf8_len_lossy`]). Linear time; no panic.
///
/// ```
/// assert_eq!(placemat::utf16::utf8_len(&[0x20AC, 0x20, 0xD83C, 0xDF7D]), 8);
/// ```
#[must_use]
#[inline]
#[doc(alias = "utf8_length_from_utf16")]
pub fn utf8_len(units: &[u16]) -> usize {
    convert::len::<Utf16, Utf8>(units)
}

/// Returns the length of units in UTF-8, in bytes, with U+FFFD for each lone surrogate. Linear time; no panic.
///
/// ```
/// assert_eq!(placemat::utf16::utf8_len_lossy(&[0x61, 0xD83C, 0xD83C, 0xDF7D]), 8);
/// ```
#[must_use]
pub fn utf8_len_lossy(units: &[u16]) -> usize {
    convert::len_lossily::<Utf16, Utf8>(units)
}

/// Returns the number of characters in units; a lone surrogate counts as one, like its replacement. Linear
/// time; no panic.
///
/// ```
/// assert_eq!(placemat::utf16::count(&[0x20AC, 0x20, 0xD83C, 0xDF7D, 0xD83C]), 4);
/// ```
#[must_use]
#[doc(alias = "count_utf16")]
pub fn count(units: &[u16]) -> usize {
    units.len() - pairs(units, |unit| unit)
}

byte_orders! {
    Utf16Le "UTF-16LE", Utf16Be "UTF-16BE";

    /// the length in UTF-8, in bytes, of valid bytes, like [`utf8_len`]. Half a unit at the end is not counted.
    ///
    /// ```
    /// use placemat::utf16::{utf8_len_from_utf16be, utf8_len_from_utf16le};
    ///
    /// assert_eq!(utf8_len_from_utf16le(b"\xAC\x20 \0"), 4);
    /// assert_eq!(utf8_len_from_utf16be(b"\x20\xAC\0 "), 4);
    /// ```
    #[must_use]
    #[inline]
    #[doc(alias = "utf8_length_from_utf16le", alias = "utf8_length_from_utf16be")]
    fn utf8_len_from_utf16le, utf8_len_from_utf16be(bytes: &[u8]) -> usize {
        convert::len::<Order, Utf8>(bytes)
    }

    /// the length in UTF-8, in bytes, with U+FFFD for each lone surrogate and for a unit that the end cuts off: the
    /// length of the result of `string_from_utf16le_lossy` and `string_from_utf16be_lossy`. Linear time; no panic.
    ///
    /// ```
    /// use placemat::utf16::{utf8_len_from_utf16be_lossy, utf8_len_from_utf16le_lossy};
    ///
    /// assert_eq!(utf8_len_from_utf16le_lossy(b"\xAC\x20\x3C\xD8\x7D"), 6);
    /// assert_eq!(utf8_len_from_utf16be_lossy(b"\x20\xAC\xD8\x3C\xDF"), 6);
    /// ```
    #[must_use]
    fn utf8_len_from_utf16le_lossy, utf8_len_from_utf16be_lossy(bytes: &[u8]) -> usize {
        convert::len_lossily::<Order, Utf8>(bytes)
    }

    /// the number of characters. A lone surrogate counts as one, and so does an incomplete end: half a unit, or a
    /// high surrogate and half a unit. Linear time; no panic.
    ///
    /// ```
    /// use placemat::utf16::{count_utf16be, count_utf16le};
    ///
    /// assert_eq!(count_utf16le(b"\xAC\x20\x3C\xD8\x7D\xDF"), 2);
    /// assert_eq!(count_utf16le(b"\xAC\x20\x3C\xD8\x7D"), 2);
    /// assert_eq!(count_utf16be(b"\x20\xAC\xD8\x3C\xDF\x7D"), 2);
    /// ```
    #[must_use]
    fn count_utf16le, count_utf16be(bytes: &[u8]) -> usize {
        let (units, half) = bytes.as_chunks();
        let is_sequence = !half.is_empty() && !units.last().is_some_and(|last| is_high(Order::unit(*last)));
        units.len() - pairs(units, Order::unit) + usize::from(is_sequence)
    }
}

/// The number of surrogate pairs.
fn pairs<U: Copy>(units: &[U], unit: impl Fn(U) -> u16 + Copy) -> usize {
    // The sum of this many fits in a byte, so that a vector holds many sums.
    const BYTE_SUM_LEN: usize = 128;
    let after = units.get(1..).unwrap_or_default();
    let parts = units.chunks(BYTE_SUM_LEN).zip(after.chunks(BYTE_SUM_LEN));
    let in_part = |(units, after): (&[U], &[U])| -> usize {
        let pairs = units.iter().zip(after).map(|(a, b)| u8::from(is_high(unit(*a)) & is_low(unit(*b))));
        pairs.sum::<u8>().into()
    };
    parts.map(in_part).sum()
}
