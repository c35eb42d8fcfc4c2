//! All invalid rows of a column, and validation, which is a search for the first one.

use core::{fmt, iter::FusedIterator};

use super::RowError;
use crate::backend_choice::BackendChoice;

/// How the rows of a column lie in memory. The trait is sealed.
pub trait Layout: Rows {
    /// What [`validate`](super::Column::validate) returns for valid rows.
    type Extent;

    #[doc(hidden)]
    fn extent(&self) -> Self::Extent;
}

/// What a layout defines. Not exported, so that [`Layout`] is sealed.
pub trait Rows {
    /// The maximum number of rows that are validated together.
    const MOST: usize;

    /// Whether whatever is wrong with a null row concerns no other row.
    const ARE_APART: bool = false;

    /// Validates the rows from `row` on, up to `most` of them. Returns their number and whether all are valid;
    /// `None` at the end.
    fn group(&mut self, choice: BackendChoice, row: usize, most: usize) -> Option<(usize, bool)>;

    /// Validates one row. Rows are validated in order, each once; those of a valid group are done.
    fn validate_row(&mut self, choice: BackendChoice, row: usize) -> Result<(), RowError>;
}

/// The iterator over the errors of all invalid rows, in order; see [`Column::invalid`](super::Column::invalid).
#[derive(Clone)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct InvalidRows<'a, L> {
    pub(super) rows: L,
    choice: BackendChoice,
    validity: Option<&'a [u8]>,
    /// The first row that is not validated yet.
    row: usize,
    /// The end of the rows to validate one by one.
    until: usize,
    /// The maximum number of rows to validate together.
    most: usize,
}

/// A group of this size that has an invalid row is validated row by row; a larger one in smaller groups.
const SMALL: usize = 64;

impl<'a, L: Rows> InvalidRows<'a, L> {
    pub(super) fn new(choice: BackendChoice, validity: Option<&'a [u8]>, rows: L) -> Self {
        Self { rows, choice, validity, row: 0, until: 0, most: L::MOST }
    }

    #[cold]
    #[inline(never)]
    fn next_of_group(&mut self) -> Option<RowError> {
        while self.row < self.until {
            let row = self.row;
            self.row += 1;
            if let Err(error) = self.rows.validate_row(self.choice, row)
                && !(self.is_null(row) && (L::ARE_APART || matches!(error, RowError::Invalid { .. })))
            {
                return Some(error);
            }
        }
        None
    }

    fn is_null(&self, row: usize) -> bool {
        self.validity.and_then(|bits| bits.get(row / 8)).is_some_and(|bits| bits >> (row % 8) & 1 == 0)
    }
}

impl<L: Rows> Iterator for InvalidRows<'_, L> {
    type Item = RowError;

    #[inline]
    fn next(&mut self) -> Option<RowError> {
        loop {
            if self.row < self.until
                && let Some(error) = self.next_of_group()
            {
                return Some(error);
            }
            let (count, are_valid) = self.rows.group(self.choice, self.row, self.most)?;
            if are_valid {
                self.row += count;
                self.most = L::MOST.min(2 * self.most);
            } else if count > SMALL {
                self.most = SMALL.max(count / 8);
            } else {
                self.until = self.row + count;
                self.most = SMALL;
            }
        }
    }
}

impl<L: Rows> FusedIterator for InvalidRows<'_, L> {}

/// Shows the number of rows that are done.
impl<L> fmt::Debug for InvalidRows<'_, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InvalidRows").field("row", &self.row).finish_non_exhaustive()
    }
}
