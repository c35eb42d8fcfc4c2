//! The two forms with surrogate pairs: CESU-8 and modified UTF-8.

#[cfg(feature = "alloc")]
use alloc::{borrow::Cow, string::String, vec::Vec};

#[cfg(feature = "alloc")]
use crate::{Error, form::Form};

/// Converts bytes of the form to UTF-8.
#[cfg(feature = "alloc")]
pub(crate) fn to_utf8(form: Form, bytes: &[u8]) -> Result<Cow<'_, str>, Error> {
    if !form.excludes_any(bytes)
        && let Ok(text) = placemat::from_utf8(bytes)
    {
        return Ok(Cow::Borrowed(text));
    }
    let mut text = String::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        // Sequences with other lead bytes are the same in both forms. ED may begin a surrogate, and C0 is NUL
        // or invalid.
        let special = |byte: &u8| matches!(byte, 0xC0 | 0xED) || form.excludes(*byte);
        let end = bytes[at..].iter().position(special).map_or(bytes.len(), |len| at + len);
        match placemat::from_utf8(&bytes[at..end]) {
            Ok(run) => {
                text.push_str(run);
                at = end;
            }
            // An error in this form as well: `item` below returns it.
            Err(error) => at += error.valid_up_to(),
        }
        if at < bytes.len() {
            let item = form.item(bytes, at, false)?;
            text.extend(char::from_u32(item.value));
            at = item.end;
        }
    }
    Ok(Cow::Owned(text))
}

/// Converts UTF-8 to bytes of the form; `encode_character` encodes a character that differs between them.
#[cfg(feature = "alloc")]
pub(crate) fn from_utf8(
    form: Form, encode_character: fn(char, &mut [u8; 6]) -> usize, text: &str,
) -> Cow<'_, [u8]> {
    if !form.excludes_any(text.as_bytes()) {
        return Cow::Borrowed(text.as_bytes());
    }
    let mut bytes = Vec::with_capacity(text.len() + text.len() / 2);
    let mut at = 0;
    while let Some(len) = text.as_bytes()[at..].iter().position(|&byte| form.excludes(byte)) {
        let (run, rest) = text[at..].split_at(len);
        bytes.extend_from_slice(run.as_bytes());
        at += len;
        if let Some(scalar) = rest.chars().next() {
            let mut buffer = [0; 6];
            let len = encode_character(scalar, &mut buffer);
            bytes.extend_from_slice(&buffer[..len]);
            at += scalar.len_utf8();
        }
    }
    bytes.extend_from_slice(&text.as_bytes()[at..]);
    Cow::Owned(bytes)
}

/// Defines the functions of a form with surrogate pairs; `encode_character` encodes a character.
macro_rules! pairs {
    ($name:literal, $module:ident, $form:ident) => {
        $crate::form::form! { $name, $module, $form, char }

        /// Encodes `value` into the first bytes of `buffer`: 1 to 3 bytes, or 6 above U+FFFF. Returns those bytes.
        ///
        /// # Errors
        ///
        /// If `value` is not a scalar value; the buffer is then unchanged.
        ///
        /// ```
        #[doc = concat!("use placemat_legacy::", stringify!($module), "::encode;")]
        ///
        /// let mut buffer = [0; 6]; assert_eq!(encode(0x20AC, &mut buffer).unwrap(), b"\xE2\x82\xAC");
        /// assert_eq!(encode(0x1F37D, &mut buffer).unwrap(), b"\xED\xA0\xBC\xED\xBD\xBD");
        /// ```
        #[inline]
        pub fn encode(value: u32, buffer: &mut [u8; 6]) -> Result<&[u8], $crate::EncodeError> {
            let len = encode_character($crate::value::scalar(value)?, buffer);
            Ok(&buffer[..len])
        }

        /// Converts the bytes to UTF-8, or borrows them if they are the same. Linear time.
        ///
        /// # Errors
        ///
        /// The first error; its position is in bytes.
        ///
        /// ```
        #[doc = concat!("use placemat_legacy::", stringify!($module), "::to_utf8;")]
        ///
        /// assert_eq!(to_utf8(b"\xED\xA0\xBC\xED\xBD\xBD!").unwrap(), "\u{1F37D}!");
        /// assert!(to_utf8(b"\xED\xA0\xBC!").is_err());
        /// ```
        #[cfg(feature = "alloc")]
        pub fn to_utf8(bytes: &[u8]) -> Result<alloc::borrow::Cow<'_, str>, $crate::Error> {
            $crate::pairs::to_utf8(FORM, bytes)
        }

        #[doc = concat!("The text as ", $name, ". It is borrowed where both are the same.")]
        ///
        /// ```
        #[doc = concat!("use placemat_legacy::", stringify!($module), "::from_utf8;")]
        ///
        /// assert_eq!(*from_utf8("\u{1F37D}!"), *b"\xED\xA0\xBC\xED\xBD\xBD!");
        /// ```
        #[cfg(feature = "alloc")]
        #[must_use]
        pub fn from_utf8(text: &str) -> alloc::borrow::Cow<'_, [u8]> {
            $crate::pairs::from_utf8(FORM, encode_character, text)
        }
    };
}

pub(crate) use pairs;
