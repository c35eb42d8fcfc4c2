//! UTF-16 to Latin-1: two vectors of units become one of bytes, if all their upper bytes are 0.
//!
//! Portable code would be as short, but LLVM reduces the units to one before it compares, by four shuffles for each block.

use placemat_core::convert::{Latin1, Progress, Utf16, portable};

use super::super::words::Words;
use crate::BLOCK;

/// Two vectors of 32 bytes.
const HALF: usize = 32;

/// UTF-16 to Latin-1.
#[inline(always)]
pub(super) fn narrow_utf16<S: Words>(simd: S, source: &[u16], dst: &mut [u8]) -> Progress {
    let mut at = 0;
    if source.len() >= HALF {
        at = blocks::<S, BLOCK>(simd, source, dst);
        at += blocks::<S, HALF>(simd, &source[at..], &mut dst[at..]);
        if at == source.len() {
            return Progress { read: at, written: at };
        }
    }
    let rest = portable::direct::<Utf16, Latin1>(&source[at..], &mut dst[at..]);
    Progress { read: at + rest.read, written: at + rest.written }
}

/// Converts blocks of `N` units as long as all are Latin-1, and returns the number of units.
#[inline(always)]
fn blocks<S: Words, const N: usize>(simd: S, source: &[u16], dst: &mut [u8]) -> usize {
    let mut read = 0;
    for (units, dst) in source.as_chunks::<N>().0.iter().zip(dst.as_chunks_mut::<N>().0) {
        let mut all = simd.splat(0);
        for at in (0..N).step_by(S::LANES / 2) {
            all = simd.or(all, simd.load(units, at));
        }
        if simd.nonzero(simd.and(all, simd.word(0xFF00))) != 0 {
            break;
        }
        for at in (0..N).step_by(S::LANES) {
            let (front, back) = (simd.load(units, at), simd.load(units, at + S::LANES / 2));
            simd.store(simd.pack_words(front, back), dst, at);
        }
        read += N;
    }
    read
}
