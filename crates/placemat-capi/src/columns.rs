//! Columns with invalid rows: made null, or repaired.

use core::ffi::{c_char, c_void};

use placemat::batch::{self, Column};

use crate::batch::{Buffer, Rows, column, failed, open, rows};
use crate::bytes::{check, check_apart, slice_mut};
use crate::error::Error;

/// The result of repairing a column of strings.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Repaired {
    /// Success; `PLACEMAT_ERROR_OUTPUT_FULL` if `dst` is too short; or the error of the column, which is not in its text.
    pub error: Error,
    /// Index of the row with that error.
    pub row: usize,
    /// The number of bytes that `dst` must have, of which all are written on success.
    pub count: usize,
    /// The number of invalid rows. If it is 0, nothing is written: the column is valid as it is.
    pub replaced: usize,
}

/// Defines the functions that make rows null.
macro_rules! nullify {
    ($($(#[$about:meta])* $name:ident($numbers:ident: $number:ty);)*) => {$(
        $(#[$about])*
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            $numbers: *const $number,
            count: usize,
            values: *const c_char,
            len: usize,
            validity: *mut u8,
            validity_len: usize,
        ) -> Rows {
            let nullified = || {
                // SAFETY: the caller guarantees what the top of the header requires.
                let (numbers, values) = unsafe { column($numbers, count, values, len) }?;
                check_apart(numbers, validity, validity_len)?;
                check_apart(values, validity, validity_len)?;
                // SAFETY: as above, and it does not overlap the column.
                let validity = unsafe { slice_mut(validity, validity_len) }?;
                Ok(rows(Column::$numbers(numbers, values).nullify(validity)))
            };
            nullified().unwrap_or_else(failed)
        }
    )*};
}

nullify! {
    /// Makes invalid rows null: clears their bits in `validity`, a bitmap of `validity_len` bytes in Arrow's layout
    /// (row `i` is bit `i % 8` of byte `i / 8`; 1 means valid). Set all its bits before, and it marks exactly the valid
    /// rows. `count` of the result is the number of cleared bits. Invalid text is no error. After another error of the
    /// column, rows before it have been made null. The other arguments are those of `placemat_validate_offsets32`.
    placemat_nullify_offsets32(offsets: i32);
    /// Like `placemat_nullify_offsets32`, for Arrow's large strings (`LargeUtf8`).
    placemat_nullify_offsets64(offsets: i64);
    /// Like `placemat_nullify_offsets32`, for the arguments of `placemat_validate_lengths`.
    placemat_nullify_lengths(lengths: i32);
}

/// Like `placemat_nullify_offsets32`, for the arguments of `placemat_validate_views`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_nullify_views(
    views: *const c_void, count: usize, buffers: *const Buffer, buffer_count: usize, validity: *mut u8,
    validity_len: usize,
) -> Rows {
    let nullified = || {
        // SAFETY: the caller guarantees what the top of the header requires.
        let (views, buffers) = unsafe { open(views, count, buffers, buffer_count) }?;
        check_apart(views, validity, validity_len)?;
        buffers.iter().try_for_each(|buffer| check_apart(buffer, validity, validity_len))?;
        // SAFETY: as above, and it does not overlap them.
        let validity = unsafe { slice_mut(validity, validity_len) }?;
        Ok(rows(Column::views(views, &buffers).nullify(validity)))
    };
    nullified().unwrap_or_else(failed)
}

/// Defines the functions that repair.
macro_rules! repair {
    ($($(#[$about:meta])* $name:ident($numbers:ident, $new_numbers:ident: $number:ty);)*) => {$(
        $(#[$about])*
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            $numbers: *const $number,
            count: usize,
            values: *const c_char,
            len: usize,
            $new_numbers: *mut $number,
            dst: *mut c_char,
            dst_len: usize,
        ) -> Repaired {
            // SAFETY: the caller guarantees what the top of the header requires.
            match unsafe { column($numbers, count, values, len) } {
                // SAFETY: as above.
                Ok((rows, values)) => unsafe {
                    write(Column::$numbers(rows, values).repair(), $new_numbers, (dst, dst_len))
                },
                Err(error) => Repaired::failed(error),
            }
        }
    )*};
}

repair! {
    /// Replaces each invalid sequence of each row by U+FFFD, row by row. If a row is invalid, writes the new offsets,
    /// which begin with 0, to `new_offsets`, which has space for `count`, and the new values to `dst`. Three times
    /// `len` bytes always suffice for `dst`; or call with `dst_len` 0 for the length first, which takes as long.
    /// `new_offsets` and `dst` may be `offsets` and `values`, but must not overlap each other. On error, nothing is
    /// written. The other arguments are those of `placemat_validate_offsets32`.
    placemat_repair_offsets32(offsets, new_offsets: i32);
    /// Like `placemat_repair_offsets32`, for Arrow's large strings (`LargeUtf8`).
    placemat_repair_offsets64(offsets, new_offsets: i64);
    /// Like `placemat_repair_offsets32`, for the arguments of `placemat_validate_lengths`.
    placemat_repair_lengths(lengths, new_lengths: i32);
}

/// Like `placemat_repair_offsets32`, for the arguments of `placemat_validate_views`. Writes `count` views to `new_views`.
/// Repaired rows of more than 12 bytes are in `dst`, which is their buffer number `buffer_count`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_repair_views(
    views: *const c_void, count: usize, buffers: *const Buffer, buffer_count: usize, new_views: *mut c_void,
    dst: *mut c_char, dst_len: usize,
) -> Repaired {
    // SAFETY: the caller guarantees what the top of the header requires.
    let (views, buffers) = match unsafe { open(views, count, buffers, buffer_count) } {
        Ok(opened) => opened,
        Err(error) => return Repaired::failed(error),
    };
    // SAFETY: as above.
    unsafe { write(Column::views(views, &buffers).repair(), new_views.cast(), (dst, dst_len)) }
}

/// Writes a repaired column.
///
/// # Safety
///
/// As for [`slice_mut`], of as many rows as the column has. The destinations may overlap what was repaired, because that
/// is not read any more.
unsafe fn write<R: Copy>(
    repaired: Result<batch::Repaired<'_, R>, batch::RowError>, new_rows: *mut R,
    (dst, dst_len): (*mut c_char, usize),
) -> Repaired {
    let column = match repaired {
        Ok(column) => column,
        Err(error) => {
            let Rows { error, row, .. } = rows(Err(error));
            return Repaired { row, ..Repaired::failed(error) };
        }
    };
    let done = Repaired {
        count: column.values.len(),
        replaced: column.replaced,
        ..Repaired::failed(Error::Success)
    };
    if column.replaced == 0 {
        return Repaired { count: 0, ..done };
    }
    if dst_len < column.values.len() {
        return Repaired { error: Error::OutputFull, ..done };
    }
    // If a row is invalid, both are owned.
    let (rows, values) = (column.rows.into_owned(), column.values.into_owned());
    let written = || {
        check(dst, dst_len)?;
        // SAFETY: the caller guarantees what `slice_mut` requires.
        let dst = unsafe { slice_mut(dst.cast::<u8>(), values.len()) }?;
        check_apart(dst, new_rows, rows.len())?;
        // SAFETY: as above.
        let new_rows = unsafe { slice_mut(new_rows, rows.len()) }?;
        new_rows.copy_from_slice(&rows);
        dst.copy_from_slice(&values);
        Ok(done)
    };
    written().unwrap_or_else(Repaired::failed)
}

impl Repaired {
    const fn failed(error: Error) -> Self {
        Self { error, row: 0, count: 0, replaced: 0 }
    }
}
