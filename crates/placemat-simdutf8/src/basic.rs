//! Validates UTF-8 (RFC 3629), without details about errors.

use core::{error::Error, fmt};

/// The bytes are not UTF-8. For the position use [`compat::Utf8Error`](crate::compat::Utf8Error).
#[derive(Copy, Eq, PartialEq, Clone, Debug)]
pub struct Utf8Error;

impl fmt::Display for Utf8Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("invalid utf-8 sequence")
    }
}

impl Error for Utf8Error {}

/// Converts bytes to a `&str`, like `core::str::from_utf8`. Linear time; no panic.
///
/// # Errors
///
/// If the bytes are not valid UTF-8 (RFC 3629, section 4).
#[inline]
pub fn from_utf8(input: &[u8]) -> Result<&str, Utf8Error> {
    placemat::from_utf8(input).map_err(|_| Utf8Error)
}

/// Converts bytes to a `&mut str`, like `core::str::from_utf8_mut`. Linear time; no panic.
///
/// # Errors
///
/// If the bytes are not valid UTF-8 (RFC 3629, section 4).
#[inline]
pub fn from_utf8_mut(input: &mut [u8]) -> Result<&mut str, Utf8Error> {
    placemat::from_utf8_mut(input).map_err(|_| Utf8Error)
}

#[cfg(feature = "public_imp")]
pub mod imp;
