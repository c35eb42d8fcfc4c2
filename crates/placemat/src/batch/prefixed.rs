//! Rows preceded by their lengths.
//!
//! A length whose four bytes are all ASCII can be validated as if it were text: no character spans it. A
//! stretch of such rows, including the lengths, is therefore valid iff each row is, and row starts need no
//! check. This holds for all lengths below 128, and for half of the larger ones.

use placemat_core::Scan;

use super::{
    Error,
    rows::{STRETCH, one},
};
use crate::backend_choice::BackendChoice;

/// Bytes of a length prefix.
const LENGTH: usize = size_of::<u32>();

pub(super) fn validate(choice: BackendChoice, data: &[u8], count: usize) -> Result<usize, Error> {
    let mut at = Place { row: 0, byte: 0 };
    while at.row < count {
        let end = stretch(data, at, count);
        if end.row == at.row {
            // Its length is not ASCII, or it is out of bounds.
            at = walk(choice, data, at, at.row + 1)?;
            continue;
        }
        if choice.scan(&data[at.byte..end.byte]) != Scan::Clean {
            walk(choice, data, at, end.row)?;
        }
        at = end;
    }
    Ok(at.byte)
}

/// A position between two rows.
#[derive(Clone, Copy)]
struct Place {
    /// The number of rows before it.
    row: usize,
    /// Its offset in bytes.
    byte: usize,
}

/// The end of the rows whose lengths are ASCII and that are in bounds, up to the row that fills a stretch.
#[inline]
fn stretch(data: &[u8], from: Place, count: usize) -> Place {
    let mut at = from;
    while at.row < count && at.byte - from.byte < STRETCH {
        let Some((length, after)) = length(data, at.byte) else { break };
        if !length.is_ascii() || number(length) > data.len() - after {
            break;
        }
        at = Place { row: at.row + 1, byte: after + number(length) };
    }
    at
}

/// Validates row by row, up to row `end`.
fn walk(choice: BackendChoice, data: &[u8], from: Place, end: usize) -> Result<Place, Error> {
    let mut at = from;
    while at.row < end {
        let row = at.row;
        let (length, start) = length(data, at.byte).ok_or(Error::OutOfBounds { row })?;
        let byte = start.saturating_add(number(length));
        one(choice, row, start, byte, data)?;
        at = Place { row: row + 1, byte };
    }
    Ok(at)
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
