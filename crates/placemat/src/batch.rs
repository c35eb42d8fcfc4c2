//! Validates columns of short strings, as in Arrow and Parquet, with few kernel calls.
//!
//! Validating short strings one by one costs one call each. A [`Column`] validates adjacent rows together, about
//! 64 KiB at a time, and then checks that each row begins at a character boundary. Both checks are needed: the rows
//! `"\xC3"` and `"\xA9"` together are valid text, but neither is valid on its own.
//!
//! | layout of the rows | format | column |
//! | --- | --- | --- |
//! | one buffer, and the offset of each row | Arrow's `Utf8` and `LargeUtf8` | [`Column::offsets`] |
//! | one buffer, and the length of each row | Parquet's `DELTA_LENGTH_BYTE_ARRAY` | [`Column::lengths`] |
//! | one buffer, each row preceded by its length | Parquet's `PLAIN` | [`Column::prefixed`] |
//! | 16-byte views, and buffers | Arrow's `Utf8View` and `BinaryView` | [`Column::views`] |
//!
//! Whatever the layout, a column can be validated ([`validate`](Column::validate)), it gives the errors of all its
//! invalid rows ([`invalid`](Column::invalid)) and makes these rows null ([`nullify`](Column::nullify)). With the feature
//! `alloc`, `repair` replaces invalid sequences by U+FFFD, on request as [another decoder](crate::Replacement) does.
//!
//! The result equals calling [`validate`](crate::validate) on each row, and the error is that of the first invalid row,
//! with every backend. Linear time, no allocation, no panic.
//!
//! ```
//! use placemat::batch::Column;
//!
//! assert_eq!(Column::offsets(&[0, 3, 3, 8], b"pipepan!").validate(), Ok(()));
//!
//! let (offsets, values) = ([0, 1, 2], b"\xC3\xA9");
//! let error = Column::offsets(&offsets, values).validate().unwrap_err();
//! assert_eq!(error.row(), 0);
//! assert_eq!(error.to_string(), "row 0: incomplete utf-8 byte sequence from index 0");
//!
//! // Where an API needs the standard library's error, let it find the error again, in this one row.
//! let row = &values[offsets[error.row()]..offsets[error.row() + 1]];
//! assert_eq!(core::str::from_utf8(row).unwrap_err().valid_up_to(), 0);
//! ```

mod error;
mod invalid;
mod lengths;
mod offsets;
mod prefixed;
#[cfg(feature = "alloc")]
mod repair;
mod rows;
mod views;

pub use error::RowError;
pub use invalid::{InvalidRows, Layout};
pub use lengths::Lengths;
pub use offsets::{Offset, Offsets};
pub use prefixed::Prefixed;
#[cfg(feature = "alloc")]
pub use repair::Repaired;
pub use views::{View, Views};

#[cfg(feature = "alloc")]
use crate::Replacement;
use crate::{backend::Handle, backend_choice::BackendChoice};

/// Rows of text in one of four layouts.
///
/// ```
/// use placemat::{backend, batch::Column};
///
/// let scalar = backend::by_name("scalar")?.get()?;
/// assert!(Column::offsets(&[0, 1], b"a").with_backend(scalar).validate().is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Column<'a, L> {
    layout: L,
    choice: BackendChoice,
    validity: Option<&'a [u8]>,
    #[cfg(feature = "alloc")]
    replacement: Replacement,
}

impl<'a, L: Layout> Column<'a, L> {
    const fn of(layout: L) -> Self {
        Self {
            layout,
            choice: BackendChoice::Dispatched,
            validity: None,
            #[cfg(feature = "alloc")]
            replacement: Replacement::MaximalSubpart,
        }
    }

    /// Uses `backend` instead of the active one.
    pub const fn with_backend(mut self, backend: Handle) -> Self {
        self.choice = BackendChoice::Named(backend);
        self
    }

