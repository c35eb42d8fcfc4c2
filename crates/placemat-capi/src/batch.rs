//! Validates columns of short strings.

use core::ffi::{c_char, c_void};

use placemat::batch::{self, Column};

use crate::{bytes::slice, error::Error};

/// The result of validating a column of strings: the first row with an error.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Rows {
    /// Success, or the kind of error.
    pub error: Error,
    /// Index of that row.
    pub row: usize,
    /// If the row is not UTF-8, the number of valid bytes before its error. On success of
    /// `placemat_validate_lengths` and `placemat_validate_prefixed`, the number of bytes that the rows take; on success
    /// of `placemat_nullify_...`, the number of bits that were cleared.
    pub count: usize,
    /// If the row is not UTF-8, the length of the invalid sequence, 1 to 3; 0 if the row ends inside a character.
    pub error_len: usize,
}

/// A buffer that views point into, for `placemat_validate_views`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Buffer {
    /// Its first byte.
    pub data: *const c_char,
    /// Its length in bytes.
    pub len: usize,
}

/// Defines the functions that validate numbers of rows, with all bytes after one another.
macro_rules! validate {
    ($($(#[$about:meta])* $name:ident($numbers:ident: $number:ty): |$column:ident| $validate:expr;)*) => {$(
        $(#[$about])*
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            $numbers: *const $number,
            count: usize,
            values: *const c_char,
            len: usize,
        ) -> Rows {
            // SAFETY: the caller guarantees what the top of the header requires.
            match unsafe { column($numbers, count, values, len) } {
                Ok((numbers, values)) => {
                    let $column = Column::$numbers(numbers, values);
                    rows($validate)
                }
                Err(error) => failed(error),
            }
        }
    )*};
}

validate! {
    /// Validates Arrow's strings (`Utf8`): row `i` is `values[offsets[i]..offsets[i + 1]]`, so that `count` offsets
    /// delimit `count - 1` rows. Each row must be valid UTF-8 on its own.
    placemat_validate_offsets32(offsets: i32): |column| column.validate().map(|()| 0);
    /// Like `placemat_validate_offsets32`, for Arrow's large strings (`LargeUtf8`).
    placemat_validate_offsets64(offsets: i64): |column| column.validate().map(|()| 0);
    /// Validates the values of Parquet's `DELTA_LENGTH_BYTE_ARRAY`: `count` rows of these lengths in bytes, stored one
    /// after another from the start of `values`.
    placemat_validate_lengths(lengths: i32): |column| column.validate();
}

/// Validates the values of Parquet's `PLAIN`: `count` rows, stored one after another from the start of `data`, each
/// preceded by its length as a 32-bit little-endian number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_validate_prefixed(data: *const c_char, len: usize, count: usize) -> Rows {
    // SAFETY: the caller guarantees what the top of the header requires.
    match unsafe { slice(data.cast::<u8>(), len) } {
        Ok(data) => rows(Column::prefixed(data, count).validate()),
        Err(error) => failed(error),
    }
}

/// Validates Arrow's string views (`Utf8View`): `count` views of 16 bytes each. `views` need not be aligned.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_validate_views(
    views: *const c_void, count: usize, buffers: *const Buffer, buffer_count: usize,
) -> Rows {
    // SAFETY: the caller guarantees what the top of the header requires.
    match unsafe { open(views, count, buffers, buffer_count) } {
        Ok((views, buffers)) => rows(Column::views(views, &buffers).validate().map(|()| 0)),
        Err(error) => failed(error),
    }
}

/// The offsets or lengths of rows, and the bytes of all rows.
///
/// # Safety
///
/// As for [`slice`], of both.
pub(crate) unsafe fn column<'a, N>(
    numbers: *const N, count: usize, values: *const c_char, len: usize,
) -> Result<(&'a [N], &'a [u8]), Error> {
    // SAFETY: the caller guarantees what `slice` requires.
    let numbers = unsafe { slice(numbers, count) }?;
    // SAFETY: as above.
    Ok((numbers, unsafe { slice(values.cast::<u8>(), len) }?))
}

/// The bytes of views, and their buffers.
type Opened<'a> = (&'a [[u8; 16]], Vec<&'a [u8]>);

/// # Safety
///
/// As for [`slice`], of the views, the buffers, and the bytes of each buffer.
pub(crate) unsafe fn open<'a>(
    views: *const c_void, count: usize, buffers: *const Buffer, buffer_count: usize,
) -> Result<Opened<'a>, Error> {
    // SAFETY: the caller guarantees what `slice` requires.
    let views = unsafe { slice(views.cast::<[u8; 16]>(), count) }?;
    // SAFETY: as above.
    let buffers = unsafe { slice(buffers, buffer_count) }?;
    // SAFETY: as above.
    let open = |buffer: &Buffer| unsafe { slice(buffer.data.cast::<u8>(), buffer.len) };
    Ok((views, buffers.iter().map(open).collect::<Result<_, _>>()?))
}

pub(crate) const fn failed(error: Error) -> Rows {
    Rows { error, row: 0, count: 0, error_len: 0 }
}

pub(crate) fn rows(result: Result<usize, batch::RowError>) -> Rows {
    let failed = match result {
        Ok(count) => return Rows { error: Error::Success, row: 0, count, error_len: 0 },
        Err(failed) => failed,
    };
    let rows = Rows { error: Error::OutOfBounds, row: failed.row(), count: 0, error_len: 0 };
    match failed {
        batch::RowError::Invalid { error, .. } => Rows {
            error: error.into(),
            count: error.valid_up_to(),
            error_len: error.error_len().unwrap_or(0),
            ..rows
        },
        batch::RowError::NotAscending { .. } => Rows { error: Error::NotAscending, ..rows },
        batch::RowError::Padding { .. } => Rows { error: Error::Padding, ..rows },
        batch::RowError::Prefix { .. } => Rows { error: Error::Prefix, ..rows },
        batch::RowError::Bitmap { .. } => Rows { error: Error::Bitmap, ..rows },
        batch::RowError::TooLong { .. } => Rows { error: Error::ColumnTooLong, ..rows },
        // `batch::RowError` is non-exhaustive; treat future variants as out of bounds.
        _ => rows,
    }
}
