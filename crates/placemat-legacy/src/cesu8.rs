//! CESU-8 (Unicode Technical Report #26): what some systems with UTF-16 inside write instead of UTF-8.
//!
//! Characters up to U+FFFF are written as in UTF-8. A character above is written as the two surrogates of its
//! UTF-16 form, three octets each. Surrogates stand in pairs only, a high one and then a low one; sequences
//! of four octets do not occur (TR #26, section 2).
//!
//! CESU-8 is not for interchange, and TR #26 says so: one text has different octets in CESU-8 and in UTF-8.
//!
//! Errors are of the kinds `UnexpectedContinuation`, `Overlong`, `FourOctets`, `LoneSurrogate`, `OutOfRange`,
//! `InvalidByte`, `MissingContinuation` and `Truncated`.
//!
//! ```
//! use placemat_legacy::{ErrorKind, cesu8};
//!
//! let pair = b"\xED\xA0\xBC\xED\xBD\xBD";
//! assert_eq!(cesu8::validate(pair), Ok(()));
//!
//! // The same character in UTF-8, and a surrogate without its partner.
//! assert_eq!(cesu8::validate(b"\xF0\x9F\x8D\xBD").unwrap_err().kind(), ErrorKind::FourOctets);
//! assert_eq!(cesu8::validate(&pair[3..]).unwrap_err().kind(), ErrorKind::LoneSurrogate);
//! ```

#[cfg(feature = "alloc")]
use alloc::borrow::Cow;

use placemat_core::grammar::{Form as Forms, Grammar, Neighbours};

use crate::{
    EncodeError, Error,
    encode::scalar,
    form::Form,
    items::{Items, decode},
    ranges::{HIGH, LOW, ONE, THREE_E0, THREE_E1, THREE_ED, THREE_EE, TWO},
    value,
};

/// What is permitted: the table of TR #26, section 2.2.
pub const GRAMMAR: Grammar = Grammar::new(&FORMS, Neighbours::Together { first: 5, second: 6 });

const FORMS: [Forms; 8] = [ONE, TWO, THREE_E0, THREE_E1, THREE_ED, HIGH, LOW, THREE_EE];

const STATES: usize = 8;
static FORM: Form<STATES> = Form::of(GRAMMAR);

/// Whether the octets are CESU-8.
///
/// # Errors
///
/// The first error.
///
/// ```
/// use placemat_legacy::cesu8::validate;
///
/// assert!(validate("na\u{EF}ve".as_bytes()).is_ok());
/// assert_eq!(validate(b"na\xEFve").unwrap_err().valid_up_to(), 2);
/// ```
pub fn validate(bytes: &[u8]) -> Result<(), Error> {
    FORM.validate(bytes, 0)
}

/// The characters of the octets, and the errors between them. A pair of surrogates is one character.
///
/// ```
/// use placemat_legacy::cesu8::decode;
///
/// let items: Vec<_> = decode(b"a\xED\xA0\x80\xED\xB0\x80\xED\xB0\x80z").collect();
/// assert_eq!(items[..2], [Ok('a'), Ok('\u{10000}')]);
/// assert_eq!(items[2].unwrap_err().valid_up_to(), 7);
/// assert_eq!(items[3..], [Ok('z')]);
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
/// use placemat_legacy::cesu8::encode;
///
/// let mut buffer = [0; 6];
/// assert_eq!(encode(0x20AC, &mut buffer).unwrap(), b"\xE2\x82\xAC");
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
/// Where the octets are not CESU-8: the first error.
///
/// ```
/// use placemat_legacy::cesu8::to_utf8;
///
/// assert_eq!(to_utf8(b"\xED\xA0\xBC\xED\xBD\xBD!").unwrap(), "\u{1F37D}!");
/// assert!(to_utf8(b"\xED\xA0\xBC!").is_err());
/// ```
#[cfg(feature = "alloc")]
pub fn to_utf8(bytes: &[u8]) -> Result<Cow<'_, str>, Error> {
    crate::pairs::to_utf8(&FORM, bytes)
}

/// The text as CESU-8. It is borrowed where both are the same.
///
/// ```
/// use placemat_legacy::cesu8::from_utf8;
///
/// assert_eq!(*from_utf8("\u{1F37D}!"), *b"\xED\xA0\xBC\xED\xBD\xBD!");
/// ```
#[cfg(feature = "alloc")]
#[must_use]
pub fn from_utf8(text: &str) -> Cow<'_, [u8]> {
    crate::pairs::from_utf8(&FORM, put, text)
}

/// Writes the octets of a character; how many there are.
pub(crate) fn put(scalar: char, buffer: &mut [u8; 6]) -> usize {
    let value = u32::from(scalar);
    if value > 0xFFFF {
        let [high, low] = value::split(value);
        value::put(high, &mut buffer[..3]);
        value::put(low, &mut buffer[3..]);
        return 6;
    }
    let len = value::len(value);
    value::put(value, &mut buffer[..len]);
    len
}
