//! All invalid rows of a column, and validation, which is a search for the first one.

use core::{fmt, iter::FusedIterator};

use super::Error;
use crate::backend_choice::BackendChoice;

/// A column of rows. The trait is sealed.
pub trait Rows {
    /// The maximum number of rows that are validated together.
    #[doc(hidden)]
    const MOST: usize;

    /// Validates the rows from `row` on, up to `most` of them. Returns their number and whether all are valid;
    /// `None` at the end.
    #[doc(hidden)]
    fn group(&mut self, choice: BackendChoice, row: usize, most: usize) -> Option<(usize, bool)>;

    /// Validates one row. Rows are validated in order, each once; those of a valid group are done.
    #[doc(hidden)]
    fn one(&mut self, choice: BackendChoice, row: usize) -> Result<(), Error>;
}

/// The iterator over the errors of all invalid rows, in order; see [`invalid_offsets`](super::invalid_offsets).
#[derive(Clone)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct InvalidRows<R> {
    pub(super) rows: R,
    choice: BackendChoice,
    /// The first row that is not validated yet.
    row: usize,
    /// The end of the rows to validate one by one.
    until: usize,
    /// The maximum number of rows to validate together.
    most: usize,
}

/// A group of this size that has an invalid row is validated row by row; a larger one in smaller groups.
const SMALL: usize = 64;

impl<R: Rows> InvalidRows<R> {
    pub(super) fn new(choice: BackendChoice, rows: R) -> Self {
        Self { rows, choice, row: 0, until: 0, most: R::MOST }
    }

    /// Makes the invalid rows null: clears their bits in `validity`, a bitmap in Arrow's layout (row `i` is bit
    /// `i % 8` of byte `i / 8`; 1 means valid). Returns the number of cleared bits; rows that are null already do not
    /// count. With a bitmap of ones, the result marks exactly the valid rows.
    ///
    /// ```
    /// use placemat::batch::invalid_offsets;
    ///
    /// let mut validity = [0b101];
    /// assert_eq!(invalid_offsets(&[0, 1, 2, 3], b"a\xE9\xE9").nullify(&mut validity), Ok(1));
    /// assert_eq!(validity, [0b001], "row 1 was null before");
    /// ```
    ///
    /// # Errors
    ///
    /// The first row without a bit in `validity`, or with an error of the column itself, not of its text. Rows before
    /// it have been made null.
    pub fn nullify(self, validity: &mut [u8]) -> Result<usize, Error> {
        let mut cleared = 0;
        for error in self {
            let Error::Malformed { row, .. } = error else { return Err(error) };
            let byte = validity.get_mut(row / 8).ok_or(Error::Bitmap { row })?;
            let bit = 1 << (row % 8);
            cleared += usize::from(*byte & bit != 0);
            *byte &= !bit;
        }
        Ok(cleared)
    }

    #[cold]
    #[inline(never)]
    fn next_of_group(&mut self) -> Option<Error> {
        while self.row < self.until {
            let row = self.row;
            self.row += 1;
            if let Err(error) = self.rows.one(self.choice, row) {
                return Some(error);
            }
        }
        None
    }
}

impl<R: Rows> Iterator for InvalidRows<R> {
    type Item = Error;

    #[inline]
    fn next(&mut self) -> Option<Error> {
        loop {
            if self.row < self.until
                && let Some(error) = self.next_of_group()
            {
                return Some(error);
            }
            let (count, are_valid) = self.rows.group(self.choice, self.row, self.most)?;
            if are_valid {
                self.row += count;
                self.most = R::MOST.min(2 * self.most);
            } else if count > SMALL {
                self.most = SMALL.max(count / 8);
            } else {
                self.until = self.row + count;
                self.most = SMALL;
            }
        }
    }
}

impl<R: Rows> FusedIterator for InvalidRows<R> {}

/// Shows the number of rows that are done.
impl<R> fmt::Debug for InvalidRows<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InvalidRows").field("row", &self.row).finish_non_exhaustive()
    }
}
