//! Characters (RFC 3629, section 3), one at a time, of bytes that need not be valid.
//!
//! Bytes are a row of *items*: valid sequences, each of which is a character, and invalid ones,
//! which are the maximal subparts of the Unicode Standard (section 3.9). Where an item begins can be told
//! from the three bytes before a place (section 1 of the RFC: boundaries are found from anywhere), so
//! everything here works from both ends, and the functions on one place take constant time.
//!
//! | you have | you want | call |
//! | --- | --- | --- |
//! | bytes | the first or the last character | [`first`], [`last`] |
//! | bytes | all characters, and what is wrong | [`chars`], [`char_indices`] |
//! | bytes | all characters, with U+FFFD for what is wrong | [`chars_lossy`], [`char_indices_lossy`] |
//! | bytes and an offset | where an item begins | [`is_boundary`], [`floor_boundary`], [`ceil_boundary`] |
//! | text | how many characters | [`count`] |
//! | bytes | how far they are ASCII | [`is_ascii`], [`ascii_up_to`] |
//! | a number | the bytes that encode it | [`encode`] |
//! | the first byte of a sequence | how long it is | [`sequence_len`] |
//!
//! To validate a whole text, and to have it as a `str`, [`from_utf8`](crate::from_utf8) is many times faster
//! than a loop over its characters.

mod boundary;
mod encode;
mod item;
mod iter;

pub use boundary::{ceil_boundary, floor_boundary, is_boundary};
pub use encode::{EncodeError, encode, sequence_len};
pub use iter::{
    CharIndices, CharIndicesLossy, Chars, CharsLossy, char_indices, char_indices_lossy, chars, chars_lossy,
};

use crate::{Invalid, utf32};

/// How many characters `text` has, which is [`utf32::len`]. Linear time; no panic.
///
/// ```
/// assert_eq!(placemat::chars::count("caf\u{E9} \u{1F37D}"), 6);
/// ```
#[must_use]
#[inline]
#[doc(alias = "count_utf8", alias = "num_chars")]
pub fn count(text: &str) -> usize {
    utf32::len(text)
}

/// The first character of the bytes, or what is wrong there; `None` if there are none. The character takes
/// [`char::len_utf8`] bytes; what is invalid [`Invalid::len`].
///
/// Looks at the first four bytes only: constant time. Does not panic.
///
/// ```
/// use placemat::{ErrorKind, chars};
///
/// assert_eq!(chars::first(b"\xE2\x82\xAC 5"), Some(Ok('\u{20AC}')));
/// assert_eq!(chars::first(b""), None);
///
/// let error = chars::first(b"\xE2\x82 5").unwrap().unwrap_err();
/// assert_eq!((error.offset, error.len, error.kind), (0, 2, ErrorKind::MissingContinuation));
/// ```
#[must_use]
#[inline]
pub fn first(bytes: &[u8]) -> Option<Result<char, Invalid>> {
    chars(bytes).next()
}

/// The last character of the bytes, or what is wrong there; `None` if there are none. It begins where
/// forward iteration would begin its last item.
///
/// Looks at the last four bytes only: constant time. Does not panic.
///
/// ```
/// use placemat::{ErrorKind, chars};
///
/// assert_eq!(chars::last(b"5 \xE2\x82\xAC"), Some(Ok('\u{20AC}')));
///
/// let error = chars::last(b"5 \xE2\x82").unwrap().unwrap_err();
/// assert_eq!((error.offset, error.len, error.kind), (2, 2, ErrorKind::Truncated));
/// ```
#[must_use]
#[inline]
pub fn last(bytes: &[u8]) -> Option<Result<char, Invalid>> {
    chars(bytes).next_back()
}

/// Whether all of the bytes are ASCII, 00..7F: then they are UTF-8 as they stand (section 1). Linear time;
/// no panic.
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

/// How many bytes at the start are ASCII. Linear time in that number; no panic.
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
