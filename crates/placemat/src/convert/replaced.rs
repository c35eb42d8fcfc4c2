//! Text in which errors are frequent: by the kernels of [`Replace`] between UTF-8 and UTF-16. To UTF-32, Latin-1 and
//! bytes it goes through UTF-16; from UTF-32 by a copy in which nothing is wrong any more.
//!
//! A backend that has no such kernels has no vectors. Then there is nothing to be gained, and nothing is converted
//! here.

use placemat_core::{
    Conversion, Replace,
    convert::{Progress, Utf8, Utf32, portable::is_scalar_value},
    utf16::{is_high, is_low, is_surrogate, join},
};

use super::route::ConvertsTo;
use crate::{
    backend::columns::{self, Column},
    backend_choice::BackendChoice,
};

/// Units that are looked at together.
const BLOCK: usize = 64;

/// Units of a buffer: it stays in the nearest cache.
const BUFFER: usize = 8 * BLOCK;

/// U+FFFD.
const REPLACEMENT: u16 = 0xFFFD;

/// By the kernel.
pub(super) fn utf8_to_utf16(
    choice: BackendChoice,
    source: &[u8],
    at: usize,
    dst: &mut [u16],
    _: char,
) -> Progress {
    by_kernel(choice, columns::UTF8_TO_UTF16_REPLACED, source, at, dst)
}

/// By the kernel.
pub(super) fn utf16_to_utf8(
    choice: BackendChoice,
    source: &[u16],
    at: usize,
    dst: &mut [u8],
    _: char,
) -> Progress {
    by_kernel(choice, columns::UTF16_TO_UTF8_REPLACED, source, at, dst)
}

/// Through UTF-16, each unit in bytes.
pub(super) fn utf8_to_utf16_bytes(
    choice: BackendChoice,
    source: &[u8],
    at: usize,
    dst: &mut [u8],
    to: impl Fn(u16) -> [u8; 2],
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
    choice: BackendChoice,
    source: &[u8],
    at: usize,
    dst: &mut [u32],
    _: char,
) -> Progress {
    let put = |units: &[u16], dst: &mut [u32]| characters(units, dst, |value| value);
    through_utf16(choice, source, at, dst, put, is_replacement)
}

/// Through UTF-16, each character in bytes.
pub(super) fn utf8_to_utf32_bytes(
    choice: BackendChoice,
    source: &[u8],
    at: usize,
    dst: &mut [u8],
    to: impl Fn(u32) -> [u8; 4],
) -> Progress {
    let put = |units: &[u16], dst: &mut [[u8; 4]]| characters(units, dst, &to);
    in_bytes::<4>(through_utf16(choice, source, at, dst.as_chunks_mut().0, put, is_replacement))
}

/// Through UTF-16, of which all that is above U+00FF is replaced.
pub(super) fn utf8_to_latin1(
    choice: BackendChoice,
    source: &[u8],
    at: usize,
    dst: &mut [u8],
    replacement: char,
) -> Progress {
    let replacement = u8::try_from(u32::from(replacement)).unwrap_or(b'?');
    let byte = |value| u8::try_from(value).unwrap_or(replacement);
    let put = |units: &[u16], dst: &mut [u8]| characters(units, dst, byte);
    through_utf16(choice, source, at, dst, put, |unit| unit > 0xFF)
}

/// By a copy in which all is valid.
pub(super) fn utf32_to_utf8(
    choice: BackendChoice,
    source: &[u32],
    at: usize,
    dst: &mut [u8],
    _: char,
) -> Progress {
    let mut progress = Progress::default();
    if !has_kernels(choice) {
        return progress;
    }
    let mut copy = [0; BUFFER];
    loop {
        let rest = &source[at + progress.read..];
        let rest = &rest[..BUFFER.min(rest.len())];
        let mut any = false;
        for (to, unit) in copy.iter_mut().zip(rest) {
            let is_good = is_scalar_value(*unit);
            *to = if is_good { *unit } else { REPLACEMENT.into() };
            any |= !is_good;
        }
        let dst = &mut dst[progress.written..];
        let done = <Utf32 as ConvertsTo<Utf8>>::progress(choice, &copy[..rest.len()], dst);
        progress += done;
        if !any || done.read == 0 {
            return progress;
        }
    }
}

/// Nothing is invalid.
pub(super) fn latin1_to_utf8(_: BackendChoice, _: &[u8], _: usize, _: &mut [u8], _: char) -> Progress {
    Progress::default()
}

fn by_kernel<S, D>(
    choice: BackendChoice,
    column: &Column<Replace<S, D>>,
    source: &[S],
    at: usize,
    dst: &mut [D],
) -> Progress {
    let Some(before) = at.checked_sub(Conversion::BEFORE) else { return Progress::default() };
    choice.convert(column, &source[before..], dst).unwrap_or_default()
}

/// Whether the backend has kernels for text with errors.
pub(super) fn has_kernels(choice: BackendChoice) -> bool {
    choice.kernel(columns::REPLACING).is_some()
}

/// From UTF-8, from `at` on. `put` writes what valid units of UTF-16 become, no more than they are, and says how
/// much that is. Where a whole buffer has had none of the `telling` units, it ends.
fn through_utf16<U>(
    choice: BackendChoice,
    source: &[u8],
    at: usize,
    dst: &mut [U],
    put: impl Fn(&[u16], &mut [U]) -> usize,
    telling: impl Fn(u16) -> bool,
) -> Progress {
    let mut buffer = [0; BUFFER];
    let mut progress = Progress::default();
    loop {
        let dst = &mut dst[progress.written..];
        // No unit becomes more than one.
        let fits = BUFFER.min(dst.len());
        let at = at + progress.read;
        let done = utf8_to_utf16(choice, source, at, &mut buffer[..fits], char::REPLACEMENT_CHARACTER);
        let units = &buffer[..done.written];
        progress += Progress { read: done.read, written: put(units, dst) };
        if done.read == 0 || !units.iter().fold(false, |any, unit| any | telling(*unit)) {
            return progress;
        }
    }
}

fn is_replacement(unit: u16) -> bool {
    unit == REPLACEMENT
}

/// Puts each character of UTF-16, which is valid, into the destination; how many they are.
#[inline]
fn characters<U>(units: &[u16], dst: &mut [U], to: impl Fn(u32) -> U) -> usize {
    let mut written = 0;
    let mut at = 0;
    for block in units.chunks(BLOCK) {
        if block.iter().fold(false, |any, unit| any | is_surrogate(*unit)) {
            for (nth, unit) in block.iter().enumerate() {
                // A high surrogate writes for both, and what a low one writes is overwritten.
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

/// What was written in units of `N` bytes, in bytes.
fn in_bytes<const N: usize>(Progress { read, written }: Progress) -> Progress {
    Progress { read, written: N * written }
}
