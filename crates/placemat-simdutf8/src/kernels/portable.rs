//! 32-bit x86, for which placemat has no kernels yet: the facade, under the names of the backends.

use placemat::stream::Validator;

use super::{BLOCK, NOT_WHOLE, gathered::Gathered};
use crate::{
    basic::{self, imp},
    compat,
};

/// Judges octets.
///
/// # Errors
///
/// If they are not well-formed UTF-8.
///
/// # Safety
///
/// None is needed; the signature is simdutf8's.
#[inline]
pub unsafe fn validate_utf8_basic(input: &[u8]) -> Result<(), basic::Utf8Error> {
    if placemat::is_utf8(input) { Ok(()) } else { Err(basic::Utf8Error) }
}

/// Judges octets.
///
/// # Errors
///
/// The first error, if they are not well-formed UTF-8.
///
/// # Safety
///
/// None is needed; the signature is simdutf8's.
#[inline]
pub unsafe fn validate_utf8_compat(input: &[u8]) -> Result<(), compat::Utf8Error> {
    Ok(placemat::validate(input)?)
}

/// Judges a stream of whole blocks of 64 octets.
pub struct ChunkedUtf8ValidatorImp(Validator);

impl imp::ChunkedUtf8Validator for ChunkedUtf8ValidatorImp {
    unsafe fn new() -> Self {
        Self(Validator::new())
    }

    unsafe fn update_from_chunks(&mut self, input: &[u8]) {
        assert!(input.len() % BLOCK == 0, "{NOT_WHOLE}");
        // An error stays: `finish` returns it again.
        let _ = self.0.feed(input);
    }

    unsafe fn finalize(mut self, remaining_input: Option<&[u8]>) -> Result<(), basic::Utf8Error> {
        let _ = self.0.feed(remaining_input.unwrap_or_default());
        self.0.finish().map_err(|_| basic::Utf8Error)
    }
}

/// Judges a stream of chunks of any length.
pub struct Utf8ValidatorImp(Gathered<ChunkedUtf8ValidatorImp>);

impl imp::Utf8Validator for Utf8ValidatorImp {
    unsafe fn new() -> Self {
        // SAFETY: nothing is needed.
        Self(Gathered::over(unsafe { imp::ChunkedUtf8Validator::new() }))
    }

    unsafe fn update(&mut self, input: &[u8]) {
        // SAFETY: nothing is needed.
        unsafe { self.0.update(input) };
    }

    unsafe fn finalize(self) -> Result<(), basic::Utf8Error> {
        // SAFETY: nothing is needed.
        unsafe { self.0.finalize() }
    }
}
