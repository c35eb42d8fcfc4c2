//! From a scalar value to bytes.

use core::{error::Error, fmt};

use placemat_core::grammar::form_of;

/// The sequence that encodes `value` (RFC 3629, section 3), in the first bytes of `buffer`.
///
/// Constant time. Does not panic.
///
/// # Errors
///
/// [`EncodeError`] where `value` is not a scalar value, and why. The buffer is unchanged then.
///
/// ```
/// use placemat::chars::{EncodeError, encode};
///
/// let mut buffer = [0; 4];
/// assert_eq!(encode(0x20AC, &mut buffer)?.as_bytes(), b"\xE2\x82\xAC");
/// assert_eq!(encode(0xD800, &mut buffer), Err(EncodeError::Surrogate(0xD800)));
/// assert_eq!(encode(0x11_0000, &mut buffer), Err(EncodeError::OutOfRange(0x11_0000)));
/// # Ok::<(), EncodeError>(())
/// ```
#[inline]
pub fn encode(value: u32, buffer: &mut [u8; 4]) -> Result<&mut str, EncodeError> {
    match char::from_u32(value) {
        Some(scalar) => Ok(scalar.encode_utf8(buffer)),
        None if value <= 0xDFFF => Err(EncodeError::Surrogate(value)),
        None => Err(EncodeError::OutOfRange(value)),
    }
}

/// How many bytes a sequence has that begins with `lead`, 1 to 4; `None` where none can (80..C1, F5..FF).
///
/// ```
/// use placemat::chars::sequence_len;
///
/// assert_eq!([b'a', 0xC3, 0xE2, 0xF0].map(sequence_len), [Some(1), Some(2), Some(3), Some(4)]);
/// assert_eq!([0x80, 0xC0, 0xF5].map(sequence_len), [None; 3]);
/// ```
#[must_use]
#[inline]
pub const fn sequence_len(lead: u8) -> Option<usize> {
    match form_of(lead) {
        Some(form) => Some(form.len()),
        None => None,
    }
}

/// Why a value was not encoded. The value is in the error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EncodeError {
    /// D800..DFFF, a half of a pair in UTF-16, which UTF-8 prohibits (RFC 3629, section 3).
    Surrogate(u32),
    /// Above 10FFFF, the last scalar value.
    OutOfRange(u32),
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Surrogate(value) => write!(f, "U+{value:04X} is a surrogate, which cannot be encoded"),
            Self::OutOfRange(value) => write!(f, "{value:#X} is above the largest value that can be encoded"),
        }
    }
}

impl Error for EncodeError {}
