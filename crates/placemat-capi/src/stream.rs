//! Validates text that arrives in chunks.

use core::{ffi::c_char, mem::MaybeUninit};

use placemat::stream::{StreamError, Validator};

use crate::bytes::{check, slice};
use crate::error::Error;

/// A validator for UTF-8 that arrives in chunks. Create it with `placemat_stream_new`. It owns no resources: it may
/// be copied, and need not be freed. Its fields are private.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Stream {
    tag: u64,
    state: [MaybeUninit<u64>; 11],
}

/// The first error in a stream.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Found {
    /// Success, or the kind of error.
    pub error: Error,
    /// Offset of the error from the start of the stream, in bytes.
    pub offset: u64,
    /// Length of the invalid sequence in bytes, 1 to 3.
    pub error_len: usize,
}

const TAG: u64 = u64::from_be_bytes(*b"pmstream");

const _: () = assert!(size_of::<Validator>() <= 88 && align_of::<Validator>() <= align_of::<u64>());

/// Creates a validator at the start of a stream.
#[unsafe(no_mangle)]
pub extern "C" fn placemat_stream_new() -> Stream {
    let mut stream = Stream { tag: TAG, state: [MaybeUninit::new(0); 11] };
    // SAFETY: the state is large and aligned enough, as asserted above.
    unsafe { stream.state.as_mut_ptr().cast::<Validator>().write(Validator::new()) };
    stream
}

/// Validates the next chunk, which may have any length and may begin or end inside a character. After an error every
/// call returns the same error, until `placemat_stream_finish`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_stream_feed(
    stream: *mut Stream, chunk: *const c_char, len: usize,
) -> Found {
    // SAFETY: the caller guarantees what the top of the header requires.
    let validator = match unsafe { validator(stream) } {
        Ok(validator) => validator,
        Err(error) => return found(Err(error)),
    };
    // SAFETY: the caller guarantees what the top of the header requires.
    match unsafe { slice(chunk.cast::<u8>(), len) } {
        Ok(chunk) => found(Ok(validator.feed(chunk))),
        Err(error) => found(Err(error)),
    }
}

/// Ends the stream and resets the validator. Returns the first error; a stream that ends inside a character is one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_stream_finish(stream: *mut Stream) -> Found {
    // SAFETY: the caller guarantees what the top of the header requires.
    found(unsafe { validator(stream) }.map(Validator::finish))
}

/// Returns whether the stream would be valid if it ended here.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_stream_is_complete(stream: *mut Stream) -> bool {
    // SAFETY: the caller guarantees what the top of the header requires.
    unsafe { validator(stream) }.is_ok_and(|validator| validator.is_complete())
}

/// # Safety
///
/// The stream must be NULL, or readable and writable.
unsafe fn validator<'a>(stream: *mut Stream) -> Result<&'a mut Validator, Error> {
    check(stream, 1)?;
    // SAFETY: it is not null and is aligned; the caller guarantees the rest.
    if unsafe { (*stream).tag } != TAG {
        return Err(Error::NotInitialised);
    }
    // SAFETY: the tag shows that it is a stream, so the pointer to its state is in bounds.
    let state = unsafe { &raw mut (*stream).state };
    // SAFETY: a stream with the tag was created by `placemat_stream_new`, or is a copy of one.
    Ok(unsafe { &mut *state.cast::<Validator>() })
}

fn found(result: Result<Result<(), StreamError>, Error>) -> Found {
    match result {
        Ok(Ok(())) => Found { error: Error::Success, offset: 0, error_len: 0 },
        Ok(Err(error)) => Found { error: error.kind.into(), offset: error.offset, error_len: error.len },
        Err(error) => Found { error, offset: 0, error_len: 0 },
    }
}
