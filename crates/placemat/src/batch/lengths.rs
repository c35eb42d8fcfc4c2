//! Rows by their lengths.

use super::{
    Error, Offset,
    rows::{ROWS, check},
};
use crate::judge::Judge;

pub(super) fn validate(judge: Judge, lengths: &[i32], values: &[u8]) -> Result<usize, Error> {
    let mut bounds = [0; ROWS + 1];
    let (mut row, mut end) = (0, 0);
    for some in lengths.chunks(ROWS) {
        bounds[0] = end;
        for (bound, length) in bounds[1..].iter_mut().zip(some) {
            // What is negative leads outside, and stays there.
            end = length.index().saturating_add(end);
            *bound = end;
        }
        check(judge, row, &bounds[..=some.len()], values)?;
        row += some.len();
    }
    Ok(end)
}
