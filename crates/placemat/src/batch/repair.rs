//! Columns with U+FFFD in place of invalid sequences.

use alloc::{borrow::Cow, vec::Vec};

use super::{
    Error, Offset,
    invalid::{InvalidRows, Rows},
    lengths::Lengths,
    offset::Offsets,
    views::{Views, row_of, view_of},
};
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

/// What finds the errors, and how they are replaced.
pub(super) type How = (BackendChoice, Replacement);

/// Calls `invalid(row)` for each invalid row, in order. Returns their number.
fn for_each<R: Rows>(
    rows: InvalidRows<R>,
    mut invalid: impl FnMut(usize) -> Result<(), Error>,
) -> Result<usize, Error> {
    let mut replaced = 0;
    for error in rows {
        let Error::Malformed { row, .. } = error else { return Err(error) };
        invalid(row)?;
        replaced += 1;
    }
    Ok(replaced)
}

pub(super) fn offsets<'a, O: Offset>(
    how @ (choice, _): How,
    offsets: &'a [O],
    values: &'a [u8],
) -> Result<Repaired<'a, O>, Error> {
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
            ends.push(O::of(start.wrapping_add(offsets[row + 1].index())).ok_or(Error::TooLong { row })?);
        }
        column.copy(values, offsets[rows.end].index());
        Ok(())
    };
    let replaced = for_each(InvalidRows::new(choice, Offsets { offsets, values }), |row| {
        unchanged(&mut column, &mut ends, next..row)?;
        column.replace(how, values, offsets[row + 1].index());
        ends.push(O::of(column.bytes.len()).ok_or(Error::TooLong { row })?);
        next = row + 1;
        Ok(())
    })?;
    if replaced == 0 {
        return Ok(Repaired { rows: Cow::Borrowed(offsets), values: Cow::Borrowed(values), replaced });
    }
    unchanged(&mut column, &mut ends, next..offsets.len() - 1)?;
    Ok(Repaired { rows: Cow::Owned(ends), values: Cow::Owned(column.bytes), replaced })
}

pub(super) fn lengths<'a>(
    how @ (choice, _): How,
    lengths: &'a [i32],
    values: &'a [u8],
) -> Result<Repaired<'a, i32>, Error> {
    let mut column = Growing { bytes: Vec::new(), from: 0 };
    let (mut rows, mut start, mut next) = (Cow::Borrowed(lengths), 0, 0);
    // No length is negative: validation has found that out.
    let total = |rows: &[i32]| rows.iter().map(|length| length.unsigned_abs() as usize).sum::<usize>();
    let invalid = InvalidRows::new(choice, Lengths { lengths, values, start: 0 });
    let replaced = for_each(invalid, |row| {
        start += total(&lengths[next..row]);
        column.copy(values, start);
        start += total(&lengths[row..=row]);
        let len = column.replace(how, values, start);
        rows.to_mut()[row] = i32::try_from(len).map_err(|_| Error::TooLong { row })?;
        next = row + 1;
        Ok(())
    })?;
    if replaced == 0 {
        return Ok(Repaired { rows, values: Cow::Borrowed(values), replaced });
    }
    column.copy(values, start + total(&lengths[next..]));
    Ok(Repaired { rows, values: Cow::Owned(column.bytes), replaced })
}

pub(super) fn views<'a, B: AsRef<[u8]>>(
    (choice, replacement): How,
    views: &'a [u128],
    buffers: &'a [B],
) -> Result<Repaired<'a, u128>, Error> {
    let (mut rows, mut bytes) = (Cow::Borrowed(views), Vec::new());
    let replaced = for_each(InvalidRows::new(choice, Views { views, buffers }), |row| {
        let inline = views[row].to_le_bytes();
        let text = lossy::decode_with(choice, row_of(&inline, buffers), replacement);
        rows.to_mut()[row] =
            view_of(text.as_bytes(), buffers.len(), &mut bytes).ok_or(Error::TooLong { row })?;
        Ok(())
    })?;
    Ok(Repaired { rows, values: Cow::Owned(bytes), replaced })
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
