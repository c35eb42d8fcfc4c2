//! Columns with invalid rows: made null, or repaired.

use core::ffi::{c_char, c_void};

use placemat::batch::{self, Offset};

use crate::{
    batch::{Buffer, Rows, column, failed, open, rows},
    bytes::{check, check_apart, slice_mut},
    error::Error,
};

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

/// Makes invalid rows null: clears their bits in `validity`, a bitmap of `validity_len` bytes in Arrow's layout (row `i`
/// is bit `i % 8` of byte `i / 8`; 1 means valid). Set all its bits before, and it marks exactly the valid rows. `count`
/// of the result is the number of cleared bits. Invalid text is no error. After another error of the column, rows before
/// it have been made null. The other arguments are those of `placemat_validate_offsets32`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_nullify_offsets32(
    offsets: *const i32,
    count: usize,
    values: *const c_char,
    len: usize,
    validity: *mut u8,
    validity_len: usize,
) -> Rows {
    // SAFETY: the caller guarantees what the top of the header requires.
    unsafe { nullify(offsets, count, values, len, (validity, validity_len), nullify_offsets) }
}

/// Like `placemat_nullify_offsets32`, for Arrow's large strings (`LargeUtf8`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_nullify_offsets64(
    offsets: *const i64,
    count: usize,
    values: *const c_char,
    len: usize,
    validity: *mut u8,
    validity_len: usize,
) -> Rows {
    // SAFETY: the caller guarantees what the top of the header requires.
    unsafe { nullify(offsets, count, values, len, (validity, validity_len), nullify_offsets) }
}

/// Like `placemat_nullify_offsets32`, for the arguments of `placemat_validate_lengths`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_nullify_lengths(
    lengths: *const i32,
    count: usize,
    values: *const c_char,
    len: usize,
    validity: *mut u8,
    validity_len: usize,
) -> Rows {
    let nullify_rows = |lengths: &[i32], values: &[u8], validity: &mut [u8]| {
        batch::Column::lengths(lengths, values).nullify(validity)
    };
    // SAFETY: the caller guarantees what the top of the header requires.
    unsafe { nullify(lengths, count, values, len, (validity, validity_len), nullify_rows) }
}

/// Like `placemat_nullify_offsets32`, for the arguments of `placemat_validate_views`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_nullify_views(
    views: *const c_void,
    count: usize,
    buffers: *const Buffer,
    buffer_count: usize,
    validity: *mut u8,
    validity_len: usize,
) -> Rows {
    let nullified = || {
        // SAFETY: the caller guarantees what the top of the header requires.
        let (views, buffers) = unsafe { open(views, count, buffers, buffer_count) }?;
        check_apart(views, validity, validity_len)?;
        buffers.iter().try_for_each(|buffer| check_apart(buffer, validity, validity_len))?;
        // SAFETY: as above, and it does not overlap them.
        let validity = unsafe { slice_mut(validity, validity_len) }?;
        Ok(rows(batch::Column::views(views, &buffers).nullify(validity)))
    };
    nullified().unwrap_or_else(failed)
}

/// Replaces each invalid sequence of each row by U+FFFD, row by row. If a row is invalid, writes the new offsets, which
/// begin with 0, to `new_offsets`, which has space for `count`, and the new values to `dst`. Three times `len` bytes
/// always suffice for `dst`; or call with `dst_len` 0 for the length first, which takes as long. `new_offsets` and `dst`
/// may be `offsets` and `values`, but must not overlap each other. On error, nothing is written. The other arguments are
/// those of `placemat_validate_offsets32`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_repair_offsets32(
    offsets: *const i32,
    count: usize,
    values: *const c_char,
    len: usize,
    new_offsets: *mut i32,
    dst: *mut c_char,
    dst_len: usize,
) -> Repaired {
    // SAFETY: the caller guarantees what the top of the header requires.
    unsafe { repair(offsets, count, values, len, new_offsets, (dst, dst_len), repair_offsets) }
}

