use core::{error::Error, fmt};

/// Why a value was not encoded. The value is in the error.
///
/// ```
/// use placemat_legacy::{EncodeError, cesu8, rfc2279, wtf8};
///
/// let mut buffer = [0; 6];
/// assert_eq!(cesu8::encode(0xD800, &mut buffer), Err(EncodeError::Surrogate(0xD800)));
/// assert_eq!(rfc2279::encode(0x8000_0000, &mut buffer), Err(EncodeError::OutOfRange(0x8000_0000)));
/// assert_eq!(wtf8::encode(0x11_0000, &mut [0; 4]), Err(EncodeError::OutOfRange(0x11_0000)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EncodeError {
    /// D800..DFFF, in a form that has no surrogates, or has them in pairs only.
    Surrogate(u32),
    /// Above the largest value of the form.
    OutOfRange(u32),
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Surrogate(value) => write!(f, "U+{value:04X} is a surrogate"),
            Self::OutOfRange(value) => write!(f, "{value:#X} is above the largest value"),
        }
    }
}

impl Error for EncodeError {}

/// `value` if it is a scalar value.
pub(crate) fn scalar(value: u32) -> Result<char, EncodeError> {
    match char::from_u32(value) {
        Some(scalar) => Ok(scalar),
        None if value <= 0xDFFF => Err(EncodeError::Surrogate(value)),
        None => Err(EncodeError::OutOfRange(value)),
    }
}
