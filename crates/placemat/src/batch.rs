//! Many short strings at once: columns of text, as Arrow and Parquet have them.
//!
//! To validate short strings one by one costs a call each. Here rows that lie one after another are validated
//! together, some 64 KiB of them at a time, and then it is looked at where each row begins. Both are needed:
//! the rows `"\xC3"` and `"\xA9"` make a valid text, and neither of them is one.
//!
//! | how rows are laid out | whose | function |
//! | --- | --- | --- |
//! | one buffer, and where each row begins | Arrow's `Utf8` and `LargeUtf8` | [`validate_offsets`] |
//! | one buffer, and the length of each row | Parquet's `DELTA_LENGTH_BYTE_ARRAY` | [`validate_lengths`] |
//! | one buffer, each row after its length | Parquet's `PLAIN` | [`validate_prefixed`] |
//! | views of 16 bytes, and buffers | Arrow's `Utf8View` | [`validate_views`] |
//!
//! Every row is validated: a caller that does not want to know of rows that are null leaves them out. The answer
//! is that of [`validate`](crate::validate) for each row, and an error is the one of the first row that has
//! one, whatever the backend. Linear time, no allocation, no panic.
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

/// Row `i` is `values[offsets[i]..offsets[i + 1]]`: one row less than there are offsets.
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
/// The first row that is not valid UTF-8 (RFC 3629, section 4), whose end comes before its beginning, or
/// that is not inside `values`.
#[inline]
pub fn validate_offsets<O: Offset>(offsets: &[O], values: &[u8]) -> Result<(), Error> {
    Batch::new().validate_offsets(offsets, values)
}

/// The rows lie one after another from the start of `values` on, with these lengths in bytes. How many bytes
/// they take: what follows is not validated.
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
/// The first row that is not valid UTF-8 (RFC 3629, section 4), whose length is negative, or that is not
/// inside `values`.
#[inline]
pub fn validate_lengths(lengths: &[i32], values: &[u8]) -> Result<usize, Error> {
    Batch::new().validate_lengths(lengths, values)
}

/// The rows lie one after another from the start of `data` on, `count` of them, each after its length in
/// bytes: four bytes, the lowest first. How many bytes they take: what follows is not validated.
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
/// The first row that is not valid UTF-8 (RFC 3629, section 4), or that is not inside `data`.
#[inline]
pub fn validate_prefixed(data: &[u8], count: usize) -> Result<usize, Error> {
    Batch::new().validate_prefixed(data, count)
}

/// Each row is a view: of a number, the lowest 32 bits are the length in bytes. Up to 12 bytes follow the
/// length; a longer row has its first four there, then the number of its buffer, then where it begins in it.
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
/// The first row that is not valid UTF-8 (RFC 3629, section 4), that is not inside a buffer, or whose
/// view is not as Arrow's format has it: what follows a short row is to be zeros, and the first four bytes of
/// a long one are to be those of the buffer.
#[inline]
pub fn validate_views<B: AsRef<[u8]>>(views: &[u128], buffers: &[B]) -> Result<(), Error> {
    Batch::new().validate_views(views, buffers)
}

/// Whether each offset is a place in `values` where a character begins, or their end; for bytes that are
/// known to be valid UTF-8. (Of others, `true` says only that no offset is at a continuation.)
///
/// Constant time for each offset; no panic.
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

/// The functions of this module, with one particular backend. (All backends give the same answers.)
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
    /// The backend that the process uses.
    #[must_use]
    pub const fn new() -> Self {
        Self { choice: BackendChoice::Dispatched }
    }

    /// One particular backend.
    #[must_use]
    pub const fn with_backend(self, backend: Handle) -> Self {
        Self { choice: BackendChoice::Named(backend) }
    }

    /// [`validate_offsets`].
    ///
    /// # Errors
    ///
    /// The same.
    pub fn validate_offsets<O: Offset>(self, offsets: &[O], values: &[u8]) -> Result<(), Error> {
        offset::validate(self.choice, offsets, values)
    }

    /// [`validate_lengths`].
    ///
    /// # Errors
    ///
    /// The same.
    pub fn validate_lengths(self, lengths: &[i32], values: &[u8]) -> Result<usize, Error> {
        lengths::validate(self.choice, lengths, values)
    }

    /// [`validate_prefixed`].
    ///
    /// # Errors
    ///
    /// The same.
    pub fn validate_prefixed(self, data: &[u8], count: usize) -> Result<usize, Error> {
        prefixed::validate(self.choice, data, count)
    }

    /// [`validate_views`].
    ///
    /// # Errors
    ///
    /// The same.
    pub fn validate_views<B: AsRef<[u8]>>(self, views: &[u128], buffers: &[B]) -> Result<(), Error> {
        views::validate(self.choice, views, buffers)
    }
}
