//! Validates columns of short strings, as in Arrow and Parquet, with few kernel calls.
//!
//! Validating short strings one by one costs one call each. The functions here validate adjacent rows
//! together, about 64 KiB at a time, and then check that each row begins at a character boundary. Both checks
//! are needed: the rows `"\xC3"` and `"\xA9"` together are valid text, but neither is valid on its own.
//!
//! | layout of the rows | format | function |
//! | --- | --- | --- |
//! | one buffer, and the offset of each row | Arrow's `Utf8` and `LargeUtf8` | [`validate_offsets`] |
//! | one buffer, and the length of each row | Parquet's `DELTA_LENGTH_BYTE_ARRAY` | [`validate_lengths`] |
//! | one buffer, each row preceded by its length | Parquet's `PLAIN` | [`validate_prefixed`] |
//! | 16-byte views, and buffers | Arrow's `Utf8View` | [`validate_views`] |
//!
//! Every row is validated; leave out null rows that you do not want validated. The result equals calling
//! [`validate`](crate::validate) on each row, and the error is that of the first invalid row, with every
//! backend. Linear time, no allocation, no panic.
//!
//! ```
//! use placemat::batch::{Error, validate_offsets};
//!
//! assert_eq!(validate_offsets(&[0, 3, 3, 8], b"pipepan!"), Ok(()));
//!
//! let error = validate_offsets(&[0, 1, 2], b"\xC3\xA9").unwrap_err();
//! assert_eq!(error.row(), 0);
//! assert_eq!(error.to_string(), "row 0: incomplete utf-8 byte sequence from index 0");
//! ```

mod error;
mod lengths;
mod offset;
mod prefixed;
mod rows;
mod views;

pub use error::Error;
pub use offset::Offset;

use crate::{backend::Handle, backend_choice::BackendChoice};

/// Validates rows given by offsets: row `i` is `values[offsets[i]..offsets[i + 1]]`; `n + 1` offsets make `n` rows.
///
/// ```
/// use placemat::batch::{Error, validate_offsets};
///
/// assert_eq!(validate_offsets(&[2_i64, 4, 4], b"..ab.."), Ok(()));
/// assert_eq!(validate_offsets(&[0, 2, 1], b"ab"), Err(Error::NotAscending { row: 1 }));
/// assert_eq!(validate_offsets(&[0, 3], b"ab"), Err(Error::OutOfBounds { row: 0 }));
/// ```
///
/// # Errors
///
/// The first row that is not valid UTF-8 (RFC 3629, section 4), ends before it begins, or is out of bounds.
#[inline]
pub fn validate_offsets<O: Offset>(offsets: &[O], values: &[u8]) -> Result<(), Error> {
    Batch::new().validate_offsets(offsets, values)
}

/// Validates rows that are adjacent in `values`, from its start, with the given lengths in bytes. Returns the
/// total length in bytes; the bytes after it are not validated.
///
/// ```
/// use placemat::batch::{Error, validate_lengths};
///
/// assert_eq!(validate_lengths(&[1, 0, 2], b"abc..."), Ok(3));
/// assert_eq!(validate_lengths(&[1, -1], b"abc"), Err(Error::OutOfBounds { row: 1 }));
/// ```
///
/// # Errors
///
/// The first row that is not valid UTF-8 (RFC 3629, section 4), has a negative length, or is out of bounds.
#[inline]
pub fn validate_lengths(lengths: &[i32], values: &[u8]) -> Result<usize, Error> {
    Batch::new().validate_lengths(lengths, values)
}

/// Validates `count` rows that are adjacent in `data`, from its start, each preceded by its length in bytes as a
/// 4-byte little-endian integer. Returns the total length in bytes; the bytes after it are not validated.
///
/// ```
/// use placemat::batch::{Error, validate_prefixed};
///
/// assert_eq!(validate_prefixed(b"\x02\0\0\0ab\0\0\0\0...", 2), Ok(10));
/// assert_eq!(validate_prefixed(b"\x02\0\0\0a", 1), Err(Error::OutOfBounds { row: 0 }));
/// ```
///
/// # Errors
///
/// The first row that is not valid UTF-8 (RFC 3629, section 4) or is out of bounds.
#[inline]
pub fn validate_prefixed(data: &[u8], count: usize) -> Result<usize, Error> {
    Batch::new().validate_prefixed(data, count)
}

