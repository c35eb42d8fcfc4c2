//! Encodes scalar values.

use core::{error::Error, fmt};

use placemat_core::grammar::form_of;

/// Encodes `value` (RFC 3629, section 3) into the first bytes of `buffer`, and returns them as text.
///
/// Constant time. Does not panic.
///
/// # Errors
///
/// [`EncodeError`] if `value` is not a scalar value; the buffer is then unchanged.
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

/// Returns the length in bytes, 1 to 4, of a sequence with the first byte `lead`; `None` for 80..C1 and F5..FF.
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

/// Why a value cannot be encoded; contains the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EncodeError {
    /// D800..DFFF, half of a UTF-16 surrogate pair, which UTF-8 prohibits (RFC 3629, section 3).
    Surrogate(u32),
    /// Above 10FFFF, the largest scalar value.
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
