use super::{Native, Several, widen};
use crate::convert::{Progress, Utf8};

/// Bytes that are tested for ASCII together.
const BYTES: usize = 8;

/// Maximum number of units of a character, in all encodings except UTF-8.
const LONGEST: usize = 2;

/// Converts several characters of UTF-8, while four bytes of source and space for [`LONGEST`] units are left.
///
/// Each takes one load, and a branch for each length. Well-predicted branches are free, and the next load does
/// not depend on a computed length.
#[inline]
pub(super) fn decode<D: Native>(source: &[u8], dst: &mut [D::Unit], from: Progress) -> Several {
    let Progress { mut read, mut written } = from;
    let mut ascii_is_likely = false;
    while let Some(bytes) = source.get(read..).and_then(|rest| rest.first_chunk())
        && let Some(left) = dst.get_mut(written..)
        && left.len() >= LONGEST
    {
        let bytes = u32::from_le_bytes(*bytes);
        // The bits `mask` of byte `at`, shifted to their position in the value.
        let bits = |at: u32, mask: u32, to: u32| (bytes >> (8 * at) & mask) << to;
        // A sequence is valid if its value is a scalar value that no shorter sequence encodes.
        let (value, len, least) = if bytes & 0x80 == 0 {
            if bytes & 0x8080_8080 == 0
                && let Some(bytes) = source.get(read..).and_then(|rest| rest.first_chunk())
                && let Some(dst) = left.first_chunk_mut()
            {
                // Stores all of them; those that are not ASCII are overwritten later.
                widen::<Utf8, D, BYTES>(bytes, dst);
                let others = u64::from_le_bytes(*bytes) & u64::from_le_bytes([0x80; BYTES]);
                let ascii = others.trailing_zeros() as usize / 8;
                read += ascii;
                written += ascii;
                if others == 0 {
                    ascii_is_likely = true;
                    break;
                }
                continue;
            }
            (bits(0, 0x7F, 0), 1, 0)
        } else if bytes & 0xC0E0 == 0x80C0 {
            (bits(0, 0x1F, 6) | bits(1, 0x3F, 0), 2, 0x80)
        } else if bytes & 0x00C0_C0F0 == 0x0080_80E0 {
            (bits(0, 0x0F, 12) | bits(1, 0x3F, 6) | bits(2, 0x3F, 0), 3, 0x800)
        } else if bytes & 0xC0C0_C0F8 == 0x8080_80F0 {
            (bits(0, 0x07, 18) | bits(1, 0x3F, 12) | bits(2, 0x3F, 6) | bits(3, 0x3F, 0), 4, 0x1_0000)
        } else {
            break;
        };
        let Some(character) = char::from_u32(value).filter(|_| value >= least) else { break };
        let Some(units) = D::write(character, left) else { break };
        read += len;
        written += units;
    }
    Several { at: Progress { read, written }, ascii_is_likely }
}
