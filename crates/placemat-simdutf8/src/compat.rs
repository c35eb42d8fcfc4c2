//! Validates UTF-8 (RFC 3629), with errors like those of `core::str`.

use core::{error::Error, fmt};

/// The first error, with the fields and the message of [`core::str::Utf8Error`].
#[derive(Copy, Eq, PartialEq, Clone, Debug)]
pub struct Utf8Error {
    valid_up_to: usize,
    error_len: Option<u8>,
}

impl Utf8Error {
    /// The offset of the first invalid sequence, in bytes.
    #[inline]
    #[must_use]
    pub fn valid_up_to(&self) -> usize {
        self.valid_up_to
    }

    /// The length of the invalid sequence, one to three bytes; `None` if the end of the input cuts it off.
    #[inline]
    #[must_use]
    pub fn error_len(&self) -> Option<usize> {
        self.error_len.map(usize::from)
    }
}

impl fmt::Display for Utf8Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { valid_up_to, error_len } = self;
        match error_len {
            Some(len) => write!(f, "invalid utf-8 sequence of {len} bytes from index {valid_up_to}"),
            None => write!(f, "incomplete utf-8 byte sequence from index {valid_up_to}"),
        }
    }
}

impl Error for Utf8Error {}

impl From<placemat::Utf8Error> for Utf8Error {
    #[inline]
    fn from(error: placemat::Utf8Error) -> Self {
        // At most 3.
        let error_len = error.error_len().and_then(|len| u8::try_from(len).ok());
        Self { valid_up_to: error.valid_up_to(), error_len }
    }
}

/// Converts bytes to a `&str`, like `core::str::from_utf8`. Linear time; no panic.
///
/// # Errors
///
/// The first error, if the bytes are not valid UTF-8 (RFC 3629, section 4).
#[inline]
pub fn from_utf8(input: &[u8]) -> Result<&str, Utf8Error> {
    Ok(placemat::from_utf8(input)?)
}

/// Converts bytes to a `&mut str`, like `core::str::from_utf8_mut`. Linear time; no panic.
///
/// # Errors
///
/// The first error, if the bytes are not valid UTF-8 (RFC 3629, section 4).
#[inline]
pub fn from_utf8_mut(input: &mut [u8]) -> Result<&mut str, Utf8Error> {
    Ok(placemat::from_utf8_mut(input)?)
}

#[cfg(feature = "public_imp")]
pub mod imp;
