//! Rows given by their lengths.
//!
//! A row begins at the sum of the lengths before it, a serial chain of additions. The lengths of a stretch are
//! therefore summed twice: first in any order with vectors, which gives the end of the stretch, and then one by
//! one, which gives the row starts to check.

use super::{
    Error,
    rows::{STRETCH, are_sound, one},
};
use crate::backend_choice::BackendChoice;

/// Rows whose lengths are summed with vectors at a time.
const PART: usize = 128;

/// Lengths below this limit are summed in 32 bits. Rows at or above it are validated one by one.
const SHORT: i32 = 1 << 20;
const _: () = assert!((SHORT as u64) * (PART as u64) < 1 << 32);

pub(super) fn validate(choice: BackendChoice, lengths: &[i32], values: &[u8]) -> Result<usize, Error> {
    let (mut row, mut start) = (0, 0_usize);
    while row < lengths.len() {
        let Stretch { rows, bytes } = Stretch::of(&lengths[row..]);
        let stretch = &lengths[row..row + rows];
        let end = start.saturating_add(bytes.unwrap_or(usize::MAX));
        let are_near = end.saturating_sub(start) < STRETCH;
        start = if are_sound(choice, values, (start, start, end), starts(stretch), are_near) {
            end
        } else {
            one_by_one(choice, row, stretch, start, values)?
        };
        row += rows;
    }
    Ok(start)
}

/// A run of rows that are validated together.
struct Stretch {
    rows: usize,
    /// Their total length in bytes, if each length is non-negative and below [`SHORT`].
    bytes: Option<usize>,
}

impl Stretch {
    /// The stretch at the start of `lengths`.
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
            if rows > 0 && more >= STRETCH {
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

/// Validates row by row, from byte `start` on. Returns the end of the last row.
#[cold]
#[inline(never)]
fn one_by_one(
    choice: BackendChoice,
    row: usize,
    lengths: &[i32],
    start: usize,
    values: &[u8],
) -> Result<usize, Error> {
    let mut start = start;
    for (row, length) in (row..).zip(lengths) {
        // A negative length is out of bounds for every slice.
        let length = usize::try_from(*length).unwrap_or(usize::MAX);
        let end = start.saturating_add(length);
        one(choice, row, start, end, values)?;
        start = end;
    }
    Ok(start)
}
