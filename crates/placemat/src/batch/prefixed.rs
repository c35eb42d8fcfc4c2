//! Rows that stand after their lengths.
//!
//! A length all of whose four bytes are ASCII can be validated as if it were text: no character reaches across
//! it. So a stretch of such rows is valid, lengths included, exactly if each row is; where rows begin
//! need not be looked at. The lengths of all rows below 128 bytes are of this sort, and half of those above.

use placemat_core::Scan;

use super::{
    Error,
    rows::{STRETCH, one},
};
use crate::backend_choice::BackendChoice;

/// Bytes of a length.
const LENGTH: usize = size_of::<u32>();

pub(super) fn validate(choice: BackendChoice, data: &[u8], count: usize) -> Result<usize, Error> {
    let mut at = Place { row: 0, byte: 0 };
    while at.row < count {
        let end = stretch(data, at, count);
        if end.row == at.row {
            // Its length is not ASCII, or it is not inside.
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

/// Between two rows.
#[derive(Clone, Copy)]
struct Place {
    /// How many rows there are before it.
    row: usize,
    /// How many bytes.
    byte: usize,
}

/// How far lengths are ASCII and rows inside, up to the row that fills a stretch.
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

/// Validates row after row, up to row `end`.
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

/// The length at this byte, and where it ends.
#[inline]
fn length(data: &[u8], at: usize) -> Option<(&[u8; LENGTH], usize)> {
    Some((data.get(at..)?.first_chunk()?, at + LENGTH))
}

/// A length as a number; one outside every slice, if it is too large for the machine.
#[inline]
fn number(length: &[u8; LENGTH]) -> usize {
    usize::try_from(u32::from_le_bytes(*length)).unwrap_or(usize::MAX)
}
