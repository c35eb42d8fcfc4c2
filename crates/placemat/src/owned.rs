//! Converts bytes to owned text (feature `alloc`).

use alloc::{borrow::Cow, string::String, vec::Vec};
use core::{error::Error, fmt};

use placemat_core::{Scan, Utf8Error};

use crate::chunks::{in_place, lossy};
use crate::{Replacement, backend_choice::BackendChoice};

/// Converts bytes to text, with U+FFFD in place of each invalid sequence.
///
/// One replacement character stands for each *maximal subpart* (Unicode Standard, section 3.9), as in
/// WHATWG's decoder and [`String::from_utf8_lossy`], whose result this equals. Valid input is borrowed and
/// costs no more than [`validate`](crate::validate). Linear time; panics only if allocation fails.
/// ```
/// assert_eq!(placemat::from_utf8_lossy(b"caf\xC3\xA9"), "caf\u{e9}");
/// assert_eq!(placemat::from_utf8_lossy(b"caf\xE9!"), "caf\u{fffd}!");
/// assert_eq!(placemat::from_utf8_lossy(b"\xF0\x9F\x98|\xED\xA0\x80"), "\u{fffd}|\u{fffd}\u{fffd}\u{fffd}");
/// ```
#[must_use]
#[doc(alias = "to_str_lossy")]
pub fn from_utf8_lossy(bytes: &[u8]) -> Cow<'_, str> {
    lossy::decode(BackendChoice::Dispatched, bytes)
}

/// Converts bytes to text, like [`from_utf8_lossy`], with U+FFFD as `replacement` says: as many as another decoder
/// would produce.
///
/// Valid input is borrowed and costs no more than [`validate`](crate::validate). Linear time; panics only if allocation fails.
///
/// ```
/// use placemat::{Replacement, from_utf8_lossy_with};
///
/// assert_eq!(from_utf8_lossy_with(b"\xED\xA0\x80 \xC0\xAF", Replacement::Java), "\u{FFFD} \u{FFFD}\u{FFFD}");
/// assert_eq!(from_utf8_lossy_with(b"5 \xE2\x82", Replacement::PerByte), "5 \u{FFFD}\u{FFFD}");
/// ```
#[must_use]
pub fn from_utf8_lossy_with(bytes: &[u8], replacement: Replacement) -> Cow<'_, str> {
    lossy::decode_with(BackendChoice::Dispatched, bytes, replacement)
}

/// Converts bytes to text, with `substitute` in place of invalid bytes, as often as `replacement` says. Also returns how
/// often that was.
///
/// An empty substitute drops the invalid bytes, so that what was apart may become a word with a meaning (Unicode
/// Technical Report 36, section 3.5). Valid input is borrowed and costs no more than [`validate`](crate::validate).
/// Linear time; panics only if allocation fails.
///
/// ```
/// use placemat::{Replacement, replace_invalid};
///
/// assert_eq!(replace_invalid(b"caf\xE9 \xE2\x82", Replacement::default(), "?"), ("caf? ?".into(), 2));
/// assert_eq!(replace_invalid(b"caf\xE9 \xE2\x82", Replacement::PerByte, ""), ("caf ".into(), 3));
/// ```
#[must_use]
pub fn replace_invalid<'a>(
    bytes: &'a [u8], replacement: Replacement, substitute: &str,
) -> (Cow<'a, str>, usize) {
    lossy::replace_invalid(crate::chunks(bytes).with_replacement(replacement), substitute, false)
}

/// Converts bytes to text, with one `substitute` in place of each run of invalid bytes, however many sequences it
/// consists of. Also returns the number of runs.
///
/// Otherwise like [`replace_invalid`].
///
/// ```
/// assert_eq!(placemat::replace_invalid_runs(b"\xCF\xF0\xE8 \xFF", "\u{FFFD}"), ("\u{FFFD} \u{FFFD}".into(), 2));
/// ```
#[must_use]
pub fn replace_invalid_runs<'a>(bytes: &'a [u8], substitute: &str) -> (Cow<'a, str>, usize) {
    lossy::replace_invalid(crate::chunks(bytes), substitute, true)
}

