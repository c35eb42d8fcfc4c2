//! UTF-8 as specified by RFC 2279, from 1998 to 2003: sequences of up to six bytes, values up to 7FFFFFFF.
//!
//! Its section 2 specifies one sequence, the shortest, for each UCS-4 value. All of UTF-8 (RFC 3629) is
//! therefore valid here, and additionally:
//!
//! - values above 10FFFF, in four, five and six bytes;
//! - D800..DFFF, in three bytes, which decoding accepts, because the RFC does not exclude them.
//!
//! Encoding rejects D800..DFFF. In UCS-2 they are halves of a pair, and section 2 requires joining a pair to
//! one value first: see `from_ucs2` (feature `alloc`).
//!
//! [`to_utf8`] rejects what RFC 3629 excludes.
//!
//! Error kinds: `UnexpectedContinuation`, `Overlong`, `InvalidByte`, `MissingContinuation` and `Truncated`;
//! of conversion also `Surrogate` and `OutOfRange`.
//!
//! ```
//! use placemat_legacy::{Utf8ErrorKind, rfc2279};
//!
//! let last = b"\xFD\xBF\xBF\xBF\xBF\xBF";
//! assert!(rfc2279::decode(last).eq([Ok(0x7FFF_FFFF)]));
//! assert_eq!(rfc2279::to_utf8(last).unwrap_err().kind(), Utf8ErrorKind::OutOfRange);
//!
//! // A slash, overlong, in five bytes.
//! assert_eq!(rfc2279::validate(b"\xF8\x80\x80\x80\xAF").unwrap_err().kind(), Utf8ErrorKind::Overlong);
//! ```

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
#[cfg(feature = "alloc")]
use core::fmt;

use crate::{EncodeError, superset::superset, value};

/// The largest encodable value.
pub const MAX: u32 = 0x7FFF_FFFF;

superset! { "RFC 2279's UTF-8", rfc2279, Rfc2279 }

/// Encodes `value` into the first bytes of `buffer`, 1 to 6, and returns those bytes.
///
/// # Errors
///
/// If `value` is above 7FFFFFFF or is one of D800..DFFF; the buffer is then unchanged.
///
/// ```
/// use placemat_legacy::{EncodeError, rfc2279::encode};
///
/// let mut buffer = [0; 6];
/// assert_eq!(encode(0x20_0000, &mut buffer).unwrap(), b"\xF8\x88\x80\x80\x80");
/// assert_eq!(encode(0xDC00, &mut buffer), Err(EncodeError::Surrogate(0xDC00)));
/// ```
#[inline]
pub fn encode(value: u32, buffer: &mut [u8; 6]) -> Result<&[u8], EncodeError> {
    match value {
        0xD800..=0xDFFF => Err(EncodeError::Surrogate(value)),
        0..=MAX => {
            let len = value::len(value);
            value::encode(value, &mut buffer[..len]);
            Ok(&buffer[..len])
        }
        _ => Err(EncodeError::OutOfRange(value)),
    }
}

/// Encodes UCS-2 values. A pair of D800..DBFF and DC00..DFFF is one value (RFC 2279, section 2). Linear time.
///
/// # Errors
///
/// The first value D800..DFFF that is not in a pair.
///
/// ```
/// use placemat_legacy::rfc2279::from_ucs2;
///
/// assert_eq!(from_ucs2(&[0x41, 0xD83C, 0xDF7D]).unwrap(), b"A\xF0\x9F\x8D\xBD");
/// let error = from_ucs2(&[0x41, 0xDF7D]).unwrap_err();
/// assert_eq!((error.index, error.value), (1, 0xDF7D));
/// ```
#[cfg(feature = "alloc")]
pub fn from_ucs2(values: &[u16]) -> Result<Vec<u8>, LoneSurrogate> {
    let mut bytes = Vec::with_capacity(values.len());
    let mut index = 0;
    for item in char::decode_utf16(values.iter().copied()) {
        let scalar = item.map_err(|lone| LoneSurrogate { index, value: lone.unpaired_surrogate() })?;
        bytes.extend_from_slice(scalar.encode_utf8(&mut [0; 4]).as_bytes());
        index += scalar.len_utf16();
    }
    Ok(bytes)
}

/// The error of [`from_ucs2`].
#[cfg(feature = "alloc")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LoneSurrogate {
    /// The index of the value.
    pub index: usize,
    /// The value, D800..DFFF.
    pub value: u16,
}

#[cfg(feature = "alloc")]
impl fmt::Display for LoneSurrogate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "value {}: {:04X} is a lone surrogate", self.index, self.value)
    }
}

#[cfg(feature = "alloc")]
impl core::error::Error for LoneSurrogate {}
