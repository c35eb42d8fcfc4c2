//! Creates slices from pointers and lengths.

use core::slice;

use crate::error::Error;

/// `len` values at `start`. If `len` is 0, the pointer is ignored.
///
/// # Safety
///
/// Unless the length is 0 or the pointer is NULL or misaligned, that many values must be readable there, and
/// must not change during the slice's lifetime.
pub(crate) unsafe fn slice<'a, T>(start: *const T, len: usize) -> Result<&'a [T], Error> {
    check(start, len)?;
    if len == 0 {
        return Ok(&[]);
    }
    // SAFETY: the pointer is aligned and not null, and the length is at most `isize::MAX` bytes; the caller
    // guarantees the rest.
    Ok(unsafe { slice::from_raw_parts(start, len) })
}

/// `len` writable values at `start`. If `len` is 0, the pointer is ignored.
///
/// # Safety
///
/// As for [`slice`], and nothing else may read or write there during the slice's lifetime. The values may be
/// uninitialised, as C's buffers are; every bit pattern is a valid `T`, which is an integer type.
pub(crate) unsafe fn slice_mut<'a, T>(start: *mut T, len: usize) -> Result<&'a mut [T], Error> {
    check(start, len)?;
    if len == 0 {
        return Ok(&mut []);
    }
    // SAFETY: as in `slice`.
    Ok(unsafe { slice::from_raw_parts_mut(start, len) })
}

/// Returns an error if the source and the destination overlap, or if the destination is none.
pub(crate) fn check_apart<S, D>(source: &[S], dst: *const D, dst_len: usize) -> Result<(), Error> {
    if source.is_empty() {
        // An empty slice does not have the address that the caller passed.
        return Ok(());
    }
    // A length that nothing has would overlap everything.
    check(dst, dst_len)?;
    let source = source.as_ptr_range();
    let (from, to) = (source.start.addr(), source.end.addr());
    let dst_from = dst.addr();
    let dst_to = dst_from.saturating_add(dst_len * size_of::<D>());
    if from < dst_to && dst_from < to { Err(Error::Overlap) } else { Ok(()) }
}

/// Returns an error if no slice begins at `start` and has `len` values.
pub(crate) fn check<T>(start: *const T, len: usize) -> Result<(), Error> {
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
