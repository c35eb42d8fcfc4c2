//! WTF-8 (<https://simonsapin.github.io/wtf-8/>): UTF-8 that can also contain unpaired surrogates.
//!
//! It is for programs with strings of 16-bit units that need not be valid UTF-16, such as Windows file names and
//! JavaScript strings. It is for internal use, not for interchange (see "Intended audience" in the specification).
//!
//! A surrogate is encoded in three bytes, in the pattern of UTF-8. A high surrogate directly followed by a low one is a
//! pair, which is always encoded as one four-byte character. Each string of units thus has exactly one encoding. To
//! concatenate two texts in WTF-8, use `append` (feature `alloc`), which joins the halves of a pair.
//!
//! Error kinds: `UnexpectedContinuation`, `Overlong`, `SurrogatePair`, `OutOfRange`, `InvalidByte`,
//! `MissingContinuation` and `Truncated`; of conversion also `Surrogate`.
//!
//! ```
//! use placemat_legacy::{Utf8ErrorKind, wtf8};
//!
//! assert_eq!(wtf8::validate(b"\xED\xA0\xBC"), Ok(()));
//! assert_eq!(wtf8::validate(b"\xED\xBD\xBD\xED\xA0\xBC"), Ok(()), "low and high are no pair");
//! let error = wtf8::validate(b"\xED\xA0\xBC\xED\xBD\xBD").unwrap_err();
//! assert_eq!((error.valid_up_to(), error.error_len()), (3, Some(3)));
//! assert_eq!(error.kind(), Utf8ErrorKind::SurrogatePair);
//! ```

#[cfg(feature = "alloc")]
use alloc::{borrow::Cow, string::String, vec::Vec};

#[cfg(feature = "alloc")]
use crate::Error;
use crate::{EncodeError, superset::superset, value};

superset! { "WTF-8", wtf8, Wtf8 }

/// Encodes the code point `value` into the first bytes of `buffer`, 1 to 4, and returns those bytes.
///
/// Encoding one code point at a time does not join pairs. To encode a string of 16-bit units, use `from_utf16`.
///
/// # Errors
///
/// If `value` is above 10FFFF; the buffer is then unchanged.
///
/// ```
/// use placemat_legacy::wtf8::encode;
///
/// let mut buffer = [0; 4];
/// assert_eq!(encode(0xD83C, &mut buffer).unwrap(), b"\xED\xA0\xBC");
/// assert_eq!(encode(0x1F37D, &mut buffer).unwrap(), b"\xF0\x9F\x8D\xBD");
/// ```
#[inline]
pub fn encode(value: u32, buffer: &mut [u8; 4]) -> Result<&[u8], EncodeError> {
    if value > u32::from(char::MAX) {
        return Err(EncodeError::OutOfRange(value));
    }
    let len = value::len(value);
    value::encode(value, &mut buffer[..len]);
    Ok(&buffer[..len])
}

/// Converts the bytes to UTF-8, with U+FFFD for each surrogate, or borrows them if there is none. Linear time.
///
/// # Errors
///
/// The first error, if the bytes are not WTF-8; its position is in bytes.
///
/// ```
/// use placemat_legacy::wtf8::to_utf8_lossy;
///
/// assert_eq!(to_utf8_lossy(b"a\xED\xA0\xBCb").unwrap(), "a\u{FFFD}b");
/// assert!(to_utf8_lossy(b"a\xFFb").is_err());
/// ```
#[cfg(feature = "alloc")]
pub fn to_utf8_lossy(bytes: &[u8]) -> Result<Cow<'_, str>, Error> {
    if let Ok(text) = placemat::from_utf8(bytes) {
        return Ok(Cow::Borrowed(text));
    }
    let mut text = String::with_capacity(bytes.len());
    for value in decode(bytes) {
        text.push(char::from_u32(value?).unwrap_or(char::REPLACEMENT_CHARACTER));
    }
    Ok(Cow::Owned(text))
}

/// Encodes 16-bit units. A pair becomes one character; unpaired surrogates are kept. Linear time.
///
/// ```
/// use placemat_legacy::wtf8::from_utf16;
///
/// assert_eq!(from_utf16(&[0xD83C, 0xDF7D, 0xD83C]), b"\xF0\x9F\x8D\xBD\xED\xA0\xBC");
/// ```
#[cfg(feature = "alloc")]
#[must_use]
pub fn from_utf16(units: &[u16]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(units.len());
    for item in char::decode_utf16(units.iter().copied()) {
        let value = item.map_or_else(|lone| lone.unpaired_surrogate().into(), u32::from);
        let mut buffer = [0; 4];
        let len = value::len(value);
        value::encode(value, &mut buffer[..len]);
        bytes.extend_from_slice(&buffer[..len]);
    }
    bytes
}

/// Decodes the bytes to 16-bit units; the inverse of [`from_utf16`]. Linear time.
///
/// # Errors
///
/// The first error, if the bytes are not WTF-8; its position is in bytes.
///
/// ```
/// use placemat_legacy::wtf8::to_utf16;
///
/// assert_eq!(to_utf16(b"\xF0\x9F\x8D\xBD\xED\xA0\xBC").unwrap(), [0xD83C, 0xDF7D, 0xD83C]);
/// ```
#[cfg(feature = "alloc")]
pub fn to_utf16(bytes: &[u8]) -> Result<Vec<u16>, Error> {
    let mut units = Vec::with_capacity(bytes.len());
    for value in decode(bytes) {
        let value = value?;
        match char::from_u32(value) {
            Some(scalar) => units.extend_from_slice(scalar.encode_utf16(&mut [0; 2])),
            // A surrogate is one unit.
            None => units.extend(u16::try_from(value)),
        }
    }
    Ok(units)
}

/// Appends the text `next` to `text`. A high surrogate at the end of `text` and a low one at the start of
/// `next` become one character (see "Concatenating WTF-8 strings" in the specification).
///
/// Both must be valid WTF-8; otherwise the result is not.
///
/// ```
/// use placemat_legacy::wtf8::append;
///
/// let mut text = b"plate: \xED\xA0\xBC".to_vec();
/// append(&mut text, b"\xED\xBD\xBD");
/// assert_eq!(text, "plate: \u{1F37D}".as_bytes());
/// ```
#[cfg(feature = "alloc")]
pub fn append(text: &mut Vec<u8>, next: &[u8]) {
    let mut rest = next;
    if let (&[.., 0xED, a @ 0xA0..0xB0, b], &[0xED, c @ 0xB0..0xC0, d, ref after @ ..]) = (&text[..], next) {
        let start = text.len() - 3;
        text.truncate(start);
        let mut buffer = [0; 4];
        value::encode(value::join(value::surrogate(a, b), value::surrogate(c, d)), &mut buffer);
        text.extend_from_slice(&buffer);
        rest = after;
    }
    text.extend_from_slice(rest);
}
