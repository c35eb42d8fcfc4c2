//! What each layout means, row by row.

use placemat::batch::RowError;
use placemat_conformance::{contract::Fault, reference};

/// The error of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wrong {
    Invalid(Fault),
    NotAscending,
    OutOfBounds,
    Padding,
    Prefix,
}

/// A result, or the first row with an error, and its error.
pub(crate) type Answer<T> = Result<T, (usize, Wrong)>;

pub(crate) fn answer<T>(result: Result<T, RowError>) -> Answer<T> {
    result.map_err(|error| match error {
        RowError::Invalid { row, error } => (row, Wrong::Invalid(error.into())),
        RowError::NotAscending { row } => (row, Wrong::NotAscending),
        RowError::OutOfBounds { row } => (row, Wrong::OutOfBounds),
        RowError::Padding { row } => (row, Wrong::Padding),
        RowError::Prefix { row } => (row, Wrong::Prefix),
        error => panic!("{error}"),
    })
}

/// The answer for the rows alone.
pub(crate) fn expected<R: AsRef<[u8]>>(rows: &[R]) -> Answer<()> {
    rows.iter().enumerate().try_for_each(|(row, bytes)| validate(row, bytes.as_ref()))
}

/// Validates one row with the standard library.
fn validate(row: usize, bytes: &[u8]) -> Answer<()> {
    let Err(error) = str::from_utf8(bytes) else { return Ok(()) };
    let fault = reference::read_between(bytes, error.valid_up_to(), bytes.len()).expect_err("an error");
    assert_eq!((fault.valid_up_to, fault.error_len), (error.valid_up_to(), error.error_len()));
    Err((row, Wrong::Invalid(fault)))
}

pub(super) fn offsets(offsets: &[i64], values: &[u8]) -> Answer<()> {
    for (row, ends) in offsets.windows(2).enumerate() {
        let place = |end: i64| usize::try_from(end).ok().filter(|end| *end <= values.len());
        let (Some(start), Some(end)) = (place(ends[0]), place(ends[1])) else {
            return Err((row, Wrong::OutOfBounds));
        };
        validate(row, values.get(start..end).ok_or((row, Wrong::NotAscending))?)?;
    }
    Ok(())
}

pub(super) fn lengths(lengths: &[i32], values: &[u8]) -> Answer<usize> {
    let mut rest = values;
    for (row, len) in lengths.iter().enumerate() {
        let split = usize::try_from(*len).ok().and_then(|len| rest.split_at_checked(len));
        let (bytes, after) = split.ok_or((row, Wrong::OutOfBounds))?;
        validate(row, bytes)?;
        rest = after;
    }
    Ok(values.len() - rest.len())
}

pub(super) fn prefixed(bytes: &[u8], rows: usize) -> Answer<usize> {
    let mut rest = bytes;
    for row in 0..rows {
        let (len, after) = rest.split_first_chunk().ok_or((row, Wrong::OutOfBounds))?;
        let split = after.split_at_checked(u32::from_le_bytes(*len) as usize);
        let (bytes, after) = split.ok_or((row, Wrong::OutOfBounds))?;
        validate(row, bytes)?;
        rest = after;
    }
    Ok(bytes.len() - rest.len())
}

pub(super) fn views(views: &[u128], buffers: &[Box<[u8]>]) -> Answer<()> {
    for (row, view) in views.iter().enumerate() {
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
        let rest = buffers.get(number(8)).and_then(|buffer| buffer.get(number(12)..));
        let bytes = rest.and_then(|rest| rest.get(..len)).ok_or((row, Wrong::OutOfBounds))?;
        if bytes[..4] != view[4..8] {
            return Err((row, Wrong::Prefix));
        }
        validate(row, bytes)?;
    }
    Ok(())
}
