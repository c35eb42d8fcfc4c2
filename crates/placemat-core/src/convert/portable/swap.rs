//! Byte swapping: UTF-16LE to and from UTF-16BE, UTF-32LE to and from UTF-32BE.

use super::ValidateUnits;
use crate::convert::Progress;

/// Bytes that are validated and then swapped while they are in the L1 cache.
const PIECE: usize = 4096;

/// Converts units of `N` bytes to the other byte order, as [`Progress`] specifies: stops at invalid input, or when the
/// destination is full. `unit` returns the unit that bytes of the source store. Linear time; no panic.
///
/// ```
/// use placemat_core::convert::{Progress, Utf16, portable};
///
/// let mut dst = [0; 8];
/// let progress = portable::swap_bytes::<Utf16, 2>(b"5\0\xAC\x20\0\xDC", &mut dst, u16::from_le_bytes);
/// assert_eq!(progress, Progress { read: 4, written: 4 });
/// assert_eq!(dst[..4], *b"\x005\x20\xAC");
/// ```
#[inline(always)]
pub fn swap_bytes<E: ValidateUnits, const N: usize>(
    source: &[u8], dst: &mut [u8], unit: impl Fn([u8; N]) -> E::Unit,
) -> Progress {
    let (source, dst) = (source.as_chunks::<N>().0, dst.as_chunks_mut::<N>().0);
    let len = source.len().min(dst.len());
    let mut at = 0;
    while at < len {
        let piece = &source[at..len.min(at + PIECE / N)];
        let valid = E::valid_of(piece, &unit);
        for (to, bytes) in dst[at..].iter_mut().zip(&piece[..valid]) {
            *to = *bytes;
            to.reverse();
        }
        // A pair across two pieces begins the next one.
        at += valid;
        if valid == 0 {
            break;
        }
    }
    Progress { read: N * at, written: N * at }
}

/// [`swap_bytes`], out of line, for backends without a kernel.
#[inline(never)]
pub fn swap_bytes_outlined<E: ValidateUnits, const N: usize>(
    source: &[u8], dst: &mut [u8], unit: impl Fn([u8; N]) -> E::Unit,
) -> Progress {
    swap_bytes::<E, N>(source, dst, unit)
}
