//! Rows that lie one after another in one buffer: what every layout comes down to.

use placemat_core::{Scan, grammar::TAIL};

use super::Error;
use crate::judge::Judge;

/// How many rows are judged together. Short ones, some 16 KiB of them, are still in the nearest cache when it
/// is looked at where they begin.
pub(super) const ROWS: usize = 512;

/// Judges the rows `values[bounds[i]..bounds[i + 1]]`, the first of which has `row` rows before it.
#[inline]
pub(super) fn check(judge: Judge, row: usize, bounds: &[usize], values: &[u8]) -> Result<(), Error> {
    if are_sound(judge, bounds, values) { Ok(()) } else { first_wrong(judge, row, bounds, values) }
}

/// Whether nothing is wrong with any of the rows.
///
/// All of their octets are well formed together, and at each bound a character begins. So each row is well
/// formed: it begins with a character, and the one that begins after it cuts off nothing.
#[inline]
pub(super) fn are_sound(judge: Judge, bounds: &[usize], values: &[u8]) -> bool {
    let (Some(&start), Some(&end)) = (bounds.first(), bounds.last()) else { return true };
    let Some(octets) = values.get(start..end) else { return false };
    let (mut sound, mut before) = (true, start);
    for &bound in bounds {
        sound &= before <= bound;
        sound &= is_boundary(octets, bound.wrapping_sub(start));
        before = bound;
    }
    sound && judge.scan(octets) == Scan::Clean
}

/// Whether a character begins at this place of well-formed octets, or they end there.
#[inline]
pub(super) fn is_boundary(octets: &[u8], at: usize) -> bool {
    match octets.get(at) {
        Some(octet) => !TAIL.contains(*octet),
        None => at == octets.len(),
    }
}

/// Row after row: the first that something is wrong with.
#[cold]
#[inline(never)]
fn first_wrong(judge: Judge, row: usize, bounds: &[usize], values: &[u8]) -> Result<(), Error> {
    for (row, bounds) in (row..).zip(bounds.windows(2)) {
        one(judge, row, bounds[0], bounds[1], values)?;
    }
    Ok(())
}

/// Judges the row `values[start..end]`.
pub(super) fn one(judge: Judge, row: usize, start: usize, end: usize, values: &[u8]) -> Result<(), Error> {
    if start.max(end) > values.len() {
        return Err(Error::OutOfBounds { row });
    }
    let octets = values.get(start..end).ok_or(Error::NotAscending { row })?;
    judge.validate(octets).map_err(|error| Error::Malformed { row, error })
}
