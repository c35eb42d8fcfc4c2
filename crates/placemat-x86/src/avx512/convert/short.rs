//! Short texts, by masked loads and stores or vectors that overlap. Longer texts are converted by separate functions.

use core::arch::asm;

use placemat_core::{convert::Progress, utf16::is_high};
use placemat_simd::{BLOCK, Simd, validate::steps::LEAD4};

pub(super) use super::direct::short::*;
use super::{super::Avx512, utf8_to_utf16, utf16_to_utf8, utf32::SHORT};

#[inline(always)]
pub(super) fn utf8_to_utf16(simd: Avx512, source: &[u8], dst: &mut [u16]) -> Option<Progress> {
    let units = match source.len() {
        ..=utf8_to_utf16::MASKED_MAX_LEN => simd.decode_masked(source, dst),
        ..=utf8_to_utf16::ASCII_MAX_LEN if simd.widen_short(source, dst) => Some(source.len()),
        _ => None,
    };
    let units = match (units, source.first()) {
        (None, Some(LEAD4..)) if source.len() <= Avx512::LANES => simd.decode_fours(source, dst),
        _ => units,
    };
    written(source, units)
}

#[inline(always)]
pub(super) fn utf16_to_utf8(simd: Avx512, source: &[u16], dst: &mut [u8]) -> Option<Progress> {
    if source.len() <= utf16_to_utf8::MASKED_MAX_LEN {
        let bytes = match simd.encode_masked(source, dst) {
            None if source.first().is_some_and(|unit| is_high(*unit)) => simd.encode_pairs_only(source, dst),
            bytes => bytes,
        };
        return written(source, bytes);
    }
    all(source, source.len() <= 2 * utf16_to_utf8::MASKED_MAX_LEN && simd.narrow_two(source, dst))
}

#[inline(always)]
pub(super) fn utf8_to_utf32(simd: Avx512, source: &[u8], dst: &mut [u32]) -> Option<Progress> {
    if source.len() <= SHORT { Some(simd.decode_short(source, dst)) } else { None }
}

#[inline(always)]
pub(super) fn utf32_to_utf8(simd: Avx512, source: &[u32], dst: &mut [u8]) -> Option<Progress> {
    if source.len() <= BLOCK { Some(simd.encode_short(source, dst)) } else { None }
}

#[inline(always)]
pub(super) fn utf8_to_latin1(simd: Avx512, source: &[u8], dst: &mut [u8]) -> Option<Progress> {
    all(source, simd.copy_partial(source, dst))
}

#[inline(always)]
pub(super) fn latin1_to_utf8(simd: Avx512, source: &[u8], dst: &mut [u8]) -> Option<Progress> {
    all(source, simd.copy_partial(source, dst))
}

/// Keeps LLVM from folding a tail call into each of the branches to it: it would put `vzeroupper` before the branch, so
/// that whatever does not call would pay for it.
#[inline(always)]
pub(super) fn before_tail_call(_: Avx512) {
    // SAFETY: the assembly contains no instruction.
    unsafe { asm!("", options(nomem, nostack, preserves_flags)) };
}

/// The whole source, if it was converted.
#[inline(always)]
fn written<U>(source: &[U], written: Option<usize>) -> Option<Progress> {
    written.map(|written| Progress { read: source.len(), written })
}

/// The whole source, if it is ASCII and was copied.
#[inline(always)]
fn all<U>(source: &[U], is_copied: bool) -> Option<Progress> {
    written(source, is_copied.then_some(source.len()))
}
