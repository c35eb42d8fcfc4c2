//! Columns with U+FFFD in place of invalid sequences.

use alloc::{borrow::Cow, vec::Vec};

use super::invalid::{InvalidRows, Rows};
use super::views::{row_of, view_of};
use super::{Column, Lengths, Offset, Offsets, RowError, View, Views};
use crate::{Replacement, backend_choice::BackendChoice, chunks::lossy};

/// A column in which every row is valid; borrowed if every row was.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Repaired<'a, R: Clone> {
    /// The offsets, which begin with 0 if they are new; the lengths; or the views.
    pub rows: Cow<'a, [R]>,
    /// The bytes of all rows. For views, the additional buffer with the repaired rows of more than 12 bytes, which
    /// follows the other buffers; if it is empty, no view needs it.
    pub values: Cow<'a, [u8]>,
    /// The number of rows that were invalid.
    pub replaced: usize,
}

impl<'a, O: Offset> Column<'a, Offsets<'a, O>> {
    /// Replaces each invalid sequence of each row by U+FFFD, like [`from_utf8_lossy`](crate::from_utf8_lossy) row by
    /// row, also in null rows. Borrows the column if every row is valid.
    ///
    /// ```
    /// use placemat::batch::Column;
    ///
    /// let column = Column::offsets(&[0, 1, 3], b"\xE9ab").repair()?;
    /// assert_eq!((&*column.rows, &*column.values), (&[0, 3, 5][..], "\u{FFFD}ab".as_bytes()));
    /// # Ok::<(), placemat::batch::RowError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The first row that ends before it begins or is out of bounds, or whose new end does not fit an `O`.
    pub fn repair(self) -> Result<Repaired<'a, O>, RowError> {
        let Offsets { offsets, values } = self.layout;
        let mut column = Growing { bytes: Vec::new(), from: 0 };
        let (mut ends, mut next) = (Vec::new(), 0);
        // Appends the valid rows before `row`.
        let unchanged = |column: &mut Growing, ends: &mut Vec<O>, rows: core::ops::Range<usize>| {
            if rows.start == 0 {
                column.from = offsets[0].index();
                ends.reserve_exact(offsets.len());
                ends.extend(O::of(0));
            }
            let start = column.bytes.len().wrapping_sub(column.from);
            for row in rows.clone() {
                let end = start.wrapping_add(offsets[row + 1].index());
                ends.push(O::of(end).ok_or(RowError::TooLong { row })?);
            }
            column.copy(values, offsets[rows.end].index());
            Ok(())
        };
        let replaced = self.for_each_invalid(|row| {
            unchanged(&mut column, &mut ends, next..row)?;
            column.replace(self.how(), values, offsets[row + 1].index());
            ends.push(O::of(column.bytes.len()).ok_or(RowError::TooLong { row })?);
            next = row + 1;
            Ok(())
        })?;
        if replaced == 0 {
            return Ok(Repaired { rows: Cow::Borrowed(offsets), values: Cow::Borrowed(values), replaced });
        }
        unchanged(&mut column, &mut ends, next..offsets.len() - 1)?;
        Ok(Repaired { rows: Cow::Owned(ends), values: Cow::Owned(column.bytes), replaced })
    }
}

