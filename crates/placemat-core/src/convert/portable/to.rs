use super::{Native, Several};
use crate::convert::Progress;

/// After this many ASCII characters in a row, blocks are tested for ASCII.
const IN_A_ROW: usize = 16;

/// Maximum number of bytes of a character.
const LONGEST: usize = 4;

/// Moves six bits of a value to byte `to`.
#[inline(always)]
fn tail(value: u32, from: u32, to: u32) -> u32 {
    (value >> from & 0x3F) << (8 * to)
}

/// Encodes a character above U+FFFF.
#[inline(always)]
fn in_four_bytes(value: u32) -> [u8; 4] {
    let bytes = value >> 18 | tail(value, 12, 1) | tail(value, 6, 2) | tail(value, 0, 3) | 0x8080_80F0;
    bytes.to_le_bytes()
}

/// Encodes four characters above U+FFFF.
#[inline(always)]
#[must_use]
pub fn sixteen(values: [u32; 4]) -> [u8; 16] {
    let mut bytes = [0; 16];
    for (bytes, value) in bytes.as_chunks_mut().0.iter_mut().zip(values) {
        *bytes = in_four_bytes(value);
    }
    bytes
}

/// Writes bytes to a destination that has space for them.
#[inline(always)]
fn store(dst: &mut [u8], bytes: [u8; LONGEST]) {
    if let Some(dst) = dst.first_chunk_mut() {
        *dst = bytes;
    }
}

/// Converts several characters to UTF-8, while there is space for the longest. Each takes one store.
#[inline]
pub(super) fn encode<S: Native>(source: &[S::Unit], dst: &mut [u8], from: Progress) -> Several {
    let Progress { mut read, mut written } = from;
    let mut in_a_row = 0;
    while let Some(unit) = source.get(read)
        && let Some(left) = dst.get_mut(written..)
        && left.len() >= LONGEST
    {
        let value = S::value(*unit);
        // Each branch stores by itself, so that the next store does not depend on a computed length.
        if value < 0x80 {
            left[0] = S::byte(*unit);
            read += 1;
            written += 1;
            in_a_row += 1;
            if in_a_row == IN_A_ROW {
                break;
            }
            continue;
        }
        in_a_row = 0;
        if value < 0x800 {
            let bytes = value >> 6 | tail(value, 0, 1) | 0x80C0;
            [left[0], left[1], ..] = bytes.to_le_bytes();
            read += 1;
            written += 2;
        } else if value < 0x1_0000 && value & 0xF800 != 0xD800 {
            let bytes = value >> 12 | tail(value, 6, 1) | tail(value, 0, 2) | 0x0080_80E0;
            store(left, bytes.to_le_bytes());
            read += 1;
            written += 3;
        } else if let Some((values, units)) = S::four_supplementary(&source[read..])
            && let Some(bytes) = left.first_chunk_mut()
        {
            *bytes = sixteen(values);
            read += units;
            written += bytes.len();
        } else if let Some((value, units)) = S::supplementary(&source[read..]) {
            store(left, in_four_bytes(value));
            read += units;
            written += 4;
        } else {
            break;
        }
    }
    Several { at: Progress { read, written }, ascii_is_likely: in_a_row == IN_A_ROW }
}
