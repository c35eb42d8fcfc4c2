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
//! For the errors of all invalid rows, not only the first, there are [`invalid_offsets`], [`invalid_lengths`] and
//! [`invalid_views`]; [`InvalidRows::nullify`] makes these rows null in a validity bitmap. With the feature `alloc`,
//! `repair_offsets`, `repair_lengths` and `repair_views` replace invalid sequences by U+FFFD, on request as
//! [another decoder](crate::Replacement) does.
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
mod invalid;
mod lengths;
mod offset;
mod prefixed;
#[cfg(feature = "alloc")]
mod repair;
mod rows;
mod views;

pub use error::Error;
pub use invalid::{InvalidRows, Rows};
pub use offset::Offset;
#[cfg(feature = "alloc")]
pub use repair::Repaired;

#[cfg(feature = "alloc")]
use crate::Replacement;
use crate::{backend::Handle, backend_choice::BackendChoice};
use lengths::Lengths;
use offset::Offsets;
use views::Views;

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

/// Returns the errors of all invalid rows, in order. [`validate_offsets`] reports the first of them.
///
/// Where few rows are invalid, this takes as long as validation: rows are validated together, and only around an
/// invalid one in smaller groups. No allocation, no panic.
///
/// ```
/// use placemat::batch::{Error, invalid_offsets};
///
/// let mut invalid = invalid_offsets(&[0, 1, 2, 4], b"\xE9a\xC3\xA9");
/// assert_eq!(invalid.next().map(|error| error.row()), Some(0));
/// assert_eq!(invalid.next(), None);
/// ```
#[inline]
pub fn invalid_offsets<'a, O: Offset>(
    offsets: &'a [O],
    values: &'a [u8],
) -> InvalidRows<impl Rows + Clone + use<'a, O>> {
    Batch::new().invalid_offsets(offsets, values)
}

/// Returns the errors of all invalid rows, in order. [`validate_lengths`] reports the first of them. After a negative
/// length or a row that is out of bounds, all others are out of bounds too.
///
/// ```
/// use placemat::batch::invalid_lengths;
///
/// let mut validity = [0xFF];
/// assert_eq!(invalid_lengths(&[1, 0, 2], b"a\xC3(").nullify(&mut validity), Ok(1));
/// assert_eq!(validity, [0b1111_1011]);
/// ```
#[inline]
pub fn invalid_lengths<'a>(lengths: &'a [i32], values: &'a [u8]) -> InvalidRows<impl Rows + Clone + use<'a>> {
    Batch::new().invalid_lengths(lengths, values)
}

/// Returns the errors of all invalid rows, in order. [`validate_views`] reports the first of them.
///
/// ```
/// use placemat::batch::invalid_views;
///
/// let views = [*b"\x01\0\0\0a\0\0\0\0\0\0\0\0\0\0\0", *b"\x01\0\0\0\xE9\0\0\0\0\0\0\0\0\0\0\0"];
/// let views = views.map(u128::from_le_bytes);
/// assert_eq!(invalid_views::<&[u8]>(&views, &[]).map(|error| error.row()).collect::<Vec<_>>(), [1]);
/// ```
#[inline]
pub fn invalid_views<'a, B: AsRef<[u8]>>(
    views: &'a [u128],
    buffers: &'a [B],
) -> InvalidRows<impl Rows + use<'a, B>> {
    Batch::new().invalid_views(views, buffers)
}

/// Replaces each invalid sequence of each row by U+FFFD, like [`from_utf8_lossy`](crate::from_utf8_lossy) row by
/// row. Borrows the column if every row is valid.
///
/// ```
/// use placemat::batch::repair_offsets;
///
/// let column = repair_offsets(&[0, 1, 3], b"\xE9ab")?;
/// assert_eq!((&*column.rows, &*column.values), (&[0, 3, 5][..], "\u{FFFD}ab".as_bytes()));
/// # Ok::<(), placemat::batch::Error>(())
/// ```
///
/// # Errors
///
/// The first row that ends before it begins or is out of bounds, or whose new end does not fit an `O`.
#[cfg(feature = "alloc")]
pub fn repair_offsets<'a, O: Offset>(offsets: &'a [O], values: &'a [u8]) -> Result<Repaired<'a, O>, Error> {
    Batch::new().repair_offsets(offsets, values)
}

/// Like [`repair_offsets`], for rows given by lengths.
///
/// ```
/// use placemat::batch::repair_lengths;
///
/// let column = repair_lengths(&[1, 2], b"\xE9ab")?;
/// assert_eq!((&*column.rows, &*column.values), (&[3, 2][..], "\u{FFFD}ab".as_bytes()));
/// # Ok::<(), placemat::batch::Error>(())
/// ```
///
/// # Errors
///
/// The first row that has a negative length or is out of bounds, or whose new length does not fit.
#[cfg(feature = "alloc")]
pub fn repair_lengths<'a>(lengths: &'a [i32], values: &'a [u8]) -> Result<Repaired<'a, i32>, Error> {
    Batch::new().repair_lengths(lengths, values)
}

