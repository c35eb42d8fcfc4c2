//! The entry point of validation: takes the [`route`] of an input.
//!
//! ```text
//! Short:          kernel.short
//! Mixed, Dense:   Mixed: skip ASCII, and all of it is valid
//!                 every block in full mode, one check: valid, or look for the error from the start
//! Ascii:          skip the runs that are ASCII, then as below
//! others:         the head in full mode; run by run, or the driver; then the last block
//! an error:       vector by vector in full mode, from where all before is valid
//! ```
//!
//! ```text
//!  0        at             at + 64 n        len
//!  |--------|--------------|----------------|
//!  |- head -|                     |- tail --|
//!           |--- chunks of up to 32 blocks ---|
//! ```
//!
//! The head and the tail are one block each, validated in full mode, and may overlap what is between them: validating
//! a window twice is harmless, since no state is carried. What is between is aligned to blocks and goes to the
//! [`Driver`], chunk by chunk, or run by run. An input of a few blocks is validated entirely in full mode.

use placemat_core::Scan;

use super::route::{route, route_of_long};
use super::window::{after_zeros, end, first_block, validate, validate_head, window, windows};
use super::{Kernel, Route, Step, ascii, driver::Driver, prefetch, short::suspect, sparse::sparse};
use crate::{BLOCK, REACH, Window};

/// Validates `bytes`, by the contract of [`placemat_core::Backend::scan`].
///
/// Must be called from a function that is compiled for the CPU features of `kernel`.
#[inline(always)]
pub fn scan<K: Kernel>(kernel: K, bytes: &[u8]) -> Scan {
    let route = route(kernel, bytes.len(), bytes.first_chunk());
    if matches!(route, Route::Short) {
        return kernel.short(bytes);
    }
    let Some(head) = bytes.first_chunk() else { return Scan::Suspect { from: 0 } };
    let is_mixed = matches!(route, Route::Mixed);
    let start = if is_mixed && bytes.len() <= ascii::FEW * BLOCK {
        ascii::ascii_start(kernel, head, bytes)
    } else if matches!(route, Route::Ascii) || is_mixed && ascii::is_ascii(kernel, head, 0) {
        ascii::first_not_ascii(kernel, bytes)
    } else {
        Some(0)
    };
    let Some(ascii) = start else { return Scan::Clean };
    let has_error = matches!(route, Route::Mixed | Route::Dense);
    if has_error && every_block(kernel, head, bytes, ascii) {
        return bytes.last_chunk().map_or(Scan::Clean, |last| end(bytes, last));
    }
    kernel.vectorize_validation(bytes, ascii, has_error)
}

/// Validates the first vector, those after it, and the tail, with a single check at the end. (Vector by vector is as
/// fast as block by block, and smaller.)
#[inline(always)]
fn every_block<K: Kernel>(kernel: K, head: &Window, bytes: &[u8], from: usize) -> bool {
    let Some(last) = bytes.last_chunk() else { return false };
    let step = K::Full::default();
    let mut acc = step.step(kernel, step.start(kernel), after_zeros(kernel, kernel.load(head, 0)));
    let from = from.max(K::LANES);
    if K::LANES == BLOCK {
        for nth in 0..bytes.len().saturating_sub(from + BLOCK).div_ceil(BLOCK) {
            if let Some(window) = window(bytes, from + nth * BLOCK) {
                acc = validate::<K, K::Full>(kernel, step, acc, window);
            }
        }
    } else {
        let mut rest = bytes.get(from - REACH..).unwrap_or_default();
        while let Some(window) = rest.first_chunk()
            && rest.len() > window.len()
        {
            acc = step.step(kernel, acc, windows::<_, K::Full>(kernel, window, REACH));
            rest = &rest[K::LANES..];
        }
    }
    acc = validate::<K, K::Full>(kernel, step, acc, last);
    step.is_valid(kernel, acc)
}

/// [`scan`] for the routes `Sparse`, `Chunks` and `Uncached`, and for errors. Compiled as a separate function, so that
/// short inputs do not pay for the registers that it saves. The first `ascii` bytes are ASCII: none, or up to the
/// beginning of a block of the chunks. `has_error` says that an error after them is to be found.
#[inline(always)]
pub fn long<K: Kernel>(kernel: K, bytes: &[u8], ascii: usize, has_error: bool) -> Scan {
    let at = if has_error { ascii } else { validated(kernel, bytes, ascii) };
    first_error(kernel, bytes, at)
}

/// Validates all but the last block, which may overlap validated bytes. Returns an offset before which there is no error.
#[inline(always)]
fn validated<K: Kernel>(kernel: K, bytes: &[u8], ascii: usize) -> usize {
    let mut at = ascii;
    if at < REACH {
        let step = K::Full::default();
        match bytes.first_chunk() {
            Some(head) if step.is_valid(kernel, validate_head(kernel, head)) => at = first_block(bytes),
            _ => return 0,
        }
    }
    let route = route_of_long::<K>(bytes.len());
    if matches!(route, Route::Sparse) {
        return sparse(kernel, bytes, at);
    }
    let scans = !(K::FASTER_THAN_MEMORY && matches!(route, Route::Uncached));
    drive(kernel, scans, bytes, at).err().unwrap_or(bytes.len().saturating_sub(BLOCK))
}

/// Validates all whole blocks from `at` on with the [`Driver`], piece by piece.
#[inline(always)]
fn drive<K: Kernel>(kernel: K, scans: bool, bytes: &[u8], mut at: usize) -> Result<(), usize> {
    let policy = prefetch::policy(kernel, bytes.len());
    let mut driver = Driver::new(kernel, policy, scans, bytes, at);
    loop {
        let piece = prefetch::piece(kernel, policy, bytes, at);
        driver.run(piece, at)?;
        if piece.len() == bytes.len() {
            return Ok(());
        }
        at = piece.len();
    }
}

/// Validates the blocks from `at` on, before which there is no error: the last one, or after an alarm all, until the
/// first error.
#[inline(always)]
fn first_error<K: Kernel>(kernel: K, bytes: &[u8], mut at: usize) -> Scan {
    let step = K::Full::default();
    let (Some(head), Some(last)) = (bytes.first_chunk::<BLOCK>(), bytes.last_chunk()) else {
        return Scan::Suspect { from: 0 };
    };
    if at == 0 {
        let acc = step.step(kernel, step.start(kernel), after_zeros(kernel, kernel.load(head, 0)));
        let errors = step.errors(kernel, acc);
        if errors != 0 {
            return suspect(bytes, 0, errors);
        }
        at = K::LANES;
    }
    while at < bytes.len() {
        at = at.min(bytes.len() - BLOCK);
        let window = window(bytes, at).unwrap_or(last);
        let (mut errors, mut lane) = (0, 0);
        while lane < BLOCK {
            let b = windows::<_, K::Full>(kernel, window, REACH + lane);
            errors |= step.errors(kernel, step.step(kernel, step.start(kernel), b)) << lane;
            lane += K::LANES;
        }
        if errors != 0 {
            return suspect(bytes, at, errors);
        }
        at += BLOCK;
    }
    end(bytes, last)
}
