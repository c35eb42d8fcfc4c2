//! Columns of short strings, in every layout. The models validate each row separately, with the standard library;
//! only the kinds of errors come from the grammar. They locate rows, but never look at the concatenation of rows.

use placemat::batch::{self, RowError, are_boundaries};
use placemat_conformance::{contract::Fault, reference};

use crate::{cut, for_each_backend};

/// The maximum number of bytes in the rows before those of the input.
const MOST: usize = 40 * 1024;

/// The input: the number and length of ASCII rows at the start, which move the others to where rows are divided; the
/// index of a number in the layout, and the bit to flip in it; and the rows.
///
/// # Panics
///
/// If a result is wrong.
pub fn batch(data: &[u8]) {
    let Some(([count, len, number, bit], data)) = data.split_first_chunk() else { return };
    let Some((&lengths, data)) = data.split_first() else { return };
    let Some((lengths, text)) = data.split_at_checked(usize::from(lengths % 24)) else { return };
    let rows = cut(text, lengths);
    let count = 4 * usize::from(*count);
    let before = vec![b'a'; usize::from(*len).min(MOST / (count + 1))];
    let mut column = Column::of(std::iter::repeat_n(&before[..], count).chain(rows));
    if *bit < 128 {
        column.turn(usize::from(*number), u32::from(*bit));
    }
    column.check();
}

/// The error of a row.
#[derive(Debug, PartialEq, Eq)]
enum Wrong {
    Malformed(Fault),
    NotAscending,
    OutOfBounds,
    Padding,
    Prefix,
}

/// A result, or the first row with an error, and its error.
type Answer<T> = Result<T, (usize, Wrong)>;

/// Rows in every layout, in exact allocations.
struct Column {
    offsets: Vec<i64>,
    lengths: Vec<i32>,
    values: Box<[u8]>,
    prefixed: Box<[u8]>,
    views: Vec<u128>,
    buffers: [Box<[u8]>; 2],
}

impl Column {
    fn of<'a>(rows: impl Iterator<Item = &'a [u8]>) -> Self {
        let (mut offsets, mut lengths, mut views) = (vec![0], Vec::new(), Vec::new());
        let (mut values, mut prefixed, mut buffers) = (Vec::new(), Vec::new(), [Vec::new(), Vec::new()]);
        for row in rows {
            let len = u32::try_from(row.len()).expect("rows are short");
            values.extend(row);
            offsets.push(values.len() as i64);
            lengths.push(len as i32);
            prefixed.extend(len.to_le_bytes());
            prefixed.extend(row);
            let mut view = [0; 16];
            view[..4].copy_from_slice(&len.to_le_bytes());
            if row.len() <= 12 {
                view[4..4 + row.len()].copy_from_slice(row);
            } else {
                // The input thus determines which rows are adjacent in a buffer.
                let which = usize::from(row[0] % 2 == 0);
                view[4..8].copy_from_slice(&row[..4]);
                view[8..12].copy_from_slice(&(which as u32).to_le_bytes());
                view[12..].copy_from_slice(&(buffers[which].len() as u32).to_le_bytes());
                buffers[which].extend(row);
            }
            views.push(u128::from_le_bytes(view));
        }
        let (values, prefixed) = (values.into(), prefixed.into());
        Self { offsets, lengths, values, prefixed, views, buffers: buffers.map(Into::into) }
    }

    /// Flips a bit of a number in each layout, with the index counted from the end, where the relevant rows are.
    fn turn(&mut self, number: usize, bit: u32) {
        fn at<T>(numbers: &mut [T], number: usize) -> &mut T {
            let len = numbers.len();
            &mut numbers[len - 1 - number % len]
        }
        *at(&mut self.offsets, number) ^= 1 << (bit % 64);
        *at(&mut self.lengths, number) ^= 1 << (bit % 32);
        *at(&mut self.views, number) ^= 1 << bit;
        *at(&mut self.prefixed, number) ^= 1 << (bit % 8);
    }

    /// Compares every backend with the models.
    fn check(&self) {
        let offsets = self.by_offsets();
        let lengths = self.by_lengths();
        let prefixed = self.by_prefixed();
        let views = self.by_views();
        for_each_backend(|name, handle| {
            let found = batch::Column::offsets(&self.offsets, &self.values).with_backend(handle).validate();
            assert_eq!(answer(found), offsets, "{name}, offsets {:?}", self.offsets);
            let found = batch::Column::lengths(&self.lengths, &self.values).with_backend(handle).validate();
            assert_eq!(answer(found), lengths, "{name}, lengths {:?}", self.lengths);
            let found =
                batch::Column::prefixed(&self.prefixed, self.lengths.len()).with_backend(handle).validate();
            assert_eq!(answer(found), prefixed, "{name}, prefixed {:x?}", self.prefixed);
            let found = batch::Column::views(&self.views, &self.buffers).with_backend(handle).validate();
            assert_eq!(answer(found), views, "{name}, views {:x?}", self.views);
        });
        if let Ok(text) = std::str::from_utf8(&self.values) {
            let is_boundary = |at: &i64| usize::try_from(*at).is_ok_and(|at| text.is_char_boundary(at));
            let expected = self.offsets.iter().all(is_boundary);
            assert_eq!(are_boundaries(&self.offsets, &self.values), expected, "{:?}", self.offsets);
        }
    }

    fn by_offsets(&self) -> Answer<()> {
        for (row, ends) in self.offsets.windows(2).enumerate() {
            let place = |end: i64| usize::try_from(end).ok().filter(|end| *end <= self.values.len());
            let (Some(start), Some(end)) = (place(ends[0]), place(ends[1])) else {
                return Err((row, Wrong::OutOfBounds));
            };
            let bytes = self.values.get(start..end).ok_or((row, Wrong::NotAscending))?;
            validate(row, bytes)?;
        }
        Ok(())
    }

    fn by_lengths(&self) -> Answer<usize> {
        let mut rest = &self.values[..];
        for (row, len) in self.lengths.iter().enumerate() {
            let split = usize::try_from(*len).ok().and_then(|len| rest.split_at_checked(len));
            let (bytes, after) = split.ok_or((row, Wrong::OutOfBounds))?;
            validate(row, bytes)?;
            rest = after;
        }
        Ok(self.values.len() - rest.len())
    }

    fn by_prefixed(&self) -> Answer<usize> {
        let mut rest = &self.prefixed[..];
        for row in 0..self.lengths.len() {
            let (len, after) = rest.split_first_chunk().ok_or((row, Wrong::OutOfBounds))?;
            let split = after.split_at_checked(u32::from_le_bytes(*len) as usize);
            let (bytes, after) = split.ok_or((row, Wrong::OutOfBounds))?;
            validate(row, bytes)?;
            rest = after;
        }
        Ok(self.prefixed.len() - rest.len())
    }

    fn by_views(&self) -> Answer<()> {
        for (row, view) in self.views.iter().enumerate() {
            let view = view.to_le_bytes();
            let number = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|more| view[at + more])) as usize;
            let len = number(0);
            if len <= 12 {
                let (bytes, padding) = view[4..].split_at(len);
                if padding.iter().any(|byte| *byte != 0) {
                    return Err((row, Wrong::Padding));
                }
                validate(row, bytes)?;
                continue;
            }
            let rest = self.buffers.get(number(8)).and_then(|buffer| buffer.get(number(12)..));
            let bytes = rest.and_then(|rest| rest.get(..len)).ok_or((row, Wrong::OutOfBounds))?;
            if bytes[..4] != view[4..8] {
                return Err((row, Wrong::Prefix));
            }
            validate(row, bytes)?;
        }
        Ok(())
    }
}

