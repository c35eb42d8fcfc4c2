//! Columns of short strings, in every layout.

use crate::{column::Column, cut};

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
    // The input determines which rows are adjacent in a buffer.
    let place = |row: &[u8]| (usize::from(row[0].is_multiple_of(2)), &b""[..]);
    let mut column = Column::of(std::iter::repeat_n(&before[..], count).chain(rows), b"", place);
    if *bit < 128 {
        column.flip(usize::from(*number), u32::from(*bit));
    }
    column.check();
}
