//! Iterates over the characters (RFC 3629, section 3) of bytes that need not be valid.
//!
//! Bytes consist of *items*: valid sequences, each of which is a character, and invalid ones, which are the
//! maximal subparts of the Unicode Standard (section 3.9). The three bytes before a position determine
//! whether it is an item boundary (section 1 of the RFC: boundaries are found from anywhere), so everything
//! here works from both ends, and the functions on one position take constant time.
//!
//! | you have | you want | call |
//! | --- | --- | --- |
//! | bytes | the first or the last character | [`first`], [`last`] |
//! | bytes | all characters, and the errors | [`chars`], [`char_indices`] |
//! | bytes | all characters, with U+FFFD for each error | [`chars_lossy`], [`char_indices_lossy`] |
//! | bytes and an offset | a boundary near it | [`is_boundary`], [`floor_boundary`], [`ceil_boundary`] |
//! | text, or bytes that may be UTF-8 | the number of characters | [`count`], [`count_lossy`] |
//! | bytes | whether they are ASCII, or the length of their ASCII prefix | [`is_ascii`], [`ascii_up_to`] |
//! | a number | the bytes that encode it | [`encode`] |
//! | the first byte of a sequence | the length of the sequence | [`sequence_len`] |
//!
//! To validate whole text and get a `str`, use [`from_utf8`](crate::from_utf8), which is many times faster
//! than a loop over the characters.

mod boundary;
mod encode;
mod item;
mod iter;

pub use boundary::{ceil_boundary, floor_boundary, is_boundary};
pub use encode::{EncodeError, encode, sequence_len};
pub use iter::{
    CharIndices, CharIndicesLossy, Chars, CharsLossy, char_indices, char_indices_lossy, chars, chars_lossy,
};

use placemat_core::convert::{Utf8, Utf32};

use crate::{Invalid, convert};

/// Returns the number of characters in `text`, which is also its length in units of UTF-32. Linear time; no panic.
///
/// ```
/// assert_eq!(placemat::chars::count("caf\u{E9} \u{1F37D}"), 6);
/// ```
#[must_use]
#[inline]
#[doc(alias = "count_utf8", alias = "num_chars", alias = "utf32_length_from_utf8")]
pub fn count(text: &str) -> usize {
    convert::len::<Utf8, Utf32>(text.as_bytes())
}

/// Returns the number of characters in bytes that may be UTF-8, with U+FFFD for each maximal subpart that is
/// invalid. Linear time; no panic.
///
/// ```
/// assert_eq!(placemat::chars::count_lossy(b"a\xFF\xE2\x82 \xF0\x9F\x8D\xBD"), 5);
/// ```
#[must_use]
pub fn count_lossy(bytes: &[u8]) -> usize {
    convert::len_lossily::<Utf8, Utf32>(bytes)
}

/// Returns the first character of the bytes, or the error there; `None` if the bytes are empty. The
/// character's length is [`char::len_utf8`] bytes, the error's [`Invalid::len`].
///
/// Reads only the first four bytes: constant time. Does not panic.
///
/// ```
/// use placemat::{Utf8ErrorKind, chars};
///
/// assert_eq!(chars::first(b"\xE2\x82\xAC 5"), Some(Ok('\u{20AC}')));
/// assert_eq!(chars::first(b""), None);
///
/// let error = chars::first(b"\xE2\x82 5").unwrap().unwrap_err();
/// assert_eq!((error.offset, error.len, error.kind), (0, 2, Utf8ErrorKind::MissingContinuation));
/// ```
#[must_use]
#[inline]
pub fn first(bytes: &[u8]) -> Option<Result<char, Invalid>> {
    chars(bytes).next()
}

/// Returns the last character of the bytes, or the error there; `None` if the bytes are empty. It is the last
/// item of forward iteration.
///
/// Reads only the last four bytes: constant time. Does not panic.
///
/// ```
/// use placemat::{Utf8ErrorKind, chars};
///
/// assert_eq!(chars::last(b"5 \xE2\x82\xAC"), Some(Ok('\u{20AC}')));
///
/// let error = chars::last(b"5 \xE2\x82").unwrap().unwrap_err();
/// assert_eq!((error.offset, error.len, error.kind), (2, 2, Utf8ErrorKind::Truncated));
/// ```
#[must_use]
#[inline]
pub fn last(bytes: &[u8]) -> Option<Result<char, Invalid>> {
    chars(bytes).next_back()
}

/// Returns whether all bytes are ASCII, 00..7F, and thus valid UTF-8 (section 1). Linear time; no panic.
///
/// ```
/// assert!(placemat::chars::is_ascii(b"plain"));
/// assert!(!placemat::chars::is_ascii("na\u{EF}ve".as_bytes()));
/// ```
#[must_use]
#[inline]
#[doc(alias = "validate_ascii")]
pub fn is_ascii(bytes: &[u8]) -> bool {
    bytes.is_ascii()
}

/// Returns the length of the ASCII prefix in bytes. Linear time in that length; no panic.
///
/// ```
/// assert_eq!(placemat::chars::ascii_up_to("na\u{EF}ve".as_bytes()), 2);
/// assert_eq!(placemat::chars::ascii_up_to(b"plain"), 5);
/// ```
#[must_use]
#[doc(alias = "ascii_valid_up_to")]
pub fn ascii_up_to(bytes: &[u8]) -> usize {
    const BLOCK: usize = 64;
    let (blocks, _) = bytes.as_chunks::<BLOCK>();
    let whole = blocks.iter().take_while(|block| block.is_ascii()).count() * BLOCK;
    whole + bytes[whole..].iter().take_while(|byte| byte.is_ascii()).count()
}
