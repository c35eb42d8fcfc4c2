//! Converts units that are stored as bytes: in place if they are aligned and in the byte order of this machine,
//! otherwise through a buffer for the kernels.

use core::{mem::MaybeUninit, slice};

use placemat_core::Conversion;
use placemat_core::convert::{Progress, Utf8};

use super::{lossy::has_kernels, route::Route};
use crate::backend_choice::BackendChoice;

/// Units of the buffer, which fits in the L1 cache.
const BUFFER: usize = 1024;

/// Units of the buffer for short text, for which zeroing the large one would take too long.
const SHORT: usize = 64;

/// Converts to bytes; `to` returns the `N` bytes of a unit, which the machine stores so itself if `IS_NATIVE`.
#[inline]
pub(super) fn target<S, U: Copy + Default, const N: usize, const IS_NATIVE: bool>(
    source: &[S], dst: &mut [u8], to: impl Fn(U) -> [u8; N], convert: impl Fn(&[S], &mut [U]) -> Progress,
) -> Progress {
    if IS_NATIVE && let Some(units) = cast_mut(dst) {
        let Progress { read, written } = convert(source, units);
        return Progress { read, written: N * written };
    }
    let (mut short, mut long);
    let buffer: &mut [U] = if source.len() <= SHORT {
        short = [U::default(); SHORT];
        &mut short
    } else {
        long = [U::default(); BUFFER];
        &mut long
    };
    let mut progress = Progress::default();
    loop {
        // One unit becomes at least one, except in UTF-8, where no more input than fits should be validated.
        let rest = &source[progress.read..];
        let rest = &rest[..buffer.len().min(rest.len())];
        let (dst, _) = dst[progress.written..].as_chunks_mut::<N>();
        let len = buffer.len().min(dst.len());
        let done = convert(rest, &mut buffer[..len]);
        if done.read == 0 {
            return progress;
        }
        for (bytes, unit) in dst.iter_mut().zip(&buffer[..done.written]) {
            *bytes = to(*unit);
        }
        progress += Progress { read: done.read, written: N * done.written };
        if progress.read == source.len() {
            return progress;
        }
    }
}

/// Converts from bytes; `from` makes a unit of `N` bytes.
#[inline]
pub(super) fn source<U: Copy, D, const N: usize, const IS_NATIVE: bool>(
    source: &[u8], dst: &mut [D], from: impl Fn([u8; N]) -> U, convert: impl Fn(&[U], &mut [D]) -> Progress,
) -> Progress {
    let mut buffer = [MaybeUninit::uninit(); BUFFER];
    let mut progress = Progress::default();
    loop {
        let units = units::<U, N, IS_NATIVE>(&source[progress.read..], &mut buffer, &from);
        let done = convert(units, &mut dst[progress.written..]);
        if done.read == 0 {
            return progress;
        }
        progress += Progress { read: N * done.read, written: done.written };
        if progress.read == source.len() {
            return progress;
        }
    }
}

/// Converts from bytes, starting at `at`, like [`ConvertsTo::replace`](super::ConvertsTo::replace).
#[inline]
pub(super) fn source_replaced<U: Route<Utf8>, const N: usize, const IS_NATIVE: bool>(
    choice: BackendChoice, source: &[u8], at: usize, dst: &mut [u8],
    (from, replacement): (impl Fn([u8; N]) -> U::Unit, char),
) -> Progress {
    let Some(before) = at.checked_sub(N * Conversion::BEFORE) else { return Progress::default() };
    if !has_kernels(choice) {
        return Progress::default();
    }
    let mut buffer = [MaybeUninit::uninit(); BUFFER];
    let mut progress = Progress::default();
    loop {
        let units = units::<_, N, IS_NATIVE>(&source[before + progress.read..], &mut buffer, &from);
        let dst = &mut dst[progress.written..];
        let done = U::replace(choice, units, Conversion::BEFORE, dst, replacement);
        progress += Progress { read: N * done.read, written: done.written };
        // If it stops well before the end of the buffer, it met no error for a while, or the destination is full.
        if done.read < BUFFER * 3 / 4 {
            return progress;
        }
    }
}

/// The number of units that the bytes become.
#[inline]
pub(super) fn measure<U: Copy, const N: usize, const IS_NATIVE: bool>(
    source: &[u8], from: impl Fn([u8; N]) -> U, measure: impl Fn(&[U]) -> usize,
) -> usize {
    let mut buffer = [MaybeUninit::uninit(); BUFFER];
    let measure = |bytes| measure(units::<_, N, IS_NATIVE>(bytes, &mut buffer, &from));
    source.chunks(N * BUFFER).map(measure).sum()
}

/// The units as units of another size, if they are aligned; those at the end that are no whole one are left out.
#[inline]
pub(super) fn cast<S: Copy, D: Copy>(units: &[S]) -> Option<&[D]> {
    // SAFETY: units are integers, which have no padding, and of which every value is valid.
    let (before, units, _) = unsafe { units.align_to() };
    before.is_empty().then_some(units)
}

/// The same for units that are written.
#[inline]
pub(super) fn cast_mut<S: Copy, D: Copy>(units: &mut [S]) -> Option<&mut [D]> {
    // SAFETY: as above.
    let (before, units, _) = unsafe { units.align_to_mut() };
    before.is_empty().then_some(units)
}

/// The whole units of the bytes: all of them in place, or the first ones, as many as the buffer holds.
#[inline]
fn units<'a, U: Copy, const N: usize, const IS_NATIVE: bool>(
    bytes: &'a [u8], buffer: &'a mut [MaybeUninit<U>; BUFFER], from: &impl Fn([u8; N]) -> U,
) -> &'a [U] {
    if IS_NATIVE && let Some(units) = cast(bytes) {
        return units;
    }
    let (bytes, _) = bytes.as_chunks::<N>();
    let len = buffer.len().min(bytes.len());
    for (unit, bytes) in buffer.iter_mut().zip(bytes) {
        unit.write(from(*bytes));
    }
    // SAFETY: the first `len` units of the buffer are initialised.
    unsafe { slice::from_raw_parts(buffer.as_ptr().cast(), len) }
}
