//! Rows preceded by their lengths.
//!
//! A length whose four bytes are all ASCII can be validated as if it were text: no character spans it. A
//! segment of such rows, including the lengths, is therefore valid iff each row is, and row starts need no
//! check. This holds for all lengths below 128, and for half of the larger ones.

use placemat_core::Scan;

use super::rows::{SEGMENT, validate_row};
use super::{Column, Layout, RowError, invalid::Rows};
use crate::backend_choice::BackendChoice;

/// Bytes of a length prefix.
const LENGTH: usize = size_of::<u32>();

/// Rows preceded by their lengths; see [`Column::prefixed`].
#[derive(Clone, Copy, Debug)]
pub struct Prefixed<'a> {
    data: &'a [u8],
    count: usize,
    /// Where the first row that is not validated yet begins, with its length.
    start: usize,
}

impl<'a> Column<'a, Prefixed<'a>> {
    /// `count` rows that are adjacent in `data`, from its start, each preceded by its length in bytes as a 4-byte
    /// little-endian integer. A row that is out of bounds ends the column: no row after it has a place.
    ///
    /// ```
    /// use placemat::batch::{Column, RowError};
    ///
    /// assert_eq!(Column::prefixed(b"\x02\0\0\0ab\0\0\0\0...", 2).validate(), Ok(10));
    /// assert_eq!(Column::prefixed(b"\x02\0\0\0a", 1).validate(), Err(RowError::OutOfBounds { row: 0 }));
    /// ```
    pub const fn prefixed(data: &'a [u8], count: usize) -> Self {
        Self::of(Prefixed { data, count, start: 0 })
    }
}

impl Layout for Prefixed<'_> {
    type Extent = usize;

    #[inline]
    fn extent(&self) -> usize {
        self.start
    }
}

impl Rows for Prefixed<'_> {
    const MOST: usize = 65_536;

    #[inline]
    fn group(&mut self, choice: BackendChoice, row: usize, most: usize) -> Option<(usize, bool)> {
        let rest = self.count.checked_sub(row).filter(|rest| *rest > 0)?;
        let (rows, end) = self.segment(rest.min(most));
        if rows == 0 {
            // Its length is not ASCII, or it is out of bounds.
            let mut after = *self;
            let is_valid = after.validate_row(choice, row).is_ok();
            if is_valid {
                *self = after;
            }
            return Some((1, is_valid));
        }
        let are_valid = choice.scan(&self.data[self.start..end]) == Scan::Clean;
        if are_valid {
            self.start = end;
        }
        Some((rows, are_valid))
    }

    fn validate_row(&mut self, choice: BackendChoice, row: usize) -> Result<(), RowError> {
        let outside = self.data.len() + 1;
        let (length, start) = length(self.data, self.start).unwrap_or((&[0xFF; LENGTH], outside));
        self.start = start.saturating_add(number(length));
        if self.start > self.data.len() {
            self.count = row + 1;
        }
        validate_row(choice, row, start, self.start, self.data)
    }
}

impl Prefixed<'_> {
    /// The number of rows whose lengths are ASCII and that are in bounds, up to the row that fills a segment, and their
    /// end.
    #[inline]
    fn segment(&self, most: usize) -> (usize, usize) {
        let (mut rows, mut end) = (0, self.start);
        while rows < most && end - self.start < SEGMENT {
            let Some((length, after)) = length(self.data, end) else { break };
            if !length.is_ascii() || number(length) > self.data.len() - after {
                break;
            }
            (rows, end) = (rows + 1, after + number(length));
        }
        (rows, end)
    }
}

/// The length prefix at `at`, and the offset after it.
#[inline]
fn length(data: &[u8], at: usize) -> Option<(&[u8; LENGTH], usize)> {
    Some((data.get(at..)?.first_chunk()?, at + LENGTH))
}

/// The length as an index; out of bounds for every slice if it does not fit.
#[inline]
fn number(length: &[u8; LENGTH]) -> usize {
    usize::try_from(u32::from_le_bytes(*length)).unwrap_or(usize::MAX)
}
