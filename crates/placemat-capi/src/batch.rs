//! Validates columns of short strings.

use core::ffi::{c_char, c_void};

use placemat::batch::{self, Offset};

use crate::{bytes::slice, error::Error};

/// The first row that something is wrong with.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Rows {
    /// What is wrong, or success.
    pub error: Error,
    /// How many rows come before it.
    pub row: usize,
    /// The bytes of the row before its error, if it is not UTF-8. With success of rows that have no offsets:
    /// how many bytes of the buffer they take.
    pub count: usize,
    /// The bytes of the ill-formed sequence, 1 to 3, if it is not UTF-8; 0 where the row ends inside a character.
    pub error_len: usize,
}

/// Bytes somewhere, for `placemat_validate_views`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Buffer {
    /// The first of them.
    pub data: *const c_char,
    /// How many.
    pub len: usize,
}

/// Whether row `i`, the bytes from `offsets[i]` to `offsets[i + 1]` of `values`, is UTF-8, for each but the
/// last of `count` offsets. (Arrow's strings.)
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_validate_offsets32(
    offsets: *const i32,
    count: usize,
    values: *const c_char,
    len: usize,
) -> Rows {
    // SAFETY: the caller keeps the promises at the top of the header.
    unsafe { by_offsets(offsets, count, values, len) }
}

/// As `placemat_validate_offsets32`. (Arrow's large strings.)
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_validate_offsets64(
    offsets: *const i64,
    count: usize,
    values: *const c_char,
    len: usize,
) -> Rows {
    // SAFETY: the caller keeps the promises at the top of the header.
    unsafe { by_offsets(offsets, count, values, len) }
}

/// Whether each of `count` rows is UTF-8, which lie one after another from the start of `values` on, with these
/// lengths in bytes. (Parquet's `DELTA_LENGTH_BYTE_ARRAY`.)
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_validate_lengths(
    lengths: *const i32,
    count: usize,
    values: *const c_char,
    len: usize,
) -> Rows {
    // SAFETY: the caller keeps the promises at the top of the header.
    let lengths = unsafe { slice(lengths, count) };
    // SAFETY: as above.
    match (lengths, unsafe { slice(values.cast::<u8>(), len) }) {
        (Ok(lengths), Ok(values)) => rows(batch::validate_lengths(lengths, values)),
        (Err(error), _) | (_, Err(error)) => refused(error),
    }
}

/// Whether each of `count` rows is UTF-8, which lie one after another from the start of `data` on, each after
/// its length in four bytes, the lowest first. (Parquet's `PLAIN`.)
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_validate_prefixed(data: *const c_char, len: usize, count: usize) -> Rows {
    // SAFETY: the caller keeps the promises at the top of the header.
    match unsafe { slice(data.cast::<u8>(), len) } {
        Ok(data) => rows(batch::validate_prefixed(data, count)),
        Err(error) => refused(error),
    }
}

/// Whether each of `count` rows is UTF-8, of which there are views of sixteen bytes each, at any address.
/// (Arrow's string views.)
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_validate_views(
    views: *const c_void,
    count: usize,
    buffers: *const Buffer,
    buffer_count: usize,
) -> Rows {
    // SAFETY: the caller keeps the promises at the top of the header.
    let views = match unsafe { slice(views.cast::<[u8; 16]>(), count) } {
        Ok(views) => views,
        Err(error) => return refused(error),
    };
    // SAFETY: the caller keeps the promises at the top of the header.
    let buffers = match unsafe { slice(buffers, buffer_count) } {
        Ok(buffers) => buffers,
        Err(error) => return refused(error),
    };
    let open = |buffer: &Buffer| {
        // SAFETY: the caller keeps the promises at the top of the header.
        unsafe { slice(buffer.data.cast::<u8>(), buffer.len) }
    };
    let buffers: Vec<&[u8]> = match buffers.iter().map(open).collect() {
        Ok(buffers) => buffers,
        Err(error) => return refused(error),
    };
    // `validate_views` takes aligned numbers, so copy the views, a few at a time.
    let mut before = 0;
    for views in views.chunks(VIEWS_AT_ONCE) {
        let mut numbers = [0; VIEWS_AT_ONCE];
        for (number, view) in numbers.iter_mut().zip(views) {
            *number = u128::from_le_bytes(*view);
        }
        let done = batch::validate_views(&numbers[..views.len()], &buffers);
        if done.is_err() {
            let found = rows(done.map(|()| 0));
            return Rows { row: before + found.row, ..found };
        }
        before += views.len();
    }
    Rows { error: Error::Success, row: 0, count: 0, error_len: 0 }
}

const VIEWS_AT_ONCE: usize = 256;

/// # Safety
///
/// As for [`slice`].
unsafe fn by_offsets<O: Offset>(offsets: *const O, count: usize, values: *const c_char, len: usize) -> Rows {
    // SAFETY: the caller guarantees what `slice` requires.
    let offsets = unsafe { slice(offsets, count) };
    // SAFETY: as above.
    match (offsets, unsafe { slice(values.cast::<u8>(), len) }) {
        (Ok(offsets), Ok(values)) => rows(batch::validate_offsets(offsets, values).map(|()| 0)),
        (Err(error), _) | (_, Err(error)) => refused(error),
    }
}

const fn refused(error: Error) -> Rows {
    Rows { error, row: 0, count: 0, error_len: 0 }
}

fn rows(result: Result<usize, batch::Error>) -> Rows {
    let failed = match result {
        Ok(count) => return Rows { error: Error::Success, row: 0, count, error_len: 0 },
        Err(failed) => failed,
    };
    let rows = Rows { error: Error::OutOfBounds, row: failed.row(), count: 0, error_len: 0 };
    match failed {
        batch::Error::Malformed { error, .. } => Rows {
            error: error.into(),
            count: error.valid_up_to(),
            error_len: error.error_len().unwrap_or(0),
            ..rows
        },
        batch::Error::NotAscending { .. } => Rows { error: Error::NotAscending, ..rows },
        batch::Error::Padding { .. } => Rows { error: Error::Padding, ..rows },
        batch::Error::Prefix { .. } => Rows { error: Error::Prefix, ..rows },
        // `batch::Error` is non-exhaustive; treat future variants as out of bounds.
        _ => rows,
    }
}