/// Validates one row with the standard library.
fn validate(row: usize, bytes: &[u8]) -> Answer<()> {
    let Err(error) = std::str::from_utf8(bytes) else { return Ok(()) };
    let fault = reference::read_between(bytes, error.valid_up_to(), bytes.len()).expect_err("an error");
    assert_eq!((fault.valid_up_to, fault.error_len), (error.valid_up_to(), error.error_len()));
    Err((row, Wrong::Malformed(fault)))
}

fn answer<T>(result: Result<T, RowError>) -> Answer<T> {
    result.map_err(|error| match error {
        RowError::Invalid { row, error } => (row, Wrong::Malformed(error.into())),
        RowError::NotAscending { row } => (row, Wrong::NotAscending),
        RowError::OutOfBounds { row } => (row, Wrong::OutOfBounds),
        RowError::Padding { row } => (row, Wrong::Padding),
        RowError::Prefix { row } => (row, Wrong::Prefix),
        error => panic!("{error}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_validate_rows_by_themselves() {
        let cut = Column::of([&b"\xC3"[..], b"\xA9"].into_iter());
        let fault = |row, bytes| validate(row, bytes).unwrap_err();
        for found in
            [cut.by_offsets(), cut.by_lengths().map(drop), cut.by_prefixed().map(drop), cut.by_views()]
        {
            assert_eq!(found, Err(fault(0, b"\xC3")));
        }
        let mut column = Column::of([&b"one"[..], b"more than twelve", b""].into_iter());
        assert_eq!((column.by_lengths(), column.by_prefixed()), (Ok(19), Ok(31)));
        column.turn(1, 2);
        assert_eq!(column.by_offsets(), Err((1, Wrong::OutOfBounds)));
        assert_eq!(column.by_lengths(), Err((1, Wrong::OutOfBounds)));
        assert_eq!(column.by_views(), Err((1, Wrong::OutOfBounds)));
        column.offsets[2] = 2;
        assert_eq!(column.by_offsets(), Err((1, Wrong::NotAscending)));
        column.turn(0, 127);
        column.views[1] = 1;
        assert_eq!(column.by_views(), Err((2, Wrong::Padding)));
    }
}
