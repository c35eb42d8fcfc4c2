//! Rows by their lengths.

use super::{
    Error, Offset,
    rows::{ROWS, check},
};
use crate::judge::Judge;

/// The bits of a length as a number of 64 bits: one that is negative is more than any slice has.
const MASK: u64 = 1 << 62 | 0x7FFF_FFFF;

/// Fewer octets than these are short: as many rows as there are at once are less than 2 GiB.
const SHORT: i32 = 1 << 22;
const _: () = assert!(ROWS * (SHORT as usize) <= 1 << 31);

pub(super) fn validate(judge: Judge, lengths: &[i32], values: &[u8]) -> Result<usize, Error> {
    let (mut row, mut end) = (0, 0);
    for some in lengths.chunks(ROWS) {
        // Nothing has led outside so far.
        let rest = &values[end..];
        end += match narrow(some) {
            Some(bounds) => ends(judge, row, &bounds[..=some.len()], rest)?,
            None => ends(judge, row, &wide(some)[..=some.len()], rest)?,
        };
        row += some.len();
    }
    Ok(end)
}

/// Where the rows end together, if nothing is wrong with them.
#[inline]
fn ends<O: Offset>(judge: Judge, row: usize, bounds: &[O], values: &[u8]) -> Result<usize, Error> {
    check(judge, row, bounds, values)?;
    Ok(bounds.last().map_or(0, |end| end.index()))
}

/// Where rows begin, from where the first one does, if all of them are short: the processor adds fewer bits, and
/// compares more of them at once.
#[inline]
fn narrow(lengths: &[i32]) -> Option<[i32; ROWS + 1]> {
    let mut bounds = [0_i32; ROWS + 1];
    let (mut end, mut bits) = (0_i32, 0);
    for (bound, length) in bounds[1..].iter_mut().zip(lengths) {
        end = end.wrapping_add(*length);
        bits |= *length;
        *bound = end;
    }
    (0..SHORT).contains(&bits).then_some(bounds)
}

/// The same with 64 bits, where addresses may have fewer. What comes after a negative length does not matter: it is
/// the first row that is wrong.
#[cold]
fn wide(lengths: &[i32]) -> [u64; ROWS + 1] {
    let mut bounds = [0; ROWS + 1];
    let mut end = 0_u64;
    for (bound, length) in bounds[1..].iter_mut().zip(lengths) {
        end = end.wrapping_add(i64::from(*length).cast_unsigned() & MASK);
        *bound = end;
    }
    bounds
}
