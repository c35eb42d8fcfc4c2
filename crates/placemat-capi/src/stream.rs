//! Validates text that arrives in chunks.

use core::{ffi::c_char, mem::MaybeUninit};

use placemat::stream::{StreamError, Validator};

use crate::{bytes::slice, error::Error};

/// What is known of a stream of UTF-8 so far. It lives where you put it, holds no memory, may be copied, and
/// needs no end. Make one with `placemat_stream_new`; its fields are the library's.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Stream {
    tag: u64,
    state: [MaybeUninit<u64>; 11],
}

/// What a stream has found.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Found {
    /// What is wrong, or success.
    pub error: Error,
    /// The bytes of the whole stream before the error.
    pub offset: u64,
    /// The bytes of the ill-formed sequence, 1 to 3.
    pub error_len: usize,
}

const TAG: u64 = u64::from_be_bytes(*b"pmstream");

const _: () = assert!(size_of::<Validator>() <= 88 && align_of::<Validator>() <= align_of::<u64>());

/// At the start of a stream.
#[unsafe(no_mangle)]
pub extern "C" fn placemat_stream_new() -> Stream {
    let mut stream = Stream { tag: TAG, state: [MaybeUninit::new(0); 11] };
    // SAFETY: the state is large and aligned enough, as asserted above.
    unsafe { stream.state.as_mut_ptr().cast::<Validator>().write(Validator::new()) };
    stream
}

/// Goes on with a chunk of any length. It fails at the first byte that cannot be continued, and then every
/// call fails in the same way, until `placemat_stream_finish`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_stream_feed(
    stream: *mut Stream,
    chunk: *const c_char,
    len: usize,
) -> Found {
    // SAFETY: the caller keeps the promises at the top of the header.
    let validator = match unsafe { validator(stream) } {
        Ok(validator) => validator,
        Err(error) => return found(Err(error)),
    };
    // SAFETY: the caller keeps the promises at the top of the header.
    match unsafe { slice(chunk.cast::<u8>(), len) } {
        Ok(chunk) => found(Ok(validator.feed(chunk))),
        Err(error) => found(Err(error)),
    }
}

/// Ends the stream: an error if it ends inside a character, or has failed before. Then it starts anew.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_stream_finish(stream: *mut Stream) -> Found {
    // SAFETY: the caller keeps the promises at the top of the header.
    found(unsafe { validator(stream) }.map(Validator::finish))
}

/// Whether the stream is valid if it ends here.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_stream_is_complete(stream: *mut Stream) -> bool {
    // SAFETY: the caller keeps the promises at the top of the header.
    unsafe { validator(stream) }.is_ok_and(|validator| validator.is_complete())
}

/// # Safety
///
/// The stream must be NULL, or readable and writable.
unsafe fn validator<'a>(stream: *mut Stream) -> Result<&'a mut Validator, Error> {
    if stream.is_null() {
        return Err(Error::NullPointer);
    }
    if !stream.is_aligned() {
        return Err(Error::Misaligned);
    }
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
