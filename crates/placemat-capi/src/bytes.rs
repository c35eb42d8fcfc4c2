//! Slices from what C passes.

use core::slice;

use crate::error::Error;

/// `len` values at `start`. With a length of 0 the pointer is not looked at.
///
/// # Safety
///
/// Unless the length is 0 or the pointer NULL or not aligned, that many values can be read there, and do not
/// change as long as the slice lives.
pub(crate) unsafe fn slice<'a, T>(start: *const T, len: usize) -> Result<&'a [T], Error> {
    check(start, len)?;
    if len == 0 {
        return Ok(&[]);
    }
    // SAFETY: the pointer is aligned and not null, the length is not above `isize::MAX` bytes, and the
    // caller promises the rest.
    Ok(unsafe { slice::from_raw_parts(start, len) })
}

/// `len` values at `start`, to be written. With a length of 0 the pointer is not looked at.
///
/// # Safety
///
/// As for [`slice`], and nothing else reads or writes there as long as the slice lives. The values need not be
/// initialised: C's own are not, and every value of `T` is a number.
pub(crate) unsafe fn slice_mut<'a, T>(start: *mut T, len: usize) -> Result<&'a mut [T], Error> {
    check(start, len)?;
    if len == 0 {
        return Ok(&mut []);
    }
    // SAFETY: as in `slice`.
    Ok(unsafe { slice::from_raw_parts_mut(start, len) })
}

/// Whether a source and the destination for a result have bytes in common.
pub(crate) fn check_apart<S, D>(source: &[S], dst: *const D, dst_len: usize) -> Result<(), Error> {
    if source.is_empty() {
        // Its address is not one that the caller passed.
        return Ok(());
    }
    let source = source.as_ptr_range();
    let (from, to) = (source.start.addr(), source.end.addr());
    let dst_from = dst.addr();
    let dst_to = dst_from.saturating_add(dst_len.saturating_mul(size_of::<D>()));
    if from < dst_to && dst_from < to { Err(Error::Overlap) } else { Ok(()) }
}

fn check<T>(start: *const T, len: usize) -> Result<(), Error> {
    if len == 0 {
        Ok(())
    } else if start.is_null() {
        Err(Error::NullPointer)
    } else if !start.addr().is_multiple_of(align_of::<T>()) {
        Err(Error::Misaligned)
    } else if len > isize::MAX.unsigned_abs() / size_of::<T>() {
        Err(Error::TooLong)
    } else {
        Ok(())
    }
}
