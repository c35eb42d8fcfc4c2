//! UTF-16 (RFC 2781): conversion from and to UTF-8, and validation.
//!
//! | you have | you want | call |
//! | --- | --- | --- |
//! | text | units, or bytes in one order | `encode_utf16`, `..le`, `..be` (`alloc`) |
//! | text, or bytes that may be UTF-8 | its length in units | [`len`], [`len_lossy`] |
//! | units, or bytes in one order | its length in UTF-8 bytes | [`utf8_len`], [`utf8_len_from_utf16le`]; `.._lossy` |
//! | units, or bytes in one order | the number of characters | [`count`], [`count_utf16le`] |
//! | units, or bytes in one order | text | `string_from_utf16`, `..le`, `..be`, `.._lossy` (`alloc`) |
//! | units, or bytes in one order | only to validate it | [`validate`], [`validate_utf16le`], [`valid_up_to`] |
//! | the end of a chunk | to split off a character that is not complete | [`split_incomplete`], [`split_incomplete_utf16le`] |
//! | units | whether they are ASCII; [Latin-1](crate::latin1); [right-to-left](crate::bidi) | [`is_ascii`] |
//! | units, or bytes in one order | U+FFFD for lone surrogates | [`replace_lone_surrogates`], [`replace_lone_surrogates_utf16le`] |
//! | a buffer of your own; chunks; invalid bytes | either | [`convert`] |
//!
//! Each function with `utf16le` in its name has a counterpart with `utf16be`.
//!
//! Positions and lengths count units of the source: 16-bit units, or bytes where the source is bytes. Bytes need not
//! be aligned. An odd number of bytes is invalid, because the last unit is cut off. A BOM (U+FEFF, `FF FE` or
//! `FE FF`) is a character and stays in the text; [`bom::detect`](crate::bom::detect) detects it.
//!
//! ```
//! use placemat::utf16::{self, Utf16ErrorKind};
//!
//! let mut units: Vec<u16> = "\u{1F37D}!".encode_utf16().collect();
//! assert_eq!((utf16::validate(&units), utf16::len("\u{1F37D}!")), (Ok(()), 3));
//!
//! let error = utf16::validate(&units[1..]).unwrap_err();
//! assert_eq!((error.valid_up_to(), error.kind()), (0, Utf16ErrorKind::LoneLow));
//! assert_eq!(utf16::replace_lone_surrogates(&mut units[1..]), 1);
//! ```

use placemat_core::convert::{Utf8, Utf16, Utf16Be, Utf16Le};

use crate::{backend::columns, convert};

mod lengths;
#[cfg(feature = "alloc")]
mod owned;
mod replace;
mod split;

pub use lengths::{
    count, count_utf16be, count_utf16le, utf8_len, utf8_len_from_utf16be, utf8_len_from_utf16be_lossy,
    utf8_len_from_utf16le, utf8_len_from_utf16le_lossy, utf8_len_lossy,
};
#[cfg(feature = "alloc")]
pub use owned::{
    encode_utf16, encode_utf16be, encode_utf16le, string_from_utf16, string_from_utf16_lossy,
    string_from_utf16be, string_from_utf16be_lossy, string_from_utf16le, string_from_utf16le_lossy,
};
pub use placemat_core::utf16::{Utf16Error, Utf16ErrorKind};
pub use replace::{
    replace_lone_surrogates, replace_lone_surrogates_utf16be, replace_lone_surrogates_utf16le, valid_up_to,
    validate, validate_utf16be, validate_utf16le,
};
pub use split::{split_incomplete, split_incomplete_utf16be, split_incomplete_utf16le};

/// UTF-16 as bytes in one order.
trait InBytes {
    fn unit(bytes: [u8; 2]) -> u16;
    fn bytes(unit: u16) -> [u8; 2];
}

impl InBytes for Utf16Le {
    fn unit(bytes: [u8; 2]) -> u16 {
        u16::from_le_bytes(bytes)
    }

    fn bytes(unit: u16) -> [u8; 2] {
        unit.to_le_bytes()
    }
}

impl InBytes for Utf16Be {
    fn unit(bytes: [u8; 2]) -> u16 {
        u16::from_be_bytes(bytes)
    }

    fn bytes(unit: u16) -> [u8; 2] {
        unit.to_be_bytes()
    }
}

/// Returns the number of 16-bit units of `text` in UTF-16. Linear time; no panic.
///
/// ```
/// assert_eq!(placemat::utf16::len("\u{20AC} \u{1F37D}"), 4);
/// ```
#[must_use]
#[inline]
#[doc(alias = "utf16_length_from_utf8")]
pub fn len(text: &str) -> usize {
    convert::len::<Utf8, Utf16>(text.as_bytes())
}

/// Returns whether all units are ASCII, 00..7F. Linear time, up to the first other one; no panic.
///
/// ```
/// assert!(placemat::utf16::is_ascii(&[0x61, 0x7F]) && !placemat::utf16::is_ascii(&[0x61, 0xE9]));
/// ```
#[must_use]
#[inline]
#[doc(alias = "validate_utf16_as_ascii", alias = "is_basic_latin")]
pub fn is_ascii(units: &[u16]) -> bool {
    convert::up_to(columns::UTF16_ASCII, units, 0x7F) == units.len()
}

/// Returns the number of 16-bit units of bytes that may be UTF-8 in UTF-16, with U+FFFD for each maximal
/// subpart that is invalid. Linear time; no panic.
///
/// ```
/// assert_eq!(placemat::utf16::len_lossy(b"a\xFF\xE2\x82 \xF0\x9F\x8D\xBD"), 6);
/// ```
#[must_use]
pub fn len_lossy(bytes: &[u8]) -> usize {
    convert::len_lossily::<Utf8, Utf16>(bytes)
}
