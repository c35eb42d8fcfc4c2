//! Latin-1 (ISO/IEC 8859-1, with its control characters): conversion from and to UTF-8. Each byte is the
//! scalar value U+0000..U+00FF of the same number.
//!
//! | you have | you want | call |
//! | --- | --- | --- |
//! | text, or bytes that may be UTF-8 | to check that all its characters are in Latin-1 | [`is_latin1`], [`is_latin1_utf8`] |
//! | bytes that may be UTF-8 | how far they are valid and in Latin-1 | [`latin1_up_to`] |
//! | UTF-16 | the same | [`is_latin1_utf16`], [`latin1_up_to_utf16`] |
//! | text, or bytes that may be UTF-8 | Latin-1 | `encode_latin1`, `encode_latin1_lossy` (feature `alloc`) |
//! | bytes that may be UTF-8 | their length in Latin-1, in bytes | [`len_lossy`] |
//! | Latin-1 | text | `string_from_latin1` (feature `alloc`) |
//! | Latin-1 | its length in UTF-8, in bytes | [`utf8_len`] |
//! | a buffer; chunks; a byte to use as the replacement | either | [`convert`] |
//!
//! Windows-1252, which the web uses under the name Latin-1, has other characters at 80..9F.

use placemat_core::convert::{Latin1, Utf8};

use crate::{backend::columns, convert, is_utf8, validate};

#[cfg(feature = "alloc")]
mod owned;

#[cfg(feature = "alloc")]
pub use owned::{encode_latin1, encode_latin1_lossy, string_from_latin1};

/// Returns whether all characters of `text` are at most U+00FF. Linear time; no panic.
///
/// ```
/// assert!(placemat::latin1::is_latin1("caf\u{E9}"));
/// assert!(!placemat::latin1::is_latin1("5 \u{20AC}"));
/// ```
#[must_use]
#[inline]
#[doc(alias = "is_str_latin1")]
pub fn is_latin1(text: &str) -> bool {
    convert::latin1_up_to(text.as_bytes()) == text.len()
}

/// Returns whether the bytes are valid UTF-8 and all characters at most U+00FF. Linear time, up to the first other
/// one; no panic.
///
/// ```
/// assert!(placemat::latin1::is_latin1_utf8("caf\u{E9}".as_bytes()));
/// assert!(!placemat::latin1::is_latin1_utf8(b"caf\xE9"));
/// ```
#[must_use]
#[inline]
#[doc(alias = "is_utf8_latin1")]
pub fn is_latin1_utf8(bytes: &[u8]) -> bool {
    convert::latin1_up_to(bytes) == bytes.len() && is_utf8(bytes)
}

/// Returns the length of the longest prefix, in bytes, that is valid UTF-8 with characters up to U+00FF only: what a
/// strict conversion to Latin-1 would read. Linear time in that length; no panic.
///
/// ```
/// assert_eq!(placemat::latin1::latin1_up_to("caf\u{E9}, 5 \u{20AC}".as_bytes()), 9);
/// assert_eq!(placemat::latin1::latin1_up_to(b"caf\xE9"), 3);
/// ```
#[must_use]
#[doc(alias = "utf8_latin1_up_to", alias = "str_latin1_up_to")]
pub fn latin1_up_to(bytes: &[u8]) -> usize {
    let prefix = &bytes[..convert::latin1_up_to(bytes)];
    validate(prefix).map_or_else(|error| error.valid_up_to(), |()| prefix.len())
}

/// Returns whether all units of UTF-16 are at most U+00FF, so that each becomes one byte. Linear time, up to the first
/// other one; no panic.
///
/// ```
/// assert!(placemat::latin1::is_latin1_utf16(&[0x63, 0x61, 0x66, 0xE9]));
/// assert!(!placemat::latin1::is_latin1_utf16(&[0x20AC]));
/// ```
#[must_use]
#[inline]
#[doc(alias = "is_utf16_latin1")]
pub fn is_latin1_utf16(units: &[u16]) -> bool {
    latin1_up_to_utf16(units) == units.len()
}

/// Returns the number of units of UTF-16 before the first one above U+00FF. Linear time in that number; no panic.
///
/// ```
/// assert_eq!(placemat::latin1::latin1_up_to_utf16(&[0xE9, 0x20, 0x20AC]), 2);
/// ```
#[must_use]
pub fn latin1_up_to_utf16(units: &[u16]) -> usize {
    convert::up_to(columns::UTF16_LATIN1, units, 0xFF)
}

/// Returns the length in Latin-1, in bytes, of bytes that may be UTF-8, with a question mark for each maximal
/// subpart that is invalid and for each character above U+00FF. Linear time; no panic.
///
/// ```
/// assert_eq!(placemat::latin1::len_lossy(b"caf\xC3\xA9 \xE2\x82\xAC\xFF"), 7);
/// ```
#[must_use]
pub fn len_lossy(bytes: &[u8]) -> usize {
    convert::len_lossily::<Utf8, Latin1>(bytes)
}

/// Returns the length of Latin-1 in UTF-8, in bytes: two for each byte from 80 on. Linear time; no panic.
///
/// ```
/// assert_eq!(placemat::latin1::utf8_len(b"caf\xE9"), 5);
/// ```
#[must_use]
#[inline]
#[doc(alias = "utf8_length_from_latin1")]
pub fn utf8_len(bytes: &[u8]) -> usize {
    convert::len::<Latin1, Utf8>(bytes)
}
