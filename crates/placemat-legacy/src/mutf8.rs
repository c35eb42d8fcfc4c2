//! Java's modified UTF-8 (The Java Virtual Machine Specification, section 4.4.7; `java.io.DataInput`): what
//! class files, serialised objects and the Java Native Interface contain.
//!
//! It is [CESU-8](crate::cesu8), except that NUL is C0 80, so that no octet is 00.
//!
//! A Java string may hold a surrogate without its partner, and Java writes it in three octets. It is no
//! character, so this module reports it as an error, of the kind `LoneSurrogate` and with three octets;
//! [`decode`] continues after it. To keep such strings, take the three octets at the error.
//!
//! Errors are of the kinds `UnexpectedContinuation`, `Overlong`, `Nul`, `FourOctets`, `LoneSurrogate`,
//! `OutOfRange`, `InvalidByte`, `MissingContinuation` and `Truncated`.
//!
//! ```
//! use placemat_legacy::{ErrorKind, mutf8};
//!
//! assert_eq!(mutf8::validate(b"a\xC0\x80b"), Ok(()));
//! assert_eq!(mutf8::validate(b"a\0b").unwrap_err().kind(), ErrorKind::Nul);
//! // A slash, overlong.
//! assert_eq!(mutf8::validate(b"\xC0\xAF").unwrap_err().kind(), ErrorKind::Overlong);
//! ```

#[cfg(feature = "alloc")]
use alloc::borrow::Cow;

use placemat_core::grammar::{Form as Forms, Grammar, Neighbours, Octets};

use crate::{
    EncodeError, Error, cesu8,
    encode::scalar,
    form::Form,
    items::{Items, decode},
    ranges::{HIGH, LOW, THREE_E0, THREE_E1, THREE_ED, THREE_EE, TWO, form},
};

/// What is permitted: the tables of section 4.4.7.
pub const GRAMMAR: Grammar = Grammar::new(&FORMS, Neighbours::Together { first: 6, second: 7 });

/// ASCII without NUL.
const ONE: Forms = form(0x01, 0x7F, &[]);
/// NUL.
const NUL: Forms = form(0xC0, 0xC0, &[Octets::new(0x80, 0x80)]);

const FORMS: [Forms; 9] = [ONE, NUL, TWO, THREE_E0, THREE_E1, THREE_ED, HIGH, LOW, THREE_EE];

const STATES: usize = 9;
static FORM: Form<STATES> = Form::of(GRAMMAR);

/// Whether the octets are modified UTF-8.
///
/// # Errors
///
/// The first error.
///
/// ```
/// use placemat_legacy::mutf8::validate;
///
/// assert!(validate(b"\xED\xA0\xBC\xED\xBD\xBD").is_ok());
/// assert_eq!(validate(b"ok \xF0\x9F\x8D\xBD").unwrap_err().valid_up_to(), 3);
/// ```
pub fn validate(bytes: &[u8]) -> Result<(), Error> {
    FORM.validate(bytes, 0)
}

/// The characters of the octets, and the errors between them. A pair of surrogates is one character.
///
/// ```
/// use placemat_legacy::mutf8::decode;
///
/// let text: Result<String, _> = decode(b"a\xC0\x80\xED\xA0\x80\xED\xB0\x80").collect();
/// assert_eq!(text.unwrap(), "a\0\u{10000}");
/// ```
#[inline]
pub fn decode(bytes: &[u8]) -> Decode<'_> {
    Decode(Items::new(&FORM, bytes))
}

decode! {
    /// The iterator that [`decode`] returns.
    char, STATES, |value| char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// The octets of `value`, in the first octets of `buffer`: 1 to 3, or 6 above U+FFFF.
///
/// # Errors
///
/// Where `value` is not a scalar value. The buffer is unchanged then.
///
/// ```
/// use placemat_legacy::mutf8::encode;
///
/// let mut buffer = [0; 6];
/// assert_eq!(encode(0, &mut buffer).unwrap(), b"\xC0\x80");
/// assert_eq!(encode(0x1F37D, &mut buffer).unwrap(), b"\xED\xA0\xBC\xED\xBD\xBD");
/// ```
#[inline]
pub fn encode(value: u32, buffer: &mut [u8; 6]) -> Result<&[u8], EncodeError> {
    let len = put(scalar(value)?, buffer);
    Ok(&buffer[..len])
}

/// The octets as UTF-8. They are borrowed where both are the same.
///
/// # Errors
///
/// Where the octets are not modified UTF-8: the first error.
///
/// ```
/// use placemat_legacy::mutf8::to_utf8;
///
/// assert_eq!(to_utf8(b"caf\xC3\xA9\xC0\x80").unwrap(), "caf\u{E9}\0");
/// assert!(to_utf8(b"caf\xC3\xA9\0").is_err());
/// ```
#[cfg(feature = "alloc")]
pub fn to_utf8(bytes: &[u8]) -> Result<Cow<'_, str>, Error> {
    crate::pairs::to_utf8(&FORM, bytes)
}

/// The text as modified UTF-8. It is borrowed where both are the same.
///
/// ```
/// use placemat_legacy::mutf8::from_utf8;
///
/// assert_eq!(*from_utf8("\0\u{1F37D}"), *b"\xC0\x80\xED\xA0\xBC\xED\xBD\xBD");
/// ```
#[cfg(feature = "alloc")]
#[must_use]
pub fn from_utf8(text: &str) -> Cow<'_, [u8]> {
    crate::pairs::from_utf8(&FORM, put, text)
}

/// Writes the octets of a character; how many there are.
fn put(scalar: char, buffer: &mut [u8; 6]) -> usize {
    if scalar == '\0' {
        buffer[..2].copy_from_slice(b"\xC0\x80");
        return 2;
    }
    cesu8::put(scalar, buffer)
}
