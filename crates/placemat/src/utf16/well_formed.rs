//! Which units are well formed, and how all become so.

use placemat_core::convert::{Utf16, Utf16Be, Utf16Le};

use super::Utf16Error;
use crate::convert::check;

/// Whether the units are well-formed UTF-16: each high surrogate is before a low one, and each low one after
/// a high one (RFC 2781, section 2.2). Linear time; no panic.
///
/// # Errors
///
/// The first error.
///
/// ```
/// use placemat::utf16::{Utf16ErrorKind, validate};
///
/// assert_eq!(validate(&[0x61, 0xD83C, 0xDF7D]), Ok(()));
/// assert_eq!(validate(&[0x61, 0xD83C]).unwrap_err().kind(), Utf16ErrorKind::CutOff);
/// ```
#[inline]
pub fn validate(units: &[u16]) -> Result<(), Utf16Error> {
    check::<Utf16>(units)
}

/// Whether the octets are well-formed UTF-16LE, as [`validate`]. Positions are in octets.
///
/// # Errors
///
/// The first error.
///
/// ```
/// use placemat::utf16::validate_le;
///
/// assert_eq!(validate_le(b"a\0b\0"), Ok(()));
/// assert_eq!(validate_le(b"a\0b").unwrap_err().valid_up_to(), 2, "half a unit");
/// ```
#[inline]
pub fn validate_le(octets: &[u8]) -> Result<(), Utf16Error> {
    check::<Utf16Le>(octets)
}

/// Whether the octets are well-formed UTF-16BE, as [`validate`]. Positions are in octets.
///
/// # Errors
///
/// The first error.
///
/// ```
/// use placemat::utf16::validate_be;
///
/// assert_eq!(validate_be(b"\0a\0b"), Ok(()));
/// assert_eq!(validate_be(b"\0a\xDF\x7D").unwrap_err().valid_up_to(), 2);
/// ```
#[inline]
pub fn validate_be(octets: &[u8]) -> Result<(), Utf16Error> {
    check::<Utf16Be>(octets)
}

/// Puts U+FFFD in place of each lone surrogate, and says how many there were. What is left is well formed.
/// (JavaScript's `toWellFormed`, in place.) Linear time; no panic.
///
/// ```
/// let mut units = [0xDF7D, 0xD83C, 0xDF7D, 0xD83C];
/// assert_eq!(placemat::utf16::to_well_formed(&mut units), 2);
/// assert_eq!(units, [0xFFFD, 0xD83C, 0xDF7D, 0xFFFD]);
/// ```
pub fn to_well_formed(units: &mut [u16]) -> usize {
    replace(units, validate, [REPLACEMENT])
}

/// Puts U+FFFD in place of each lone surrogate of UTF-16LE, and says how many there were. Linear time; no
/// panic.
///
/// The last of an odd number of octets is half a unit, for which there is no U+FFFD of the same length: it is
/// left as it is and not counted. All octets before it are well formed then.
///
/// ```
/// let mut octets = *b"\x7D\xDF\x3C\xD8\x7D\xDF\x3C\xD8\x7D";
/// assert_eq!(placemat::utf16::to_well_formed_le(&mut octets), 2);
/// assert_eq!(octets, *b"\xFD\xFF\x3C\xD8\x7D\xDF\xFD\xFF\x7D");
/// ```
pub fn to_well_formed_le(octets: &mut [u8]) -> usize {
    replace(whole_units(octets), validate_le, REPLACEMENT.to_le_bytes())
}

/// Puts U+FFFD in place of each lone surrogate of UTF-16BE, as [`to_well_formed_le`].
///
/// ```
/// let mut octets = *b"\xDF\x7D\xD8\x3C\xDF\x7D\xD8\x3C\xDF";
/// assert_eq!(placemat::utf16::to_well_formed_be(&mut octets), 2);
/// assert_eq!(octets, *b"\xFF\xFD\xD8\x3C\xDF\x7D\xFF\xFD\xDF");
/// ```
pub fn to_well_formed_be(octets: &mut [u8]) -> usize {
    replace(whole_units(octets), validate_be, REPLACEMENT.to_be_bytes())
}

const REPLACEMENT: u16 = 0xFFFD;

/// Without the half of a unit at the end, if there is one.
fn whole_units(octets: &mut [u8]) -> &mut [u8] {
    let half = octets.len() % 2;
    let whole = octets.len() - half;
    &mut octets[..whole]
}

/// Puts the replacement in place of each error, of which there are as many as it says.
fn replace<U: Copy, const N: usize>(
    units: &mut [U],
    validate: impl Fn(&[U]) -> Result<(), Utf16Error>,
    replacement: [U; N],
) -> usize {
    let (mut at, mut replaced) = (0, 0);
    while let Err(error) = validate(&units[at..]) {
        at += error.valid_up_to();
        // A lone surrogate is one unit, and so is U+FFFD.
        if let Some(unit) = units[at..].first_chunk_mut() {
            *unit = replacement;
        }
        at += N;
        replaced += 1;
    }
    replaced
}
