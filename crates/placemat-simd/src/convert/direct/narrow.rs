//! UTF-16 and UTF-32 to Latin-1: vectors of units become one of bytes, if all their upper bytes are 0.
//!
//! In portable code, LLVM reduces the units to one before it compares, and masks those of 32 bits before it packs.

use placemat_core::convert::portable::{Direct, direct};
use placemat_core::convert::{Latin1, Progress};

use super::super::words::Words;
use crate::{BLOCK, Unit};

/// Two vectors of 32 bytes.
const HALF: usize = 32;

/// Converts UTF-16 or UTF-32 to Latin-1.
#[inline(always)]
pub(super) fn narrow<S: Words, E: Direct<Unit: Unit>>(
    simd: S, source: &[E::Unit], dst: &mut [u8],
) -> Progress {
    let mut at = 0;
    if let Some(last) = source.len().checked_sub(HALF) {
        for (units, dst) in source.as_chunks::<BLOCK>().0.iter().zip(dst.as_chunks_mut::<BLOCK>().0) {
            if !block(simd, units, dst) {
                break;
            }
            at += BLOCK;
        }
        // The last block overlaps the one before it.
        while at < source.len()
            && let Some(units) = source[at.min(last)..].first_chunk::<HALF>()
            && let Some(dst) = dst.get_mut(at.min(last)..).and_then(<[_]>::first_chunk_mut::<HALF>)
            && block(simd, units, dst)
        {
            at = at.min(last) + HALF;
        }
    }
    let rest = direct::<E, Latin1>(&source[at..], &mut dst[at..]);
    Progress { read: at + rest.read, written: at + rest.written }
}

/// Converts the block if all of it is Latin-1.
#[inline(always)]
fn block<S: Words, U: Unit, const N: usize>(simd: S, units: &[U; N], dst: &mut [u8; N]) -> bool {
    let mut all = simd.splat(0);
    for at in (0..N).step_by(S::LANES / size_of::<U>()) {
        all = simd.or(all, simd.load(units, at));
    }
    let is_latin1 = simd.nonzero(simd.and(all, simd.load(&[U::of(0xFFFF_FF00); BLOCK], 0))) == 0;
    if is_latin1 {
        for at in (0..N).step_by(S::LANES) {
            simd.store(pack(simd, units, at), dst, at);
        }
    }
    is_latin1
}

/// Packs the units from `at` on into a vector of bytes.
#[inline(always)]
fn pack<S: Words, U: Unit>(simd: S, units: &[U], at: usize) -> S::V {
    let words = |at: usize| match size_of::<U>() {
        2 => simd.load(units, at),
        _ => simd.pack_words(simd.load(units, at), simd.load(units, at + S::LANES / 4)),
    };
    simd.pack_words(words(at), words(at + S::LANES / 2))
}
