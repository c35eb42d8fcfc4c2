//! Validates pieces of text separately, and merges the summaries.

use core::{ffi::c_char, mem::MaybeUninit};

use placemat::stream::{self, FirstError};

use crate::bytes::{check, slice};
use crate::error::Error;

/// The summary of a piece of text, which may begin and end inside a character. Merging the summaries of adjacent
/// pieces, in any grouping, gives the summary of the whole. It owns no resources and may be copied; its fields are
/// private. All zeros (`placemat_summary whole = {0};`) is the summary of an empty text.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Summary {
    tag: u64,
    state: [MaybeUninit<u64>; 79],
}

/// One of the first errors in a text.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PlacedError {
    /// The kind of error; success in the unused entries of `first_errors`.
    pub error: Error,
    /// Offset from the start of the text, in bytes.
    pub offset: u64,
    /// Line, counted from 1. A line ends with U+000A.
    pub line: u64,
    /// Column, counted from 1: each character and each invalid sequence counts 1.
    pub column: u64,
    /// Length of the invalid sequence in bytes, 1 to 3.
    pub error_len: usize,
}

/// Counts of a whole text, and its first errors.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Totals {
    /// Length in bytes.
    pub bytes: u64,
    /// Number of characters, which are the valid sequences.
    pub characters: u64,
    /// Number of U+000A.
    pub line_feeds: u64,
    /// Number of invalid sequences.
    pub errors: u64,
    /// Number of invalid sequences of each kind, indexed by `placemat_error`.
    pub errors_by_kind: [u64; 8],
    /// Number of bytes in invalid sequences.
    pub invalid_bytes: u64,
    /// Number of lines with at least one error.
    pub bad_lines: u64,
    /// The first errors, in the order of the text.
    pub first_errors: [PlacedError; 8],
}

const TAG: u64 = u64::from_be_bytes(*b"pmpieces");

const _: () = assert!(size_of::<stream::Summary>() <= 79 * 8 && align_of::<stream::Summary>() <= 8);

/// Summarises a piece. If the call is invalid, such as NULL with a length other than 0, returns the summary of an
/// empty text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_summary_of(piece: *const c_char, len: usize) -> Summary {
    // SAFETY: the caller guarantees what the top of the header requires.
    let piece = unsafe { slice(piece.cast::<u8>(), len) };
    pack(piece.map_or_else(|_| stream::Summary::default(), stream::Summary::of))
}

/// Appends the summary of the next piece to `whole`. If one of the two does not begin with the tag of a
/// summary, returns `PLACEMAT_ERROR_NOT_INITIALISED` and leaves `whole` unchanged.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_summary_merge(whole: *mut Summary, next: *const Summary) -> Error {
    // SAFETY: the caller guarantees what the top of the header requires.
    let before = unsafe { unpack(whole) };
    // SAFETY: as above.
    let merged = match (before, unsafe { unpack(next) }) {
        (Ok(before), Ok(next)) => before.merge(next),
        (Err(error), _) | (_, Err(error)) => return error,
    };
    // SAFETY: `unpack` has checked that it is neither null nor misaligned.
    unsafe { whole.write(pack(merged)) };
    Error::Success
}

/// Writes the totals of a text after all of its pieces have been merged. If the summary does not begin
/// with the tag of one, returns `PLACEMAT_ERROR_NOT_INITIALISED` and writes nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_summary_finish(summary: *const Summary, totals: *mut Totals) -> Error {
    // SAFETY: the caller guarantees what the top of the header requires.
    let summary = match unsafe { unpack(summary) } {
        Ok(summary) => summary.finish(),
        Err(error) => return error,
    };
    if let Err(error) = check(totals, 1) {
        return error;
    }
    let mut errors_by_kind = [0; 8];
    errors_by_kind[1..].copy_from_slice(&summary.errors_by_kind);
    let mut first_errors = [NONE; 8];
    for (place, error) in first_errors.iter_mut().zip(summary.first_errors()) {
        *place = placed(error);
    }
    let all = Totals {
        bytes: summary.bytes,
        characters: summary.chars,
        line_feeds: summary.line_feeds,
        errors: summary.errors,
        errors_by_kind,
        invalid_bytes: summary.invalid_bytes,
        bad_lines: summary.bad_lines,
        first_errors,
    };
    // SAFETY: it is neither null nor misaligned; the caller guarantees the rest.
    unsafe { totals.write(all) };
    Error::Success
}

const NONE: PlacedError = PlacedError { error: Error::Success, offset: 0, line: 0, column: 0, error_len: 0 };

fn placed(error: FirstError) -> PlacedError {
    let FirstError { offset, line, column, len, kind } = error;
    PlacedError { error: kind.into(), offset, line, column, error_len: len }
}

fn pack(summary: stream::Summary) -> Summary {
    let mut packed = Summary { tag: TAG, state: [MaybeUninit::new(0); 79] };
    // SAFETY: the state is large and aligned enough, as asserted above.
    unsafe { packed.state.as_mut_ptr().cast::<stream::Summary>().write(summary) };
    packed
}

/// # Safety
///
/// The summary must be NULL, or readable.
unsafe fn unpack(summary: *const Summary) -> Result<stream::Summary, Error> {
    check(summary, 1)?;
    // SAFETY: it is not null and is aligned; the caller guarantees the rest.
    match unsafe { (*summary).tag } {
        0 => Ok(stream::Summary::default()),
        TAG => {
            // SAFETY: the tag shows that it is a summary, so the pointer to its state is in bounds.
            let state = unsafe { &raw const (*summary).state };
            // SAFETY: a summary with the tag was created by `pack`, or is a copy of one.
            Ok(unsafe { state.cast::<stream::Summary>().read() })
        }
        _ => Err(Error::NotInitialised),
    }
}
