//! Short texts, by masked loads and stores. Longer texts are converted by separate functions.

use placemat_core::{convert::Progress, utf16::is_high};
use placemat_simd::{BLOCK, Simd, validate::steps::LEAD4};

use super::{super::Avx512, utf8_to_utf16, utf16_to_utf8, utf32::SHORT};

#[inline(always)]
pub(super) fn utf8_to_utf16(simd: Avx512, source: &[u8], dst: &mut [u16]) -> Option<Progress> {
    if source.len() > Avx512::LANES {
        return None;
    }
    let units = if source.len() <= utf8_to_utf16::MASKED_MAX_LEN {
        simd.decode_masked(source, dst)
    } else {
        simd.widen_partial(source, dst).then_some(source.len())
    };
    match (units, source.first()) {
        (None, Some(LEAD4..)) => written(source, simd.decode_fours(source, dst)),
        _ => written(source, units),
    }
}

#[inline(always)]
pub(super) fn utf16_to_utf8(simd: Avx512, source: &[u16], dst: &mut [u8]) -> Option<Progress> {
    if source.len() <= utf16_to_utf8::MASKED_MAX_LEN {
        return match (simd.encode_masked(source, dst), source.first()) {
            (None, Some(unit)) if is_high(*unit) => written(source, simd.encode_pairs_only(source, dst)),
            (bytes, _) => written(source, bytes),
        };
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

/// The whole source, if it was converted.
#[inline(always)]
fn written<U>(source: &[U], written: Option<usize>) -> Option<Progress> {
    written.map(|written| Progress { read: source.len(), written })
}

/// The whole source, if it is ASCII and was copied.
#[inline(always)]
fn all<U>(source: &[U], is_copied: bool) -> Option<Progress> {
    if is_copied { Some(Progress { read: source.len(), written: source.len() }) } else { None }
}
