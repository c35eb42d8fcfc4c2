use super::{Native, Several};
use crate::convert::Progress;

/// After so many characters of ASCII in a row, blocks are tested for it.
const IN_A_ROW: usize = 16;

/// Converts several characters to UTF-8: as long as there is room for the longest. Each is one store.
#[inline]
pub(super) fn encode<S: Native>(source: &[S::Unit], room: &mut [u8], from: Progress) -> Several {
    let Progress { mut read, mut written } = from;
    let mut in_a_row = 0;
    while let Some(unit) = source.get(read)
        && let Some(room) = room.get_mut(written..).and_then(|left| left.first_chunk_mut::<4>())
    {
        let value = S::value(*unit);
        // Each branch stores by itself, so that no length is computed that the next store would have to wait for.
        if value < 0x80 {
            room[0] = S::octet(*unit);
            read += 1;
            written += 1;
            in_a_row += 1;
            if in_a_row == IN_A_ROW {
                break;
            }
            continue;
        }
        in_a_row = 0;
        // Six bits of a value as an octet at place `to`.
        let tail = |value: u32, from: u32, to: u32| (value >> from & 0x3F) << (8 * to);
        if value < 0x800 {
            let octets = value >> 6 | tail(value, 0, 1) | 0x80C0;
            [room[0], room[1], ..] = octets.to_le_bytes();
            read += 1;
            written += 2;
        } else if value < 0x1_0000 && value & 0xF800 != 0xD800 {
            let octets = value >> 12 | tail(value, 6, 1) | tail(value, 0, 2) | 0x0080_80E0;
            *room = octets.to_le_bytes();
            read += 1;
            written += 3;
        } else if let Some((value, units)) = S::supplementary(&source[read..]) {
            let octets =
                value >> 18 | tail(value, 12, 1) | tail(value, 6, 2) | tail(value, 0, 3) | 0x8080_80F0;
            *room = octets.to_le_bytes();
            read += units;
            written += 4;
        } else {
            break;
        }
    }
    Several { at: Progress { read, written }, ascii_is_likely: in_a_row == IN_A_ROW }
}
