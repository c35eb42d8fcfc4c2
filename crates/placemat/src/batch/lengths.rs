//! Rows by their lengths.
//!
//! Where a row begins is the sum of the lengths before it, one addition after another. So the lengths of a stretch
//! are first added up as they come, many at once, which says how far it reaches; and then one by one, to look at
//! where its rows begin.

use super::{
    Error,
    rows::{STRETCH, are_sound, one},
};
use crate::backend_choice::BackendChoice;

/// Rows whose lengths are added up at once.
const PART: usize = 128;

/// The lengths of fewer bytes than these are added with 32 bits. Rows that are longer are validated one by one.
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

/// Some rows.
struct Stretch {
    rows: usize,
    /// How many bytes they have together, if each has fewer than [`SHORT`], and none a negative number of them.
    bytes: Option<usize>,
}

impl Stretch {
    /// The first rows.
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

/// Where rows begin, from where the first one does. No length is negative.
#[inline]
fn starts(lengths: &[i32]) -> impl Iterator<Item = usize> + Clone {
    lengths.iter().scan(0_usize, |end, length| {
        let start = *end;
        *end = start.wrapping_add(length.cast_unsigned() as usize);
        Some(start)
    })
}

/// Validates row after row, from byte `start` on; where the last one ends.
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
        // One that is negative is more than any slice has.
        let length = usize::try_from(*length).unwrap_or(usize::MAX);
        let end = start.saturating_add(length);
        one(choice, row, start, end, values)?;
        start = end;
    }
    Ok(start)
}
