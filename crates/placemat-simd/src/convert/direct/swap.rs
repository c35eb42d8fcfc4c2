//! UTF-16 in the other byte order: blocks are swapped, and validated by their surrogates.
//!
//! ```text
//! valid if the low surrogates are the units after high surrogates: lows == highs << 2 | open, two lanes a unit
//! ```

use placemat_core::convert::{Progress, Utf16, portable};

use super::{super::words::Words, are};
use crate::BLOCK;

/// UTF-16 to the other byte order, from UTF-16LE if `LITTLE`.
#[inline(always)]
pub(super) fn swap_utf16<S: Words, const LITTLE: bool>(simd: S, source: &[u8], dst: &mut [u8]) -> Progress {
    if source.len() < BLOCK || cfg!(target_endian = "big") {
        return portable_swap::<LITTLE>(source, dst);
    }
    // `open`: whether the unit before is a high surrogate, as a bit of each of its lanes.
    let (mut at, mut open) = (0, 0);
    for (block, dst) in source.as_chunks::<BLOCK>().0.iter().zip(dst.as_chunks_mut::<BLOCK>().0) {
        for start in (0..BLOCK).step_by(S::LANES) {
            simd.store(swap(simd, simd.load(block, start)), dst, start);
        }
        let surrogates = lanes_of::<S, LITTLE>(simd, block, 0xF800, 0xD800);
        if surrogates | open != 0 {
            let highs = lanes_of::<S, LITTLE>(simd, block, 0xFC00, 0xD800);
            if surrogates ^ highs != highs << 2 | open {
                break;
            }
            open = highs >> (BLOCK - 2);
        }
        at += BLOCK;
    }
    // A high surrogate at the end belongs to the rest, as does a block with an error.
    at -= 2 * usize::from(open != 0);
    let (source, dst) = (&source[at..], &mut dst[at..]);
    at += portable_swap::<LITTLE>(source, dst).read;
    Progress { read: at, written: at }
}

#[inline(always)]
fn swap<S: Words>(simd: S, words: S::V) -> S::V {
    simd.or(simd.shift_up::<8>(words), simd.shift_down::<8>(words))
}

/// The lanes whose units have this value in these bits.
#[inline(always)]
fn lanes_of<S: Words, const LITTLE: bool>(simd: S, block: &[u8; BLOCK], bits: u16, value: u16) -> u64 {
    let mut lanes = 0;
    for start in (0..BLOCK).step_by(S::LANES) {
        let bytes = simd.load(block, start);
        let units = if LITTLE { bytes } else { swap(simd, bytes) };
        lanes |= simd.movemask(are(simd, units, bits, value)) << start;
    }
    lanes
}

#[inline(always)]
fn portable_swap<const LITTLE: bool>(source: &[u8], dst: &mut [u8]) -> Progress {
    if LITTLE {
        portable::swap_bytes_outlined::<Utf16, 2>(source, dst, u16::from_le_bytes)
    } else {
        portable::swap_bytes_outlined::<Utf16, 2>(source, dst, u16::from_be_bytes)
    }
}