/// Like `placemat_repair_offsets32`, for Arrow's large strings (`LargeUtf8`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_repair_offsets64(
    offsets: *const i64,
    count: usize,
    values: *const c_char,
    len: usize,
    new_offsets: *mut i64,
    dst: *mut c_char,
    dst_len: usize,
) -> Repaired {
    // SAFETY: the caller guarantees what the top of the header requires.
    unsafe { repair(offsets, count, values, len, new_offsets, (dst, dst_len), repair_offsets) }
}

/// Like `placemat_repair_offsets32`, for the arguments of `placemat_validate_lengths`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_repair_lengths(
    lengths: *const i32,
    count: usize,
    values: *const c_char,
    len: usize,
    new_lengths: *mut i32,
    dst: *mut c_char,
    dst_len: usize,
) -> Repaired {
    // SAFETY: the caller guarantees what the top of the header requires.
    unsafe {
        repair(lengths, count, values, len, new_lengths, (dst, dst_len), |lengths, values| {
            batch::Column::lengths(lengths, values).repair()
        })
    }
}

/// Like `placemat_repair_offsets32`, for the arguments of `placemat_validate_views`. Writes `count` views to `new_views`.
/// Repaired rows of more than 12 bytes are in `dst`, which is their buffer number `buffer_count`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_repair_views(
    views: *const c_void,
    count: usize,
    buffers: *const Buffer,
    buffer_count: usize,
    new_views: *mut c_void,
    dst: *mut c_char,
    dst_len: usize,
) -> Repaired {
    // SAFETY: the caller guarantees what the top of the header requires.
    let (views, buffers) = match unsafe { open(views, count, buffers, buffer_count) } {
        Ok(opened) => opened,
        Err(error) => return Repaired::failed(error),
    };
    // SAFETY: as above.
    unsafe { write(batch::Column::views(views, &buffers).repair(), new_views.cast(), (dst, dst_len)) }
}

fn nullify_offsets<O: Offset>(
    offsets: &[O],
    values: &[u8],
    validity: &mut [u8],
) -> Result<usize, batch::RowError> {
    batch::Column::offsets(offsets, values).nullify(validity)
}

fn repair_offsets<'a, O: Offset>(
    offsets: &'a [O],
    values: &'a [u8],
) -> Result<batch::Repaired<'a, O>, batch::RowError> {
    batch::Column::offsets(offsets, values).repair()
}

/// # Safety
///
/// As for [`column`] and [`slice_mut`].
unsafe fn nullify<N>(
    numbers: *const N,
    count: usize,
    values: *const c_char,
    len: usize,
    (validity, validity_len): (*mut u8, usize),
    nullify_rows: impl FnOnce(&[N], &[u8], &mut [u8]) -> Result<usize, batch::RowError>,
) -> Rows {
    let nullified = || {
        // SAFETY: the caller guarantees what `column` requires.
        let (numbers, values) = unsafe { column(numbers, count, values, len) }?;
        check_apart(numbers, validity, validity_len)?;
        check_apart(values, validity, validity_len)?;
        // SAFETY: the caller guarantees what `slice_mut` requires, and it does not overlap the column.
        Ok(rows(nullify_rows(numbers, values, unsafe { slice_mut(validity, validity_len) }?)))
    };
    nullified().unwrap_or_else(failed)
}

/// # Safety
///
/// As for [`column`] and [`write`].
unsafe fn repair<N: Copy>(
    numbers: *const N,
    count: usize,
    values: *const c_char,
    len: usize,
    new_numbers: *mut N,
    dst: (*mut c_char, usize),
    repair_rows: impl for<'a> FnOnce(&'a [N], &'a [u8]) -> Result<batch::Repaired<'a, N>, batch::RowError>,
) -> Repaired {
    // SAFETY: the caller guarantees what `column` requires.
    match unsafe { column(numbers, count, values, len) } {
        // SAFETY: the caller guarantees what `write` requires.
        Ok((rows, values)) => unsafe { write(repair_rows(rows, values), new_numbers, dst) },
        Err(error) => Repaired::failed(error),
    }
}

/// Writes a repaired column.
///
/// # Safety
///
/// As for [`slice_mut`], of as many rows as the column has. The destinations may overlap what was repaired, because that
/// is not read any more.
unsafe fn write<R: Copy>(
    repaired: Result<batch::Repaired<'_, R>, batch::RowError>,
    new_rows: *mut R,
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
