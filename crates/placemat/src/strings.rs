//! Validates bytes and borrows them as text.

use placemat_core::{Scan, Utf8Error, incomplete_tail, locate};

use crate::backend;

/// Converts bytes to a `&str` without copying, if they are valid UTF-8 (RFC 3629, section 4).
///
/// Takes time linear in the number of bytes up to the first error. Does not panic or allocate.
///
/// # Errors
///
/// The first error: its position, length and kind. All backends report the same error; `valid_up_to` and
/// `error_len` equal those of [`core::str::from_utf8`].
///
/// ```
/// assert_eq!(placemat::from_utf8(b"\xE2\x82\xAC 5"), Ok("\u{20AC} 5"));
/// assert_eq!(placemat::from_utf8(b"\xC0\xAF").unwrap_err().kind(), placemat::Utf8ErrorKind::Overlong);
/// ```
#[inline]
pub fn from_utf8(bytes: &[u8]) -> Result<&str, Utf8Error> {
    validate(bytes)?;
    // SAFETY: `validate` has just found `bytes` valid, using a backend of the registry, which is trusted.
    Ok(unsafe { core::str::from_utf8_unchecked(bytes) })
}

/// Converts bytes to a `&mut str` without copying, if they are valid UTF-8 (RFC 3629, section 4).
///
/// Otherwise like [`from_utf8`].
///
/// # Errors
///
/// The first error, like [`from_utf8`].
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
    // SAFETY: `validate` has just found `bytes` valid, using a backend of the registry, which is trusted; the
    // exclusive borrow prevents changes in between.
    Ok(unsafe { core::str::from_utf8_unchecked_mut(bytes) })
}

/// Validates that the bytes are UTF-8 (RFC 3629, section 4).
///
/// Takes time linear in the number of bytes up to the first error. Does not panic or allocate.
///
/// # Errors
///
/// The first error, like [`from_utf8`].
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

/// Returns whether the bytes are valid UTF-8 (RFC 3629, section 4).
///
/// The cheapest check: it does not locate the error. Linear time; does not panic or allocate.
///
/// ```
/// assert!(placemat::is_utf8("\u{1F37D}".as_bytes()));
/// assert!(!placemat::is_utf8(b"\xED\xA0\x80"), "surrogates are not UTF-8");
/// ```
#[must_use]
#[inline]
#[doc(alias = "validate_utf8")]
pub fn is_utf8(bytes: &[u8]) -> bool {
    // A registered backend has no false positives.
    matches!(backend::scan(bytes), Scan::Clean)
}

/// Splits off a sequence that the end of the buffer cuts off, so that a read loop can validate the first part
/// now and put the second, at most three bytes, before the bytes it reads next.
///
/// Only a sequence that can still become valid is split off; an invalid one stays in the first part, where
/// validation finds it. Looks only at the last three bytes: constant time, no panic.
///
/// Where you split does not affect whether the input is valid, but it can affect the reported error: if a
/// byte after the split interrupts the sequence before it (`C2`, then `C3`, which is split off), the first
/// part alone looks truncated. To report exact errors, validate the whole buffer, and resume from
/// `valid_up_to` if `error_len` is `None`.
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
