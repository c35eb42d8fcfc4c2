//! Latin-1 (ISO/IEC 8859-1, with its control characters): conversion from and to UTF-8. Each byte is the
//! scalar value U+0000..U+00FF of the same number.
//!
//! | you have | you want | call |
//! | --- | --- | --- |
//! | text | to check that all its characters are in Latin-1 | [`is_latin1`] |
//! | text, or bytes that may be UTF-8 | Latin-1 | `encode_latin1`, `encode_latin1_lossy` (feature `alloc`) |
//! | bytes that may be UTF-8 | their length in Latin-1, in bytes | [`len_lossy`] |
//! | Latin-1 | text | `string_from_latin1` (feature `alloc`) |
//! | Latin-1 | its length in UTF-8, in bytes | [`utf8_len`] |
//! | a buffer; chunks; a byte to use as the replacement | either | [`convert`] |
//!
//! Windows-1252, which the web uses under the name Latin-1, has other characters at 80..9F.

use placemat_core::convert::{Latin1, Utf8};

use crate::convert;

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
#[doc(alias = "is_str_latin1", alias = "str_latin1_up_to")]
pub fn is_latin1(text: &str) -> bool {
    convert::above_latin1(text.as_bytes()).is_none()
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
