//! Converts to owned text and bytes (feature `alloc`).

use alloc::{string::String, vec::Vec};

use placemat_core::Utf8Error;
use placemat_core::convert::{Latin1, Utf8};

use crate::convert::{ConvertError, Converter, vec_lossily};

/// Converts bytes that are UTF-8 to Latin-1. Linear time; panics only if allocation fails.
///
/// # Errors
///
/// The first invalid sequence, or the first character above U+00FF, whichever comes first.
///
/// ```
/// use placemat::{convert::ConvertError, latin1};
///
/// assert_eq!(latin1::encode_latin1("caf\u{E9}".as_bytes()).as_deref(), Ok(&b"caf\xE9"[..]));
/// assert!(matches!(latin1::encode_latin1(b"caf\xE9"), Err(ConvertError::Invalid(_))));
/// let error = latin1::encode_latin1("\u{100}".as_bytes());
/// assert_eq!(error, Err(ConvertError::Unmappable { at: 0, character: '\u{100}' }));
/// ```
#[doc(alias = "convert_utf8_to_latin1")]
pub fn encode_latin1(bytes: &[u8]) -> Result<Vec<u8>, ConvertError<Utf8Error>> {
    Converter::<Utf8, Latin1>::strict().to_vec(bytes)
}

/// Converts bytes that may be UTF-8 to Latin-1, with a question mark for each invalid sequence and for
/// each character above U+00FF. Linear time; panics only if allocation fails.
///
/// ```
/// assert_eq!(placemat::latin1::encode_latin1_lossy("caf\u{E9}: 5 \u{20AC}".as_bytes()), b"caf\xE9: 5 ?");
/// ```
#[must_use]
pub fn encode_latin1_lossy(bytes: &[u8]) -> Vec<u8> {
    vec_lossily::<Utf8, Latin1>(bytes)
}

/// Converts Latin-1 to text; every byte is a character. Linear time; panics only if allocation fails.
///
/// ```
/// assert_eq!(placemat::latin1::string_from_latin1(b"caf\xE9"), "caf\u{E9}");
/// ```
#[must_use]
#[doc(alias = "convert_latin1_to_utf8", alias = "decode_latin1")]
pub fn string_from_latin1(bytes: &[u8]) -> String {
    let Ok(text) = Converter::<Latin1, Utf8>::strict().to_text(bytes).map_err(ConvertError::invalid);
    text
}
