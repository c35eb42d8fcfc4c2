//! Converts units that are stored as bytes, in either byte order and of any alignment, through a buffer of
//! native units for the kernels.

use placemat_core::{
    Conversion,
    convert::{Encoding, Progress},
};

use super::{lossy::has_kernels, route::Route};
use crate::backend_choice::BackendChoice;

/// Units of the buffer, which fits in the L1 cache.
const BUFFER: usize = 1024;

/// Units of the buffer for short text, for which zeroing the large one would take too long.
const SHORT: usize = 64;

/// Converts to bytes; `to` returns the `N` bytes of a unit.
#[inline]
pub(super) fn target<S: Route<U>, U: Encoding, const N: usize>(
    choice: BackendChoice,
    source: &[S::Unit],
    dst: &mut [u8],
    to: impl Fn(U::Unit) -> [u8; N],
) -> Progress {
    let (mut short, mut long);
    let buffer: &mut [U::Unit] = if source.len() <= SHORT {
        short = [U::Unit::default(); SHORT];
        &mut short
    } else {
        long = [U::Unit::default(); BUFFER];
        &mut long
    };
    let mut progress = Progress::default();
    loop {
        // One unit of UTF-8 becomes at most one unit here, so no input is validated that does not fit.
        let rest = &source[progress.read..];
        let rest = &rest[..buffer.len().min(rest.len())];
        let (dst, _) = dst[progress.written..].as_chunks_mut::<N>();
        let len = buffer.len().min(dst.len());
        let done = S::progress(choice, rest, &mut buffer[..len]);
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
pub(super) fn source<U: Route<D>, D: Encoding, const N: usize>(
    choice: BackendChoice,
    source: &[u8],
    dst: &mut [D::Unit],
    from: impl Fn([u8; N]) -> U::Unit,
) -> Progress {
    let (mut short, mut long);
    let buffer: &mut [U::Unit] = if source.len() <= N * SHORT {
        short = [U::Unit::default(); SHORT];
        &mut short
    } else {
        long = [U::Unit::default(); BUFFER];
        &mut long
    };
    let mut progress = Progress::default();
    loop {
        let units = load(&source[progress.read..], buffer, &from);
        let done = U::progress(choice, units, &mut dst[progress.written..]);
        if done.read == 0 {
            return progress;
        }
        progress += Progress { read: N * done.read, written: done.written };
        if progress.read == source.len() {
            return progress;
        }
    }
}

/// Converts from bytes, starting at `at`, like [`ConvertsTo::replace`].
#[inline]
pub(super) fn source_replaced<U: Route<D>, D: Encoding, const N: usize>(
    choice: BackendChoice,
    source: &[u8],
    at: usize,
    dst: &mut [D::Unit],
    (from, replacement): (impl Fn([u8; N]) -> U::Unit, char),
) -> Progress {
    let Some(before) = at.checked_sub(N * Conversion::BEFORE) else { return Progress::default() };
    if !has_kernels(choice) {
        return Progress::default();
    }
    let mut buffer = [U::Unit::default(); BUFFER];
    let mut progress = Progress::default();
    loop {
        let units = load(&source[before + progress.read..], &mut buffer, &from);
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
pub(super) fn measure<U: Route<D>, D: Encoding, const N: usize>(
    choice: BackendChoice,
    source: &[u8],
    from: impl Fn([u8; N]) -> U::Unit,
) -> usize {
    let mut buffer = [U::Unit::default(); BUFFER];
    source.chunks(N * BUFFER).map(|bytes| U::measure(choice, load(bytes, &mut buffer, &from))).sum()
}

/// Loads the first whole units of the bytes, as many as the buffer holds.
#[inline]
fn load<'a, U: Copy, const N: usize>(
    bytes: &[u8],
    buffer: &'a mut [U],
    from: &impl Fn([u8; N]) -> U,
) -> &'a [U] {
    let (units, _) = bytes.as_chunks::<N>();
    let units = &units[..buffer.len().min(units.len())];
    for (unit, bytes) in buffer.iter_mut().zip(units) {
        *unit = from(*bytes);
    }
    &buffer[..units.len()]
}
