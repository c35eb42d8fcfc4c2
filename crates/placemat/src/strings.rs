//! The verdict on bytes, and bytes as borrowed text.

use placemat_core::{Scan, Utf8Error, incomplete_tail, locate};

use crate::backend;

/// The bytes as text, without copying, if they are valid UTF-8 (RFC 3629, section 4).
///
/// Takes time linear in the number of bytes up to the first error. Does not panic, does not allocate.
///
/// # Errors
///
/// The first error: where, how long, of what kind. The same as every other backend's, and in `valid_up_to`
/// and `error_len` the same as [`core::str::from_utf8`]'s.
///
/// ```
/// assert_eq!(placemat::from_utf8(b"\xE2\x82\xAC 5"), Ok("\u{20AC} 5"));
/// assert_eq!(placemat::from_utf8(b"\xC0\xAF").unwrap_err().kind(), placemat::ErrorKind::Overlong);
/// ```
#[inline]
pub fn from_utf8(bytes: &[u8]) -> Result<&str, Utf8Error> {
    validate(bytes)?;
    // SAFETY: `validate` has just found `bytes` valid, by an entry of the registry, which is trusted.
    Ok(unsafe { core::str::from_utf8_unchecked(bytes) })
}

/// The bytes as mutable text, without copying, if they are valid UTF-8 (RFC 3629, section 4).
///
/// Otherwise as [`from_utf8`].
///
/// # Errors
///
/// The first error, as [`from_utf8`].
///
/// ```
/// let mut buffer = *b"gr\xC3\xBC\xC3\x9F";
/// let text = placemat::from_utf8_mut(&mut buffer)?;
/// text.make_ascii_uppercase();
/// assert_eq!(text, "GR\u{fc}\u{df}");
/// # Ok::<(), placemat::Utf8Error>(())
/// ```
#[inline]
pub fn from_utf8_mut(bytes: &mut [u8]) -> Result<&mut str, Utf8Error> {
    validate(bytes)?;
    // SAFETY: `validate` has just found `bytes` valid, by an entry of the registry, which is trusted;
    // the exclusive borrow keeps them as they are in between.
    Ok(unsafe { core::str::from_utf8_unchecked_mut(bytes) })
}

/// Whether the bytes are valid UTF-8 (RFC 3629, section 4), and if not, what is wrong first.
///
/// Takes time linear in the number of bytes up to the first error. Does not panic, does not allocate.
///
/// # Errors
///
/// The first error, as [`from_utf8`].
///
/// ```
/// assert_eq!(placemat::validate(b"plain"), Ok(()));
/// let error = placemat::validate(b"cut off: \xF0\x9F\x98").unwrap_err();
/// assert_eq!((error.valid_up_to(), error.error_len()), (9, None));
/// ```
#[inline]
#[doc(alias = "validate_utf8_with_errors", alias = "utf8_valid_up_to")]
pub fn validate(bytes: &[u8]) -> Result<(), Utf8Error> {
    match backend::scan(bytes) {
        Scan::Clean => Ok(()),
        Scan::Suspect { from } => locate(bytes, from),
    }
}

/// Whether the bytes are valid UTF-8 (RFC 3629, section 4).
///
/// The cheapest question: on bad input it does not look for the exact position. Linear time; does not panic,
/// does not allocate.
///
/// ```
/// assert!(placemat::is_utf8("\u{1F37D}".as_bytes()));
/// assert!(!placemat::is_utf8(b"\xED\xA0\x80"), "surrogates are not UTF-8");
/// ```
#[must_use]
#[inline]
#[doc(alias = "validate_utf8")]
pub fn is_utf8(bytes: &[u8]) -> bool {
    // A registered backend raises no false alarm.
    matches!(backend::scan(bytes), Scan::Clean)
}

/// Splits a buffer before a sequence that its end cuts off, so that a read loop can validate the first part now,
/// and put the second, at most three bytes, before what it reads next.
///
/// Only a sequence that can still become valid is split off; one that is already invalid stays in
/// the first part, where validating it finds the error. Looks at the last three bytes only: constant time, no
/// panic.
///
/// Whether the input is valid never depends on where it was split, but the error can: if the bytes
/// after the split are what breaks a sequence off (`C2`, then `C3` which is split off), the first part alone
/// looks truncated. A reader that reports exact errors validates the whole buffer, and goes on from
/// `valid_up_to` where `error_len` is `None`.
///
/// ```
/// use std::io::Read;
///
/// fn is_utf8(mut input: impl Read) -> std::io::Result<bool> {
///     let mut buffer = [0; 1 << 16];
///     let mut carried = 0;
///     loop {
///         let read = input.read(&mut buffer[carried..])?;
///         if read == 0 {
///             return Ok(carried == 0);
///         }
///         let filled = carried + read;
///         let (whole, rest) = placemat::split_incomplete(&buffer[..filled]);
///         if !placemat::is_utf8(whole) {
///             return Ok(false);
///         }
///         carried = rest.len();
///         buffer.copy_within(filled - carried..filled, 0);
///     }
/// }
///
/// assert!(is_utf8("\u{20AC}".as_bytes())?);
/// assert!(!is_utf8(&b"\xE2\x82"[..])?);
/// # Ok::<(), std::io::Error>(())
/// ```
#[must_use]
#[inline]
#[doc(alias = "trim_partial_utf8")]
pub fn split_incomplete(bytes: &[u8]) -> (&[u8], &[u8]) {
    bytes.split_at(bytes.len() - incomplete_tail(bytes))
}