/// Converts a vector to a `String` without copying, if its bytes are valid UTF-8 (RFC 3629, section 4).
///
/// Linear time; no allocation; no panic.
///
/// # Errors
///
/// The first error, together with the vector.
///
/// ```
/// assert_eq!(placemat::string_from_utf8(vec![0xE2, 0x82, 0xAC])?, "\u{20AC}");
///
/// let error = placemat::string_from_utf8(vec![b'x', 0xFF]).unwrap_err();
/// assert_eq!(error.utf8_error().valid_up_to(), 1);
/// assert_eq!(error.into_bytes(), [b'x', 0xFF]);
/// # Ok::<(), placemat::FromUtf8Error>(())
/// ```
pub fn string_from_utf8(bytes: Vec<u8>) -> Result<String, FromUtf8Error> {
    validated(BackendChoice::Dispatched, bytes)
}

#[inline]
pub(crate) fn validated(choice: BackendChoice, bytes: Vec<u8>) -> Result<String, FromUtf8Error> {
    match choice.validate(&bytes) {
        // SAFETY: a backend of the registry, which is trusted, has just found `bytes` valid.
        Ok(()) => Ok(unsafe { String::from_utf8_unchecked(bytes) }),
        Err(error) => Err(FromUtf8Error { bytes, error }),
    }
}

/// Converts a vector to a `String`, with U+FFFD in place of each invalid sequence, like [`from_utf8_lossy`].
///
/// Valid bytes are not copied, and where U+FFFD fits, it is written in place: sequences of three bytes are
/// overwritten, and a few shorter ones use the vector's spare capacity. Otherwise the text moves to one larger
/// allocation. Linear time; panics only if allocation fails.
///
/// ```
/// let bytes = b"caf\xF0\x9F\x98 au lait".to_vec();
/// let start = bytes.as_ptr();
/// let text = placemat::string_from_utf8_lossy(bytes);
/// assert_eq!(text, "caf\u{FFFD} au lait");
/// assert_eq!(text.as_ptr(), start, "the same allocation");
/// ```
#[must_use]
#[doc(alias = "from_utf8_lossy_owned")]
pub fn string_from_utf8_lossy(bytes: Vec<u8>) -> String {
    let choice = BackendChoice::Dispatched;
    let text = match choice.scan(&bytes) {
        Scan::Clean => bytes,
        Scan::Suspect { from } => in_place::replace_after(choice, bytes, from),
    };
    // SAFETY: a backend of the registry, which is trusted, has found what is invalid, and U+FFFD replaces it.
    unsafe { String::from_utf8_unchecked(text) }
}

/// The error of [`string_from_utf8`]: the vector and what is wrong with it.
///
/// ```
/// let error = placemat::string_from_utf8(vec![0xFF]).unwrap_err();
/// assert_eq!(error.as_bytes(), [0xFF]);
/// assert_eq!(error.to_string(), "invalid utf-8 sequence of 1 bytes from index 0: byte that never occurs in UTF-8");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FromUtf8Error {
    bytes: Vec<u8>,
    error: Utf8Error,
}

impl FromUtf8Error {
    /// The bytes that failed to validate.
    ///
    /// ```
    /// assert_eq!(placemat::string_from_utf8(vec![0xFF]).unwrap_err().as_bytes(), [0xFF]);
    /// ```
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the vector that failed to validate.
    ///
    /// ```
    /// assert_eq!(placemat::string_from_utf8(vec![0xFF]).unwrap_err().into_bytes(), vec![0xFF]);
    /// ```
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Converts the bytes to text, with U+FFFD in place of each invalid sequence, like [`string_from_utf8_lossy`].
    /// Does not validate the text before the first error again.
    ///
    /// ```
    /// let error = placemat::string_from_utf8(b"caf\xC3\xA9 cr\xE8me".to_vec()).unwrap_err();
    /// assert_eq!(error.into_utf8_lossy(), "caf\u{E9} cr\u{FFFD}me");
    /// ```
    #[must_use]
    pub fn into_utf8_lossy(self) -> String {
        let text = in_place::replace(BackendChoice::Dispatched, self.bytes, self.error.valid_up_to());
        // SAFETY: a backend of the registry, which is trusted, has found what is invalid, and U+FFFD replaces it.
        unsafe { String::from_utf8_unchecked(text) }
    }

    /// The first error in the bytes.
    ///
    /// ```
    /// let error = placemat::string_from_utf8(vec![0xFF]).unwrap_err();
    /// assert_eq!(error.utf8_error().kind(), placemat::Utf8ErrorKind::InvalidByte);
    /// ```
    #[must_use]
    pub fn utf8_error(&self) -> Utf8Error {
        self.error
    }
}

impl fmt::Display for FromUtf8Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

// No source: the message above is already that of `Utf8Error`, which `utf8_error` returns.
impl Error for FromUtf8Error {}
