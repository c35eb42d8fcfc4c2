//! How much text units are.

use placemat_core::{
    convert::{Utf8, Utf16, Utf16Be, Utf16Le},
    utf16::{is_high, is_low},
};

use crate::convert;

/// How many octets well-formed units have in UTF-8. Lone surrogates count as two each, where their
/// replacement has three (see [`utf8_len_lossy`]). Linear time; no panic.
///
/// ```
/// assert_eq!(placemat::utf16::utf8_len(&[0x20AC, 0x20, 0xD83C, 0xDF7D]), 8);
/// ```
#[must_use]
#[inline]
pub fn utf8_len(units: &[u16]) -> usize {
    convert::len::<Utf16, Utf8>(units)
}

/// How many octets units have in UTF-8, with U+FFFD for each lone surrogate. Linear time; no panic.
///
/// ```
/// assert_eq!(placemat::utf16::utf8_len_lossy(&[0x61, 0xD83C, 0xD83C, 0xDF7D]), 8);
/// ```
#[must_use]
pub fn utf8_len_lossy(units: &[u16]) -> usize {
    convert::len_lossily::<Utf16, Utf8>(units)
}

/// How many octets well-formed UTF-16LE has in UTF-8, as [`utf8_len`]. Half a unit at the end counts as
/// nothing.
///
/// ```
/// assert_eq!(placemat::utf16::utf8_len_le(b"\xAC\x20 \0"), 4);
/// ```
#[must_use]
#[inline]
pub fn utf8_len_le(octets: &[u8]) -> usize {
    convert::len::<Utf16Le, Utf8>(octets)
}

/// How many octets UTF-16LE has in UTF-8, with U+FFFD for each lone surrogate, and one for what the end cuts
/// off: what `string_from_utf16le_lossy` returns. Linear time; no panic.
///
/// ```
/// assert_eq!(placemat::utf16::utf8_len_le_lossy(b"\xAC\x20\x3C\xD8\x7D"), 6);
/// ```
#[must_use]
pub fn utf8_len_le_lossy(octets: &[u8]) -> usize {
    convert::len_lossily::<Utf16Le, Utf8>(octets)
}

/// How many octets well-formed UTF-16BE has in UTF-8, as [`utf8_len_le`].
///
/// ```
/// assert_eq!(placemat::utf16::utf8_len_be(b"\x20\xAC\0 "), 4);
/// ```
#[must_use]
#[inline]
pub fn utf8_len_be(octets: &[u8]) -> usize {
    convert::len::<Utf16Be, Utf8>(octets)
}

/// How many octets UTF-16BE has in UTF-8, with replacements, as [`utf8_len_le_lossy`].
///
/// ```
/// assert_eq!(placemat::utf16::utf8_len_be_lossy(b"\x20\xAC\xD8\x3C\xDF"), 6);
/// ```
#[must_use]
pub fn utf8_len_be_lossy(octets: &[u8]) -> usize {
    convert::len_lossily::<Utf16Be, Utf8>(octets)
}

/// How many characters units have; a lone surrogate counts as one, as its replacement does. Linear time; no
/// panic.
///
/// ```
/// assert_eq!(placemat::utf16::characters(&[0x20AC, 0x20, 0xD83C, 0xDF7D, 0xD83C]), 4);
/// ```
#[must_use]
pub fn characters(units: &[u16]) -> usize {
    units.len() - pairs(units, |unit| unit)
}

/// How many characters UTF-16LE has; a lone surrogate counts as one, and so does what the end cuts off: half a
/// unit, or a high surrogate and half a unit. Linear time; no panic.
///
/// ```
/// assert_eq!(placemat::utf16::characters_le(b"\xAC\x20\x3C\xD8\x7D\xDF"), 2);
/// assert_eq!(placemat::utf16::characters_le(b"\xAC\x20\x3C\xD8\x7D"), 2);
/// ```
#[must_use]
pub fn characters_le(octets: &[u8]) -> usize {
    characters_of(octets, u16::from_le_bytes)
}

/// How many characters UTF-16BE has, as [`characters_le`].
///
/// ```
/// assert_eq!(placemat::utf16::characters_be(b"\x20\xAC\xD8\x3C\xDF\x7D"), 2);
/// ```
#[must_use]
pub fn characters_be(octets: &[u8]) -> usize {
    characters_of(octets, u16::from_be_bytes)
}

fn characters_of(octets: &[u8], unit: impl Fn([u8; 2]) -> u16 + Copy) -> usize {
    let (units, half) = octets.as_chunks();
    let is_sequence = !half.is_empty() && !units.last().is_some_and(|last| is_high(unit(*last)));
    units.len() - pairs(units, unit) + usize::from(is_sequence)
}

/// How many surrogates are the first half of a pair.
fn pairs<U: Copy>(units: &[U], unit: impl Fn(U) -> u16 + Copy) -> usize {
    // As many as one octet can hold the sum of, so that a vector has many sums.
    const FEW: usize = 128;
    let after = units.get(1..).unwrap_or_default();
    let parts = units.chunks(FEW).zip(after.chunks(FEW));
    let in_part = |(units, after): (&[U], &[U])| -> usize {
        let pairs = units.iter().zip(after).map(|(a, b)| u8::from(is_high(unit(*a)) & is_low(unit(*b))));
        pairs.sum::<u8>().into()
    };
    parts.map(in_part).sum()
}