/// Like [`repair_offsets`], for rows given by views. Repaired rows of more than 12 bytes are in one new buffer, which
/// follows the others.
///
/// ```
/// use placemat::batch::repair_views;
///
/// let views = [u128::from_le_bytes(*b"\x01\0\0\0\xE9\0\0\0\0\0\0\0\0\0\0\0")];
/// let column = repair_views::<&[u8]>(&views, &[])?;
/// assert_eq!(column.rows[0].to_le_bytes(), *b"\x03\0\0\0\xEF\xBF\xBD\0\0\0\0\0\0\0\0\0");
/// # Ok::<(), placemat::batch::Error>(())
/// ```
///
/// # Errors
///
/// The first row that is out of bounds or whose view violates Arrow's format, or if the new buffer would be too long.
#[cfg(feature = "alloc")]
pub fn repair_views<'a, B: AsRef<[u8]>>(
    views: &'a [u128],
    buffers: &'a [B],
) -> Result<Repaired<'a, u128>, Error> {
    Batch::new().repair_views(views, buffers)
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
    #[cfg(feature = "alloc")]
    replacement: Replacement,
}

impl Batch {
    /// Uses the active backend.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            choice: BackendChoice::Dispatched,
            #[cfg(feature = "alloc")]
            replacement: Replacement::MaximalSubpart,
        }
    }

    /// Uses `backend`.
    #[must_use]
    pub const fn with_backend(mut self, backend: Handle) -> Self {
        self.choice = BackendChoice::Named(backend);
        self
    }

    /// Repairs with as many U+FFFD as `replacement` says.
    ///
    /// ```
    /// use placemat::{Replacement, batch::Batch};
    ///
    /// let batch = Batch::new().with_replacement(Replacement::Java);
    /// let column = batch.repair_offsets(&[0, 3, 4], b"\xED\xA0\x80\x80")?;
    /// assert_eq!((&*column.rows, &*column.values), (&[0, 3, 6][..], "\u{FFFD}\u{FFFD}".as_bytes()));
    /// # Ok::<(), placemat::batch::Error>(())
    /// ```
    #[cfg(feature = "alloc")]
    #[must_use]
    pub const fn with_replacement(mut self, replacement: Replacement) -> Self {
        self.replacement = replacement;
        self
    }

    /// Like [`validate_offsets`].
    ///
    /// # Errors
    ///
    /// Like [`validate_offsets`].
    pub fn validate_offsets<O: Offset>(self, offsets: &[O], values: &[u8]) -> Result<(), Error> {
        self.invalid_offsets(offsets, values).next().map_or(Ok(()), Err)
    }

    /// Like [`validate_lengths`].
    ///
    /// # Errors
    ///
    /// Like [`validate_lengths`].
    pub fn validate_lengths(self, lengths: &[i32], values: &[u8]) -> Result<usize, Error> {
        let mut invalid = InvalidRows::new(self.choice, Lengths { lengths, values, start: 0 });
        invalid.next().map_or(Ok(invalid.rows.start), Err)
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
        self.invalid_views(views, buffers).next().map_or(Ok(()), Err)
    }

    /// Like [`invalid_offsets`].
    pub fn invalid_offsets<'a, O: Offset>(
        self,
        offsets: &'a [O],
        values: &'a [u8],
    ) -> InvalidRows<impl Rows + Clone + use<'a, O>> {
        InvalidRows::new(self.choice, Offsets { offsets, values })
    }

    /// Like [`invalid_lengths`].
    pub fn invalid_lengths<'a>(
        self,
        lengths: &'a [i32],
        values: &'a [u8],
    ) -> InvalidRows<impl Rows + Clone + use<'a>> {
        InvalidRows::new(self.choice, Lengths { lengths, values, start: 0 })
    }

    /// Like [`invalid_views`].
    pub fn invalid_views<'a, B: AsRef<[u8]>>(
        self,
        views: &'a [u128],
        buffers: &'a [B],
    ) -> InvalidRows<impl Rows + use<'a, B>> {
        InvalidRows::new(self.choice, Views { views, buffers })
    }

    /// Like [`repair_offsets`].
    ///
    /// # Errors
    ///
    /// Like [`repair_offsets`].
    #[cfg(feature = "alloc")]
    pub fn repair_offsets<'a, O: Offset>(
        self,
        offsets: &'a [O],
        values: &'a [u8],
    ) -> Result<Repaired<'a, O>, Error> {
        repair::offsets((self.choice, self.replacement), offsets, values)
    }

    /// Like [`repair_lengths`].
    ///
    /// # Errors
    ///
    /// Like [`repair_lengths`].
    #[cfg(feature = "alloc")]
    pub fn repair_lengths<'a>(
        self,
        lengths: &'a [i32],
        values: &'a [u8],
    ) -> Result<Repaired<'a, i32>, Error> {
        repair::lengths((self.choice, self.replacement), lengths, values)
    }

    /// Like [`repair_views`].
    ///
    /// # Errors
    ///
    /// Like [`repair_views`].
    #[cfg(feature = "alloc")]
    pub fn repair_views<'a, B: AsRef<[u8]>>(
        self,
        views: &'a [u128],
        buffers: &'a [B],
    ) -> Result<Repaired<'a, u128>, Error> {
        repair::views((self.choice, self.replacement), views, buffers)
    }
}
