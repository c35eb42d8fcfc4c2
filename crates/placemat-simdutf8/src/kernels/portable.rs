//! placemat's public API under the names of the backends, for 32-bit x86 without SSE2, which has no kernels.

use placemat::stream::Validator;

use super::{BLOCK, NOT_WHOLE, gathered::Gathered};
use crate::basic::{self, imp};
use crate::compat;

/// Validates bytes.
///
/// # Errors
///
/// If the bytes are not valid UTF-8.
///
/// # Safety
///
/// No requirements; the signature is simdutf8's.
#[inline]
pub unsafe fn validate_utf8_basic(input: &[u8]) -> Result<(), basic::Utf8Error> {
    if placemat::is_utf8(input) { Ok(()) } else { Err(basic::Utf8Error) }
}

/// Validates bytes.
///
/// # Errors
///
/// The first error, if the bytes are not valid UTF-8.
///
/// # Safety
///
/// No requirements; the signature is simdutf8's.
#[inline]
pub unsafe fn validate_utf8_compat(input: &[u8]) -> Result<(), compat::Utf8Error> {
    Ok(placemat::validate(input)?)
}

/// Validates a stream of whole blocks of 64 bytes.
pub struct ChunkedUtf8ValidatorImp(Validator);

impl imp::ChunkedUtf8Validator for ChunkedUtf8ValidatorImp {
    unsafe fn new() -> Self {
        Self(Validator::new())
    }

    unsafe fn update_from_chunks(&mut self, input: &[u8]) {
        assert!(input.len().is_multiple_of(BLOCK), "{NOT_WHOLE}");
        // The validator keeps an error: `finish` returns it again.
        let _ = self.0.feed(input);
    }

    unsafe fn finalize(mut self, remaining_input: Option<&[u8]>) -> Result<(), basic::Utf8Error> {
        let _ = self.0.feed(remaining_input.unwrap_or_default());
        self.0.finish().map_err(|_| basic::Utf8Error)
    }
}

/// Validates a stream of chunks of any length.
pub struct Utf8ValidatorImp(Gathered<ChunkedUtf8ValidatorImp>);

impl imp::Utf8Validator for Utf8ValidatorImp {
    unsafe fn new() -> Self {
        // SAFETY: there are no requirements.
        Self(Gathered::over(unsafe { imp::ChunkedUtf8Validator::new() }))
    }

    unsafe fn update(&mut self, input: &[u8]) {
        // SAFETY: there are no requirements.
        unsafe { self.0.update(input) };
    }

    unsafe fn finalize(self) -> Result<(), basic::Utf8Error> {
        // SAFETY: there are no requirements.
        unsafe { self.0.finalize() }
    }
}

/// No available emulator runs such a target, so the module is tested on every other one.
#[cfg(test)]
mod tests {
    use imp::{ChunkedUtf8Validator as _, Utf8Validator as _};

    use super::*;

    #[test]
    fn texts_and_streams_are_validated() {
        let cut = "\u{1F37D}".repeat(40);
        for (input, at) in [
            (&b""[..], None),
            (cut.as_bytes(), None),
            (&cut.as_bytes()[..158], Some(156)),
            (b"ab\xFF", Some(2)),
        ] {
            // SAFETY: there are no requirements, here and below.
            assert_eq!(unsafe { validate_utf8_basic(input) }.is_ok(), at.is_none());
            // SAFETY: as above.
            let error = unsafe { validate_utf8_compat(input) }.err();
            assert_eq!(error.map(|error| error.valid_up_to()), at);
            for len in [1, 63, 64, 65] {
                // SAFETY: as above.
                let mut stream = unsafe { Utf8ValidatorImp::new() };
                // SAFETY: as above.
                input.chunks(len).for_each(|chunk| unsafe { stream.update(chunk) });
                // SAFETY: as above.
                assert_eq!(unsafe { stream.finalize() }.is_ok(), at.is_none(), "{len}");
            }
            let (whole, rest) = input.split_at(input.len() / BLOCK * BLOCK);
            // SAFETY: as above.
            let mut stream = unsafe { ChunkedUtf8ValidatorImp::new() };
            // SAFETY: as above.
            unsafe { stream.update_from_chunks(whole) };
            // SAFETY: as above.
            assert_eq!(unsafe { stream.finalize(Some(rest)) }.is_ok(), at.is_none());
        }
    }
}
