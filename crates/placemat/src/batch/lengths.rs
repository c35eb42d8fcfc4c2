//! Rows given by their lengths.
//!
//! A row begins at the sum of the lengths before it, a serial chain of additions. The lengths of a segment are
//! therefore summed twice: first in any order with vectors, which gives the end of the segment, and then one by
//! one, which gives the row starts to check.

use super::rows::{SEGMENT, are_valid, validate_row};
use super::{Column, Layout, RowError, invalid::Rows};
use crate::backend_choice::BackendChoice;

/// Rows whose lengths are summed with vectors at a time.
const PART: usize = 128;

/// Lengths below this limit are summed in 32 bits. Rows at or above it are validated one by one.
const SHORT: i32 = 1 << 20;
const _: () = assert!((SHORT as u64) * (PART as u64) < 1 << 32);

/// Rows given by their lengths; see [`Column::lengths`].
#[derive(Clone, Copy, Debug)]
pub struct Lengths<'a> {
    pub(super) lengths: &'a [i32],
    pub(super) values: &'a [u8],
    /// Where the first row that is not validated yet begins.
    start: usize,
}

impl<'a> Column<'a, Lengths<'a>> {
    /// Rows that are adjacent in `values`, from its start, with the given lengths in bytes. After a negative length or a
    /// row that is out of bounds, all others are out of bounds too.
    ///
    /// ```
    /// use placemat::batch::{Column, RowError};
    ///
    /// assert_eq!(Column::lengths(&[1, 0, 2], b"abc...").validate(), Ok(3));
    /// assert_eq!(Column::lengths(&[1, -1], b"abc").validate(), Err(RowError::OutOfBounds { row: 1 }));
    ///
    /// let mut validity = [0xFF];
    /// assert_eq!(Column::lengths(&[1, 0, 2], b"a\xC3(").nullify(&mut validity), Ok(1));
    /// assert_eq!(validity, [0b1111_1011]);
    /// ```
    pub const fn lengths(lengths: &'a [i32], values: &'a [u8]) -> Self {
        Self::of(Lengths { lengths, values, start: 0 })
    }
}

impl Layout for Lengths<'_> {
    type Extent = usize;

    #[inline]
    fn extent(&self) -> usize {
        self.start
    }
}

impl Rows for Lengths<'_> {
    const MOST: usize = 65_536;

    #[inline]
    fn group(&mut self, choice: BackendChoice, row: usize, most: usize) -> Option<(usize, bool)> {
        let rest = self.lengths.get(row..).filter(|rest| !rest.is_empty())?;
        let Segment { rows, bytes } = Segment::of(&rest[..most.min(rest.len())]);
        let end = self.start.saturating_add(bytes.unwrap_or(usize::MAX));
        let are_near = end.saturating_sub(self.start) < SEGMENT;
        let bounds = (self.start, self.start, end);
        let are_valid = are_valid(choice, self.values, bounds, starts(&rest[..rows]), are_near);
        if are_valid {
            self.start = end;
        }
        Some((rows, are_valid))
    }

    fn validate_row(&mut self, choice: BackendChoice, row: usize) -> Result<(), RowError> {
        // A negative length is out of bounds for every slice.
        let length = usize::try_from(self.lengths[row]).unwrap_or(usize::MAX);
        let start = self.start;
        self.start = start.saturating_add(length);
        validate_row(choice, row, start, self.start, self.values)
    }
}

/// A run of rows that are validated together.
struct Segment {
    rows: usize,
    /// Their total length in bytes, if each length is non-negative and below [`SHORT`].
    bytes: Option<usize>,
}

impl Segment {
    /// The segment at the start of `lengths`.
    #[inline]
    fn of(lengths: &[i32]) -> Self {
        let (mut rows, mut bytes) = (0, 0);
        for part in lengths.chunks(PART) {
            let (mut sum, mut bits) = (0_u32, 0);
            for length in part {
                sum = sum.wrapping_add(length.cast_unsigned());
                bits |= length;
            }
            if !(0..SHORT).contains(&bits) {
                return match rows {
                    0 => Self { rows: part.len(), bytes: None },
                    _ => Self { rows, bytes: Some(bytes) },
                };
            }
            let more = bytes + sum as usize;
            if rows > 0 && more >= SEGMENT {
                break;
            }
            rows += part.len();
            bytes = more;
        }
        Self { rows, bytes: Some(bytes) }
    }
}

/// The row starts, relative to the first row. No length may be negative.
#[inline]
fn starts(lengths: &[i32]) -> impl Iterator<Item = usize> + Clone {
    lengths.iter().scan(0_usize, |end, length| {
        let start = *end;
        *end = start.wrapping_add(length.cast_unsigned() as usize);
        Some(start)
    })
}