impl<'a> Column<'a, Lengths<'a>> {
    /// Replaces as for rows given by offsets.
    ///
    /// ```
    /// use placemat::batch::Column;
    ///
    /// let column = Column::lengths(&[1, 2], b"\xE9ab").repair()?;
    /// assert_eq!((&*column.rows, &*column.values), (&[3, 2][..], "\u{FFFD}ab".as_bytes()));
    /// # Ok::<(), placemat::batch::RowError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The first row that has a negative length or is out of bounds, or whose new length does not fit.
    pub fn repair(self) -> Result<Repaired<'a, i32>, RowError> {
        let Lengths { lengths, values, .. } = self.layout;
        let mut column = Growing { bytes: Vec::new(), from: 0 };
        let (mut rows, mut start, mut next) = (Cow::Borrowed(lengths), 0, 0);
        // No length is negative: validation has found that out.
        let total = |rows: &[i32]| rows.iter().map(|length| length.unsigned_abs() as usize).sum::<usize>();
        let replaced = self.for_each_invalid(|row| {
            start += total(&lengths[next..row]);
            column.copy(values, start);
            start += total(&lengths[row..=row]);
            let len = column.replace(self.how(), values, start);
            rows.to_mut()[row] = i32::try_from(len).map_err(|_| RowError::TooLong { row })?;
            next = row + 1;
            Ok(())
        })?;
        if replaced == 0 {
            return Ok(Repaired { rows, values: Cow::Borrowed(values), replaced });
        }
        column.copy(values, start + total(&lengths[next..]));
        Ok(Repaired { rows, values: Cow::Owned(column.bytes), replaced })
    }
}

impl<'a, V: View, B: AsRef<[u8]>> Column<'a, Views<'a, V, B>> {
    /// Replaces as for rows given by offsets. Repaired rows of more than 12 bytes are in one new buffer, which follows
    /// the others.
    ///
    /// ```
    /// use placemat::batch::Column;
    ///
    /// let views = [*b"\x01\0\0\0\xE9\0\0\0\0\0\0\0\0\0\0\0"];
    /// let column = Column::views(&views, &[""]).repair()?;
    /// assert_eq!(column.rows[0], *b"\x03\0\0\0\xEF\xBF\xBD\0\0\0\0\0\0\0\0\0");
    /// # Ok::<(), placemat::batch::RowError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The first row that is out of bounds or whose view violates Arrow's format, or if the new buffer would be too long.
    pub fn repair(self) -> Result<Repaired<'a, V>, RowError> {
        let Views { views, buffers, .. } = self.layout;
        let (mut rows, mut bytes) = (Cow::Borrowed(views), Vec::new());
        let replaced = self.for_each_invalid(|row| {
            let inline = views[row].to_bytes();
            let text = lossy::decode_with(self.choice, row_of(&inline, buffers), self.replacement);
            rows.to_mut()[row] =
                view_of(text.as_bytes(), buffers.len(), &mut bytes).ok_or(RowError::TooLong { row })?;
            Ok(())
        })?;
        Ok(Repaired { rows, values: Cow::Owned(bytes), replaced })
    }
}

/// What finds the errors, and how they are replaced.
type How = (BackendChoice, Replacement);

impl<L: Rows + Copy> Column<'_, L> {
    fn how(&self) -> How {
        (self.choice, self.replacement)
    }

    /// Calls `invalid(row)` for each invalid row, in order. Returns their number.
    fn for_each_invalid(
        &self, mut invalid: impl FnMut(usize) -> Result<(), RowError>,
    ) -> Result<usize, RowError> {
        let mut replaced = 0;
        for error in InvalidRows::new(self.choice, None, self.layout) {
            let RowError::Invalid { row, .. } = error else { return Err(error) };
            invalid(row)?;
            replaced += 1;
        }
        Ok(replaced)
    }
}

/// The bytes of a column that is copied and repaired from its start.
struct Growing {
    bytes: Vec<u8>,
    /// How much of the old values is done.
    from: usize,
}

impl Growing {
    /// Copies the old values up to `end`.
    fn copy(&mut self, values: &[u8], end: usize) {
        if self.bytes.capacity() == 0 {
            self.bytes.reserve(values.len() + values.len() / 64);
        }
        self.bytes.extend_from_slice(&values[self.from..end]);
        self.from = end;
    }

    /// Repairs the old row that ends at `end`. Returns its new length.
    fn replace(&mut self, (choice, replacement): How, values: &[u8], end: usize) -> usize {
        let text = lossy::decode_with(choice, &values[self.from..end], replacement);
        self.bytes.extend_from_slice(text.as_bytes());
        self.from = end;
        text.len()
    }
}
