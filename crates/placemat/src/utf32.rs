//! UTF-32, where every scalar value is one unit: conversion from and to UTF-8, and validation.
//!
//! | you have | you want | call |
//! | --- | --- | --- |
//! | text | units, or bytes in one order | `encode_utf32`, `..le`, `..be` (`alloc`) |
//! | text, or bytes that may be UTF-8 | its length in units | [`chars::count`], [`chars::count_lossy`] |
//! | units, or bytes in one order | its length in UTF-8 bytes | [`utf8_len`], [`utf8_len_from_utf32le`]; `.._lossy` |
//! | units, or bytes in one order | text | `string_from_utf32`, `..le`, `..be`, `.._lossy` (`alloc`) |
//! | units, or bytes in one order | only to validate it | [`validate`], [`validate_utf32le`], [`valid_up_to`] |
//! | the end of a chunk in bytes | to split off a unit that is not complete | [`split_incomplete_utf32le`] |
//! | a buffer of your own; chunks; invalid bytes | either | [`convert`] |
//!
//! Each function with `utf32le` in its name has a counterpart with `utf32be`.
//!
//! Surrogates and numbers above 10FFFF are invalid (RFC 3629, section 3). Positions count units of the
//! source: 32-bit units, or bytes where the source is bytes. Bytes need not be aligned; bytes after the last
//! whole unit are an error. A BOM (U+FEFF) is a character and stays in the text.
//!
//! [`chars::count`]: crate::chars::count
//! [`chars::count_lossy`]: crate::chars::count_lossy

use placemat_core::convert::{Encoding, Utf8, Utf32, Utf32Be, Utf32Le};

use crate::byte_order::byte_orders;
use crate::convert::{self, check, valid};

#[cfg(feature = "alloc")]
mod owned;

#[cfg(feature = "alloc")]
pub use owned::{
    encode_utf32, encode_utf32be, encode_utf32le, string_from_utf32, string_from_utf32_lossy,
    string_from_utf32be, string_from_utf32be_lossy, string_from_utf32le, string_from_utf32le_lossy,
};
pub use placemat_core::utf32::{Utf32Error, Utf32ErrorKind};

/// Returns the length of scalar values in UTF-8, in bytes. Invalid units count too: a surrogate as three, a
/// number above 10FFFF as four, or as one if its highest bit is set. Linear time; no panic.
///
/// ```
/// assert_eq!(placemat::utf32::utf8_len(&[0x20AC, 0x20, 0x1F37D]), 8);
/// ```
#[must_use]
#[inline]
#[doc(alias = "utf8_length_from_utf32")]
pub fn utf8_len(units: &[u32]) -> usize {
    convert::len::<Utf32, Utf8>(units)
}

/// Returns the length of units in UTF-8, in bytes, with U+FFFD for each invalid one. Linear time; no panic.
///
/// ```
/// assert_eq!(placemat::utf32::utf8_len_lossy(&[0x61, 0xD800, u32::MAX]), 7);
/// ```
#[must_use]
pub fn utf8_len_lossy(units: &[u32]) -> usize {
    convert::len_lossily::<Utf32, Utf8>(units)
}

/// Validates that all units are scalar values. Linear time; no panic.
///
/// # Errors
///
/// The first error; its position is in units.
///
/// ```
/// use placemat::utf32::{Utf32ErrorKind, validate};
///
/// assert_eq!(validate(&[0x61, 0x10_FFFF]), Ok(()));
/// assert_eq!(validate(&[0x61, 0xD800]).unwrap_err().kind(), Utf32ErrorKind::Surrogate);
/// ```
#[inline]
#[doc(alias = "validate_utf32")]
pub fn validate(units: &[u32]) -> Result<(), Utf32Error> {
    check::<Utf32>(units)
}

/// Returns the number of units before the first one that is not a scalar value, all units if there is none. Linear
/// time; no panic.
///
/// ```
/// assert_eq!(placemat::utf32::valid_up_to(&[0x61, 0x10_FFFF, 0x11_0000]), 2);
/// ```
#[must_use]
#[inline]
pub fn valid_up_to(units: &[u32]) -> usize {
    valid::<Utf32>(units)
}

byte_orders! {
    Utf32Le "UTF-32LE", Utf32Be "UTF-32BE";

    /// splits off the one to three bytes after the last whole unit, which the next chunk may complete, like
    /// [`split_incomplete`](crate::split_incomplete) for UTF-8. Constant time; no panic.
    ///
    /// ```
    /// use placemat::utf32::{split_incomplete_utf32be, split_incomplete_utf32le};
    ///
    /// assert_eq!(split_incomplete_utf32le(b"a\0\0\0b"), (&b"a\0\0\0"[..], &b"b"[..]));
    /// assert_eq!(split_incomplete_utf32be(b"\0\0\0a"), (&b"\0\0\0a"[..], &b""[..]));
    /// ```
    #[must_use]
    fn split_incomplete_utf32le, split_incomplete_utf32be(bytes: &[u8]) -> (&[u8], &[u8]) {
        bytes.split_at(bytes.len() - bytes.len() % Order::LONGEST)
    }

    /// the length in UTF-8, in bytes, of valid bytes, like [`utf8_len`]. Bytes after the last whole unit are
    /// not counted.
    ///
    /// ```
    /// use placemat::utf32::{utf8_len_from_utf32be, utf8_len_from_utf32le};
    ///
    /// assert_eq!(utf8_len_from_utf32le(b"\xAC\x20\0\0 \0\0\0"), 4);
    /// assert_eq!(utf8_len_from_utf32be(b"\0\0\x20\xAC\0\0\0 "), 4);
    /// ```
    #[must_use]
    #[inline]
    fn utf8_len_from_utf32le, utf8_len_from_utf32be(bytes: &[u8]) -> usize {
        convert::len::<Order, Utf8>(bytes)
    }

    /// the length in UTF-8, in bytes, with U+FFFD for each unit that is not a scalar value and for bytes after the
    /// last whole unit: the length of the result of `string_from_utf32le_lossy` and `string_from_utf32be_lossy`.
    /// Linear time; no panic.
    ///
    /// ```
    /// use placemat::utf32::{utf8_len_from_utf32be_lossy, utf8_len_from_utf32le_lossy};
    ///
    /// assert_eq!(utf8_len_from_utf32le_lossy(b"\0\xD8\0\0 "), 6);
    /// assert_eq!(utf8_len_from_utf32be_lossy(b"\0\0\xD8\0 "), 6);
    /// ```
    #[must_use]
    fn utf8_len_from_utf32le_lossy, utf8_len_from_utf32be_lossy(bytes: &[u8]) -> usize {
        convert::len_lossily::<Order, Utf8>(bytes)
    }

    /// validates the bytes, like [`validate`]. Positions are in bytes.
    ///
    /// # Errors
    ///
    /// The first error.
    ///
    /// ```
    /// use placemat::utf32::{Utf32ErrorKind, validate_utf32be, validate_utf32le};
    ///
    /// assert_eq!((validate_utf32le(b"a\0\0\0"), validate_utf32be(b"\0\0\0a")), (Ok(()), Ok(())));
    /// assert_eq!(validate_utf32le(b"a\0\0\0b").unwrap_err().valid_up_to(), 4, "a quarter of a unit");
    /// assert_eq!(validate_utf32be(b"a\0\0\0").unwrap_err().kind(), Utf32ErrorKind::OutOfRange);
    /// ```
    #[inline]
    fn validate_utf32le, validate_utf32be(bytes: &[u8]) -> Result<(), Utf32Error> {
        check::<Order>(bytes)
    }
}
