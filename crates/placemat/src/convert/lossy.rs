//! Converts text with frequent errors: between UTF-8 and UTF-16 with the kernels of [`ReplaceFn`], to UTF-32, Latin-1
//! and bytes through UTF-16. Other conversions from UTF-16 and UTF-32 go through a copy whose invalid units are replaced.
//!
//! A backend without these kernels has no vectors and would gain nothing, so nothing is converted here.

use placemat_core::convert::{Progress, Utf8, Utf32};
use placemat_core::utf16::{is_high, is_low, is_surrogate, join};
use placemat_core::{Conversion, ReplaceFn};

use super::{replaced, route::ConvertsTo};
use crate::backend;
use crate::backend::columns::{self, Column};
use crate::backend_choice::BackendChoice;

/// Units that are checked together.
const BLOCK: usize = 64;

/// Units of a buffer, which fits in the L1 cache.
const BUFFER: usize = 8 * BLOCK;

/// U+FFFD.
const REPLACEMENT: u16 = 0xFFFD;

/// With the kernel.
pub(super) fn utf8_to_utf16(
    choice: BackendChoice, source: &[u8], at: usize, dst: &mut [u16], _: char,
) -> Progress {
    by_kernel(choice, columns::UTF8_TO_UTF16_LOSSY, source, at, dst)
}

/// With the kernel.
pub(super) fn utf16_to_utf8(
    choice: BackendChoice, source: &[u16], at: usize, dst: &mut [u8], _: char,
) -> Progress {
    by_kernel(choice, columns::UTF16_TO_UTF8_LOSSY, source, at, dst)
}

/// Through UTF-16; each unit is written as bytes.
pub(super) fn utf8_to_utf16_bytes(
    choice: BackendChoice, source: &[u8], at: usize, dst: &mut [u8], to: impl Fn(u16) -> [u8; 2],
) -> Progress {
    let put = |units: &[u16], dst: &mut [[u8; 2]]| {
        for (place, unit) in dst.iter_mut().zip(units) {
            *place = to(*unit);
        }
        units.len()
    };
    in_bytes::<2>(through_utf16(choice, source, at, dst.as_chunks_mut().0, put, is_replacement))
}

/// Through UTF-16.
pub(super) fn utf8_to_utf32(
    choice: BackendChoice, source: &[u8], at: usize, dst: &mut [u32], _: char,
) -> Progress {
    let put = |units: &[u16], dst: &mut [u32]| characters(units, dst, |value| value);
    through_utf16(choice, source, at, dst, put, is_replacement)
}

/// Through UTF-16; each character is written as bytes.
pub(super) fn utf8_to_utf32_bytes(
    choice: BackendChoice, source: &[u8], at: usize, dst: &mut [u8], to: impl Fn(u32) -> [u8; 4],
) -> Progress {
    let put = |units: &[u16], dst: &mut [[u8; 4]]| characters(units, dst, &to);
    in_bytes::<4>(through_utf16(choice, source, at, dst.as_chunks_mut().0, put, is_replacement))
}

/// Through UTF-16; characters above U+00FF are replaced.
pub(super) fn utf8_to_latin1(
    choice: BackendChoice, source: &[u8], at: usize, dst: &mut [u8], replacement: char,
) -> Progress {
    let replacement = u8::try_from(u32::from(replacement)).unwrap_or(b'?');
    let byte = |value| u8::try_from(value).unwrap_or(replacement);
    let put = |units: &[u16], dst: &mut [u8]| characters(units, dst, byte);
    through_utf16(choice, source, at, dst, put, |unit| unit > 0xFF)
}

/// Through a copy whose invalid units are replaced.
pub(super) fn utf32_to_utf8(
    choice: BackendChoice, source: &[u32], at: usize, dst: &mut [u8], replacement: char,
) -> Progress {
    if !has_kernels(choice) {
        return Progress::default();
    }
    let convert = |units: &[u32], dst: &mut [u8]| <Utf32 as ConvertsTo<Utf8>>::progress(choice, units, dst);
    replaced::convert::<Utf32, _>(&source[at..], dst, replacement, char::MAX.into(), convert).0
}

/// Latin-1 has no invalid input.
pub(super) fn latin1_to_utf8(_: BackendChoice, _: &[u8], _: usize, _: &mut [u8], _: char) -> Progress {
    Progress::default()
}

fn by_kernel<S, D>(
    choice: BackendChoice, column: &Column<ReplaceFn<S, D>>, source: &[S], at: usize, dst: &mut [D],
) -> Progress {
    let Some(before) = at.checked_sub(Conversion::BEFORE) else { return Progress::default() };
    choice.convert(column, &source[before..], dst).unwrap_or_default()
}

/// Whether the backend has the kernels that replace.
pub(super) fn has_kernels(choice: BackendChoice) -> bool {
    backend::kernel(choice, columns::LOSSY).is_some()
}

/// Converts UTF-8, starting at `at`, through UTF-16. `put` writes the output for valid units of UTF-16, at most one
/// each, and returns how many it wrote. Stops after a buffer that contains no unit for which `may_be_new` is true.
fn through_utf16<U>(
    choice: BackendChoice, source: &[u8], at: usize, dst: &mut [U], put: impl Fn(&[u16], &mut [U]) -> usize,
    may_be_new: impl Fn(u16) -> bool,
) -> Progress {
    let mut buffer = [0; BUFFER];
    let mut progress = Progress::default();
    loop {
        let dst = &mut dst[progress.written..];
        // One unit becomes at most one.
        let fits = BUFFER.min(dst.len());
        let at = at + progress.read;
        let done = utf8_to_utf16(choice, source, at, &mut buffer[..fits], char::REPLACEMENT_CHARACTER);
        let units = &buffer[..done.written];
        progress += Progress { read: done.read, written: put(units, dst) };
        if done.read == 0 || !units.iter().fold(false, |any, unit| any | may_be_new(*unit)) {
            return progress;
        }
    }
}

fn is_replacement(unit: u16) -> bool {
    unit == REPLACEMENT
}

/// Writes each character of valid UTF-16 to the destination, and returns how many there are.
#[inline]
fn characters<U>(units: &[u16], dst: &mut [U], to: impl Fn(u32) -> U) -> usize {
    let mut written = 0;
    let mut at = 0;
    for block in units.chunks(BLOCK) {
        if block.iter().fold(false, |any, unit| any | is_surrogate(*unit)) {
            for (nth, unit) in block.iter().enumerate() {
                // A high surrogate writes the character of the pair; the value written for the low one is overwritten.
                let after = units.get(at + nth + 1).copied().unwrap_or_default();
                let value = if is_high(*unit) { join(*unit, after).into() } else { (*unit).into() };
                if let Some(place) = dst.get_mut(written) {
                    *place = to(value);
                }
                written += usize::from(!is_low(*unit));
            }
        } else {
            for (place, unit) in dst[written..].iter_mut().zip(block) {
                *place = to((*unit).into());
            }
            written += block.len();
        }
        at += block.len();
    }
    written
}

/// Converts the number of written units of `N` bytes to bytes.
fn in_bytes<const N: usize>(Progress { read, written }: Progress) -> Progress {
    Progress { read, written: N * written }
}
