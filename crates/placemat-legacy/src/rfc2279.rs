//! UTF-8 as specified by RFC 2279, from 1998 to 2003: sequences of up to six bytes, values up to 7FFFFFFF.
//!
//! Its section 2 specifies one sequence, the shortest, for each UCS-4 value. All of UTF-8 (RFC 3629) is
//! therefore valid here, and additionally:
//!
//! - values above 10FFFF, in four, five and six bytes;
//! - D800..DFFF, in three bytes, which decoding accepts, because the RFC does not exclude them.
//!
//! Encoding rejects D800..DFFF. In UCS-2 they are halves of a pair, and section 2 requires joining a pair to
//! one value first, as `char::decode_utf16` of the standard library does.
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
