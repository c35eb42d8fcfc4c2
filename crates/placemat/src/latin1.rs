//! Latin-1 (ISO/IEC 8859-1, with its control characters): to and from UTF-8. Its bytes are the scalar values
//! U+0000..U+00FF.
//!
//! | you have | you want | call |
//! | --- | --- | --- |
//! | text | whether Latin-1 has all its characters | [`is_latin1`] |
//! | text, or bytes that may be UTF-8 | Latin-1 | `from_utf8`, `from_utf8_lossy` (feature `alloc`) |
//! | bytes that may be UTF-8 | how many bytes that is in Latin-1 | [`len_lossy`] |
//! | Latin-1 | text | `string_from_latin1` (feature `alloc`) |
//! | Latin-1 | how many bytes that is in UTF-8 | [`utf8_len`] |
//! | a buffer; chunks; a byte for what is missing | either | [`convert`] |
//!
//! Windows-1252, which the web takes for Latin-1, has other characters in 80..9F.

use placemat_core::convert::{Latin1, Utf8};

use crate::convert;

#[cfg(feature = "alloc")]
mod owned;

#[cfg(feature = "alloc")]
pub use owned::{from_utf8, from_utf8_lossy, string_from_latin1};

/// Whether no character of `text` is above U+00FF. Linear time; no panic.
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

/// How many bytes bytes that may be UTF-8 have in Latin-1, with a question mark for each maximal subpart that
/// is invalid and each character above U+00FF. Linear time; no panic.
///
/// ```
/// assert_eq!(placemat::latin1::len_lossy(b"caf\xC3\xA9 \xE2\x82\xAC\xFF"), 7);
/// ```
#[must_use]
pub fn len_lossy(bytes: &[u8]) -> usize {
    convert::len_lossily::<Utf8, Latin1>(bytes)
}

/// How many bytes Latin-1 becomes in UTF-8: two for each byte from 80 on. Linear time; no panic.
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
