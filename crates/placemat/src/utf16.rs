//! UTF-16 (RFC 2781): to and from UTF-8, and by itself.
//!
//! | you have | you want | call |
//! | --- | --- | --- |
//! | text | units, or octets in one order | `encode_utf16`, `..le`, `..be` (`alloc`) |
//! | text, or octets that may be UTF-8 | how many units | [`len`], [`len_lossy`] |
//! | units | how many octets that is in UTF-8 | [`utf8_len`], [`utf8_len_lossy`] |
//! | units, or octets in one order | text | `string_from_utf16`, `..le`, `..be`, `.._lossy` (`alloc`) |
//! | units, or octets in one order | only the verdict | [`validate`], [`validate_le`], [`validate_be`] |
//! | units | U+FFFD in place of lone surrogates | [`to_well_formed`] |
//! | a buffer of your own; chunks; ill-formed octets | either | [`convert`] |
//!
//! Positions and lengths are in units of the source: 16-bit units, or octets where it is octets. Octets need
//! not be aligned. An odd number of them is ill formed: the last one is cut off. A signature (U+FEFF, `FF FE`
//! or `FE FF`) is a character, and stays in the text; [`bom::detect`](crate::bom::detect) tells which it is.
//!
//! ```
//! use placemat::utf16::{self, Utf16ErrorKind};
//!
//! let mut units: Vec<u16> = "\u{1F37D}!".encode_utf16().collect();
//! assert_eq!((utf16::validate(&units), utf16::len("\u{1F37D}!")), (Ok(()), 3));
//!
//! let error = utf16::validate(&units[1..]).unwrap_err();
//! assert_eq!((error.valid_up_to(), error.kind()), (0, Utf16ErrorKind::LoneLow));
//! assert_eq!(utf16::to_well_formed(&mut units[1..]), 1);
//! ```

use placemat_core::{
    convert::{Utf8, Utf16, Utf16Be, Utf16Le},
    utf16::is_surrogate,
};

use crate::convert::{self, check};

#[cfg(feature = "alloc")]
mod owned;

#[cfg(feature = "alloc")]
pub use owned::{
    encode_utf16, encode_utf16be, encode_utf16le, string_from_utf16, string_from_utf16_lossy,
    string_from_utf16be, string_from_utf16be_lossy, string_from_utf16le, string_from_utf16le_lossy,
};
pub use placemat_core::utf16::{Utf16Error, Utf16ErrorKind};

/// How many 16-bit units `text` has in UTF-16. Linear time; no panic.
///
/// ```
/// assert_eq!(placemat::utf16::len("\u{20AC} \u{1F37D}"), 4);
/// ```
#[must_use]
#[inline]
pub fn len(text: &str) -> usize {
    convert::len::<Utf8, Utf16>(text.as_bytes())
}

/// How many 16-bit units octets have in UTF-16, with U+FFFD for each maximal subpart that is ill formed. Linear
/// time; no panic.
///
/// ```
/// assert_eq!(placemat::utf16::len_lossy(b"a\xFF\xE2\x82 \xF0\x9F\x8D\xBD"), 6);
/// ```
#[must_use]
pub fn len_lossy(bytes: &[u8]) -> usize {
    convert::len_lossily::<Utf8, Utf16>(bytes)
}

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
    check::<Utf16>(units, |block| !block.iter().fold(false, |any, unit| any | is_surrogate(*unit)))
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
    check::<Utf16Le>(octets, |block| has_no_surrogates(block, u16::from_le_bytes))
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
    check::<Utf16Be>(octets, |block| has_no_surrogates(block, u16::from_be_bytes))
}

#[inline]
fn has_no_surrogates<const N: usize>(block: &[u8; N], unit: impl Fn([u8; 2]) -> u16) -> bool {
    let (units, _) = block.as_chunks();
    !units.iter().fold(false, |any, octets| any | is_surrogate(unit(*octets)))
}

const REPLACEMENT: u16 = 0xFFFD;

/// Puts U+FFFD in place of each lone surrogate, and says how many there were. What is left is well formed.
/// (JavaScript's `toWellFormed`, in place.) Linear time; no panic.
///
/// ```
/// let mut units = [0xDF7D, 0xD83C, 0xDF7D, 0xD83C];
/// assert_eq!(placemat::utf16::to_well_formed(&mut units), 2);
/// assert_eq!(units, [0xFFFD, 0xD83C, 0xDF7D, 0xFFFD]);
/// ```
pub fn to_well_formed(units: &mut [u16]) -> usize {
    let (mut at, mut replaced) = (0, 0);
    while let Err(error) = validate(&units[at..]) {
        at += error.valid_up_to();
        // A lone surrogate is one unit, and so is U+FFFD.
        if let Some(unit) = units.get_mut(at) {
            *unit = REPLACEMENT;
        }
        at += 1;
        replaced += 1;
    }
    replaced
}
