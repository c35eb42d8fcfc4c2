//! Byte swapping: UTF-16LE to and from UTF-16BE, UTF-32LE to and from UTF-32BE.

use super::{Direct, ValidateUnits};
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
pub fn swap_bytes<E: ValidateUnits + Direct, const N: usize>(
    source: &[u8], dst: &mut [u8], unit: impl Fn([u8; N]) -> E::Unit,
) -> Progress {
    let (source, dst) = (source.as_chunks::<N>().0, dst.as_chunks_mut::<N>().0);
    let len = source.len().min(dst.len());
    let mut at = 0;
    if let (Some(short), Some(dst)) = (source.get(..len), dst.get_mut(..len))
        && (swap_ends::<E, N, 16>(short, dst, &unit)
            || swap_ends::<E, N, 8>(short, dst, &unit)
            || swap_ends::<E, N, 4>(short, dst, &unit))
    {
        at = len;
    }
    while at < len {
        let piece = &source[at..len.min(at + PIECE / N)];
        let valid = E::valid_of(piece, &unit);
        reverse(&piece[..valid], &mut dst[at..]);
        // A pair across two pieces begins the next one.
        at += valid;
        if valid == 0 {
            break;
        }
    }
    Progress { read: N * at, written: N * at }
}

/// Swaps `M` to `2 * M` units as the first `M` and the last `M`, unless there is a surrogate or something invalid; returns
/// whether it did.
#[inline(always)]
fn swap_ends<E: Direct, const N: usize, const M: usize>(
    source: &[[u8; N]], dst: &mut [[u8; N]], unit: impl Fn([u8; N]) -> E::Unit,
) -> bool {
    let are_whole = |units: &[[u8; N]; M]| units.iter().fold(true, |all, one| all & E::is_whole(unit(*one)));
    let (Some(first), Some(last)) = (source.first_chunk::<M>(), source.last_chunk::<M>()) else {
        return false;
    };
    if source.len() > 2 * M || !are_whole(first) || !are_whole(last) {
        return false;
    }
    reverse(first, &mut dst[..M]);
    reverse(last, &mut dst[source.len() - M..]);
    true
}

/// Reverses the bytes of each unit: longer ones as numbers, which all compilers for vectors swap by vectors.
#[inline(always)]
fn reverse<const N: usize>(source: &[[u8; N]], dst: &mut [[u8; N]]) {
    if N != size_of::<u32>() {
        for (to, bytes) in dst.iter_mut().zip(source) {
            *to = *bytes;
            to.reverse();
        }
        return;
    }
    let (units, dsts) = (source.as_flattened().as_chunks().0, dst.as_flattened_mut().as_chunks_mut().0);
    for (to, bytes) in dsts.iter_mut().zip(units) {
        *to = u32::from_ne_bytes(*bytes).swap_bytes().to_ne_bytes();
    }
}

/// [`swap_bytes`], out of line, for backends without a kernel.
#[inline(never)]
pub fn swap_bytes_outlined<E: ValidateUnits + Direct, const N: usize>(
    source: &[u8], dst: &mut [u8], unit: impl Fn([u8; N]) -> E::Unit,
) -> Progress {
    swap_bytes::<E, N>(source, dst, unit)
}
