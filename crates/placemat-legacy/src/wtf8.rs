//! WTF-8 (<https://simonsapin.github.io/wtf-8/>): UTF-8 that can also hold a surrogate without its partner.
//!
//! It is for programs with strings of 16-bit units that need not be valid UTF-16, such as names of
//! files under Windows and strings of JavaScript. It is for use inside a program, not for interchange (the
//! document's "Intended audience").
//!
//! A surrogate is written in three bytes, by the pattern of UTF-8. But a high surrogate and a low one
//! directly after it are a pair, and a pair is always written as one character of four bytes. So each string
//! of units has exactly one form, and two texts in WTF-8 must be concatenated with `append` (feature
//! `alloc`), which joins the halves of a pair.
//!
//! Errors are of the kinds `UnexpectedContinuation`, `Overlong`, `SurrogatePair`, `OutOfRange`,
//! `InvalidByte`, `MissingContinuation` and `Truncated`; of conversion also `Surrogate`.
//!
//! ```
//! use placemat_legacy::{ErrorKind, wtf8};
//!
//! assert_eq!(wtf8::validate(b"\xED\xA0\xBC"), Ok(()));
//! assert_eq!(wtf8::validate(b"\xED\xBD\xBD\xED\xA0\xBC"), Ok(()), "low and high are no pair");
//! let error = wtf8::validate(b"\xED\xA0\xBC\xED\xBD\xBD").unwrap_err();
//! assert_eq!((error.valid_up_to(), error.error_len()), (3, Some(3)));
//! assert_eq!(error.kind(), ErrorKind::SurrogatePair);
//! ```

#[cfg(feature = "alloc")]
use alloc::{borrow::Cow, string::String, vec::Vec};

use placemat_core::grammar::{Bytes, Form as Forms, Grammar, Neighbours, TAIL};

#[cfg(feature = "alloc")]
use crate::Error;
use crate::{
    EncodeError,
    ranges::{FOUR_F0, HIGH, LOW, ONE, THREE_E0, THREE_E1, THREE_ED, THREE_EE, TWO, form},
    superset::superset,
    value,
};

/// What is permitted: Table 3 of the document ("Generalized UTF-8"), without pairs ("The WTF-8 encoding").
pub const GRAMMAR: Grammar = Grammar::new(&FORMS, Neighbours::Apart { first: 5, second: 6 });

const FORMS: [Forms; 11] = [
    ONE,
    TWO,
    THREE_E0,
    THREE_E1,
    THREE_ED,
    HIGH,
    LOW,
    THREE_EE,
    FOUR_F0,
    form(0xF1, 0xF3, &[TAIL; 3]),
    // From 90 on it would be above 10FFFF.
    form(0xF4, 0xF4, &[Bytes::new(0x80, 0x8F), TAIL, TAIL]),
];

superset! { "WTF-8", wtf8, 11 }

/// The bytes of the code point `value`, in the first bytes of `buffer`: 1 to 4.
///
/// One code point at a time does not show a pair. To encode a string of 16-bit units, take `from_utf16`.
///
/// # Errors
///
/// Where `value` is above 10FFFF. The buffer is unchanged then.
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
    value::put(value, &mut buffer[..len]);
    Ok(&buffer[..len])
}

/// The bytes as UTF-8, with U+FFFD for each surrogate. They are borrowed where there is none.
///
/// # Errors
///
/// Where the bytes are not WTF-8: the first error.
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

/// 16-bit units as WTF-8. A pair is one character; a surrogate that is in no pair is kept.
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
        value::put(value, &mut buffer[..len]);
        bytes.extend_from_slice(&buffer[..len]);
    }
    bytes
}

/// The bytes as 16-bit units: what [`from_utf16`] was given.
///
/// # Errors
///
/// Where the bytes are not WTF-8: the first error.
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
            // A surrogate, which is one unit.
            None => units.extend(u16::try_from(value)),
        }
    }
    Ok(units)
}

/// Puts the text `next` after `text`. A high surrogate at the end of `text` and a low one at the start of
/// `next` become one character ("Concatenating WTF-8 strings" in the document).
///
/// Both must be WTF-8, or the result is not.
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
        value::put(value::get(&[0xED, a, b, 0xED, c, d]), &mut buffer);
        text.extend_from_slice(&buffer);
        rest = after;
    }
    text.extend_from_slice(rest);
}
