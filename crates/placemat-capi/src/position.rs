//! Positions in UTF-8.

use core::ffi::c_char;

use placemat::position::{self, LineEnds, Unit, lossy};

use crate::bytes::{check, slice};

/// A line and a column, as in the Language Server Protocol: both count from 0, columns in 16-bit units of UTF-16, and
/// lines end with LF, CR or CR LF.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct LineColumn {
    /// Number of line ends before the position.
    pub line: usize,
    /// Distance from the start of the line.
    pub column: usize,
}

/// Finds the line and the column of the byte at `offset`; an invalid sequence counts as one unit. Returns false, and
/// leaves `found` unchanged, if no character or invalid sequence begins or ends there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_line_column_from_offset_utf8(
    input: *const c_char, length: usize, offset: usize, found: *mut LineColumn,
) -> bool {
    // SAFETY: the caller guarantees what the top of the header requires.
    let place = unsafe { slice(input.cast::<u8>(), length) }
        .ok()
        .and_then(|bytes| lossy::line_column(bytes, offset, Unit::Utf16, LineEnds::LfCr));
    // SAFETY: as above.
    unsafe { write(found, place.map(|place| LineColumn { line: place.line, column: place.column })) }
}

/// Finds the offset in bytes of a line and a column. Returns false, and leaves `found` unchanged, if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_offset_from_line_column_utf8(
    input: *const c_char, length: usize, place: LineColumn, found: *mut usize,
) -> bool {
    let place = position::LineColumn { line: place.line, column: place.column };
    // SAFETY: the caller guarantees what the top of the header requires.
    let offset = unsafe { slice(input.cast::<u8>(), length) }
        .ok()
        .and_then(|bytes| lossy::byte_at(bytes, place, Unit::Utf16, LineEnds::LfCr));
    // SAFETY: as above.
    unsafe { write(found, offset) }
}

/// # Safety
///
/// An aligned pointer that is not null is writable.
unsafe fn write<T>(to: *mut T, found: Option<T>) -> bool {
    let Some(found) = found.filter(|_| check(to, 1).is_ok()) else { return false };
    // SAFETY: it is aligned and not null, and so writable.
    unsafe { to.write(found) };
    true
}