    /// Leaves out the rows that `validity` marks as null. It is a bitmap in Arrow's layout: row `i` is bit `i % 8` of
    /// byte `i / 8`, and 1 means valid; rows without a bit are valid. The text of a null row may be anything, and so may
    /// its view. Its offsets or its length may not: the rows after it depend on them.
    ///
    /// ```
    /// use placemat::batch::Column;
    ///
    /// let column = Column::offsets(&[0, 1, 2], b"a\xFF");
    /// assert_eq!(column.validate().unwrap_err().row(), 1);
    /// assert_eq!(column.with_validity(&[0b01]).validate(), Ok(()));
    /// ```
    pub const fn with_validity(mut self, validity: &'a [u8]) -> Self {
        self.validity = Some(validity);
        self
    }

    /// Repairs with as many U+FFFD as `replacement` says.
    ///
    /// ```
    /// use placemat::{Replacement, batch::Column};
    ///
    /// let column = Column::offsets(&[0, 3, 4], b"\xED\xA0\x80\x80").with_replacement(Replacement::Java);
    /// let repaired = column.repair()?;
    /// assert_eq!((&*repaired.rows, &*repaired.values), (&[0, 3, 6][..], "\u{FFFD}\u{FFFD}".as_bytes()));
    /// # Ok::<(), placemat::batch::RowError>(())
    /// ```
    #[cfg(feature = "alloc")]
    pub const fn with_replacement(mut self, replacement: Replacement) -> Self {
        self.replacement = replacement;
        self
    }

    /// Validates every row. For rows that lie one after the other, [`Lengths`] and [`Prefixed`], returns where the last
    /// one ends, in bytes; what follows is not validated.
    ///
    /// # Errors
    ///
    /// The first row that is not valid UTF-8 (RFC 3629, section 4), is out of bounds, or violates its layout.
    #[inline]
    pub fn validate(self) -> Result<L::Extent, RowError> {
        let mut invalid = self.invalid();
        invalid.next().map_or(Ok(invalid.rows.extent()), Err)
    }

    /// Returns the errors of all invalid rows, in order. [`validate`](Self::validate) reports the first of them.
    ///
    /// Where few rows are invalid, this takes as long as validation: rows are validated together, and only around an
    /// invalid one in smaller groups. No allocation, no panic.
    ///
    /// ```
    /// use placemat::batch::Column;
    ///
    /// let mut invalid = Column::offsets(&[0, 1, 2, 4], b"\xE9a\xC3\xA9").invalid();
    /// assert_eq!(invalid.next().map(|error| error.row()), Some(0));
    /// assert_eq!(invalid.next(), None);
    /// ```
    #[inline]
    pub fn invalid(self) -> InvalidRows<'a, L> {
        InvalidRows::new(self.choice, self.validity, self.layout)
    }

    /// Makes the invalid rows null: clears their bits in `validity`, a bitmap as in
    /// [`with_validity`](Self::with_validity). Returns the number of cleared bits; rows that are null already do not
    /// count. With a bitmap of ones, the result marks exactly the valid rows.
    ///
    /// ```
    /// use placemat::batch::Column;
    ///
    /// let mut validity = [0b101];
    /// assert_eq!(Column::offsets(&[0, 1, 2, 3], b"a\xE9\xE9").nullify(&mut validity), Ok(1));
    /// assert_eq!(validity, [0b001], "row 1 was null before");
    /// ```
    ///
    /// # Errors
    ///
    /// The first row without a bit in `validity`, or with an error of the column itself, not of its text. Rows before
    /// it have been made null.
    pub fn nullify(self, validity: &mut [u8]) -> Result<usize, RowError> {
        let mut cleared = 0;
        for error in self.invalid() {
            let RowError::Invalid { row, .. } = error else { return Err(error) };
            let byte = validity.get_mut(row / 8).ok_or(RowError::Bitmap { row })?;
            let bit = 1 << (row % 8);
            cleared += usize::from(*byte & bit != 0);
            *byte &= !bit;
        }
        Ok(cleared)
    }
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