/// Validates rows given by views. The lowest 32 bits of a view are the length in bytes. Up to 12 bytes follow inline;
/// for a longer row its first four bytes, its buffer's index and its offset in the buffer follow, 32 bits each.
///
/// ```
/// use placemat::batch::{Error, validate_views};
///
/// let inline = u128::from_le_bytes(*b"\x05\0\0\0hello\0\0\0\0\0\0\0");
/// let viewed = u128::from_le_bytes(*b"\x0D\0\0\0more\0\0\0\0\x02\0\0\0");
/// let buffers: [&[u8]; 1] = [b"..more than 12."];
/// assert_eq!(validate_views(&[inline, viewed], &buffers), Ok(()));
/// assert_eq!(validate_views(&[inline, viewed + 1], &buffers), Err(Error::OutOfBounds { row: 1 }));
/// ```
///
/// # Errors
///
/// The first row that is not valid UTF-8 (RFC 3629, section 4), is out of bounds, or whose view violates
/// Arrow's format: a short row must be padded with zeros, and the prefix of a long one must equal its first
/// four bytes.
#[inline]
pub fn validate_views<B: AsRef<[u8]>>(views: &[u128], buffers: &[B]) -> Result<(), Error> {
    Batch::new().validate_views(views, buffers)
}

/// Returns whether each offset is a character boundary or the end of `values`, which must be valid UTF-8. (If
/// they are not, `true` only means that no offset points to a continuation byte or out of bounds.)
///
/// Constant time per offset; no panic.
///
/// ```
/// use placemat::batch::are_boundaries;
///
/// assert!(are_boundaries(&[0, 3, 3, 4], "\u{20AC}!".as_bytes()));
/// assert!(!are_boundaries(&[0, 1], "\u{20AC}!".as_bytes()), "inside of the first");
/// assert!(!are_boundaries(&[5], "\u{20AC}!".as_bytes()), "outside");
/// ```
#[must_use]
#[inline]
pub fn are_boundaries<O: Offset>(offsets: &[O], values: &[u8]) -> bool {
    rows::are_boundaries(offsets.iter().map(|offset| offset.index()), values)
}

/// The functions of this module with a specific backend. (All backends give the same results.)
///
/// ```
/// use placemat::{backend, batch::Batch};
///
/// let scalar = backend::by_name("scalar")?.get()?;
/// assert!(Batch::new().with_backend(scalar).validate_offsets(&[0, 1], b"a").is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Batch {
    choice: BackendChoice,
}

impl Batch {
    /// Uses the active backend.
    #[must_use]
    pub const fn new() -> Self {
        Self { choice: BackendChoice::Dispatched }
    }

    /// Uses `backend`.
    #[must_use]
    pub const fn with_backend(self, backend: Handle) -> Self {
        Self { choice: BackendChoice::Named(backend) }
    }

    /// Like [`validate_offsets`].
    ///
    /// # Errors
    ///
    /// Like [`validate_offsets`].
    pub fn validate_offsets<O: Offset>(self, offsets: &[O], values: &[u8]) -> Result<(), Error> {
        offset::validate(self.choice, offsets, values)
    }

    /// Like [`validate_lengths`].
    ///
    /// # Errors
    ///
    /// Like [`validate_lengths`].
    pub fn validate_lengths(self, lengths: &[i32], values: &[u8]) -> Result<usize, Error> {
        lengths::validate(self.choice, lengths, values)
    }

    /// Like [`validate_prefixed`].
    ///
    /// # Errors
    ///
    /// Like [`validate_prefixed`].
    pub fn validate_prefixed(self, data: &[u8], count: usize) -> Result<usize, Error> {
        prefixed::validate(self.choice, data, count)
    }

    /// Like [`validate_views`].
    ///
    /// # Errors
    ///
    /// Like [`validate_views`].
    pub fn validate_views<B: AsRef<[u8]>>(self, views: &[u128], buffers: &[B]) -> Result<(), Error> {
        views::validate(self.choice, views, buffers)
    }
}
