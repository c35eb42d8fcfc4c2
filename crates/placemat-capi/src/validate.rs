//! Validates text.

use core::ffi::c_char;

use placemat::{chars, convert::SourceError, split_incomplete, utf16, utf32};

use crate::{
    bytes::{slice, slice_mut},
    error::{Error, Outcome},
};

/// A 16-bit unit of UTF-16.
#[allow(non_camel_case_types, reason = "the name in C")]
pub(crate) type char16_t = u16;

/// A 32-bit unit of UTF-32.
#[allow(non_camel_case_types, reason = "the name in C")]
pub(crate) type char32_t = u32;

/// Validates, and returns the first error.
fn check<T, E: SourceError + Into<Error>>(
    units: Result<&[T], Error>,
    validate: impl Fn(&[T]) -> Result<(), E>,
) -> Outcome {
    let units = match units {
        Ok(units) => units,
        Err(error) => return Outcome::refused(error),
    };
    match validate(units) {
        Ok(()) => Outcome::success(units.len()),
        Err(error) => Outcome::malformed(error, units.len()),
    }
}

/// Whether the bytes are valid UTF-8 (RFC 3629, section 4).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_validate_utf8(buf: *const c_char, len: usize) -> bool {
    // SAFETY: the caller's promise, at the top of the header.
    let bytes = unsafe { slice(buf.cast::<u8>(), len) };
    bytes.is_ok_and(placemat::is_utf8)
}

/// Whether the bytes are valid UTF-8; otherwise where the first error is and what.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_validate_utf8_with_errors(buf: *const c_char, len: usize) -> Outcome {
    // SAFETY: the caller's promise, at the top of the header.
    check(unsafe { slice(buf.cast::<u8>(), len) }, placemat::validate)
}

/// Whether all bytes are below 80.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_validate_ascii(buf: *const c_char, len: usize) -> bool {
    // SAFETY: the caller's promise, at the top of the header.
    let bytes = unsafe { slice(buf.cast::<u8>(), len) };
    bytes.is_ok_and(chars::is_ascii)
}

/// Whether all bytes are below 80; otherwise where the first other one is.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_validate_ascii_with_errors(buf: *const c_char, len: usize) -> Outcome {
    // SAFETY: the caller's promise, at the top of the header.
    match unsafe { slice(buf.cast::<u8>(), len) } {
        Ok(bytes) => match chars::ascii_up_to(bytes) {
            count if count == bytes.len() => Outcome::success(count),
            count => Outcome { error: Error::NotAscii, count, error_len: 1 },
        },
        Err(error) => Outcome::refused(error),
    }
}

/// How many of the bytes are left if those of a character that the end cuts off are left out: at most three
/// fewer. For reading in pieces; of bytes that are not UTF-8, the first part is not UTF-8 either.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_trim_partial_utf8(input: *const c_char, length: usize) -> usize {
    // SAFETY: the caller's promise, at the top of the header.
    let bytes = unsafe { slice(input.cast::<u8>(), length) };
    bytes.map_or(0, |bytes| split_incomplete(bytes).0.len())
}

/// The bytes of the units in memory.
fn bytes_of(units: &[u16]) -> &[u8] {
    // SAFETY: every byte of an integer is initialised, and bytes need no alignment.
    unsafe { core::slice::from_raw_parts(units.as_ptr().cast(), size_of_val(units)) }
}

/// Like [`bytes_of`], writable.
fn bytes_of_mut(units: &mut [u16]) -> &mut [u8] {
    // SAFETY: as in `bytes_of`, and any bytes are valid integers.
    unsafe { core::slice::from_raw_parts_mut(units.as_mut_ptr().cast(), size_of_val(units)) }
}

/// Validates units in one byte order. Positions are in units.
fn check_bytes(
    units: Result<&[u16], Error>,
    validate: impl Fn(&[u8]) -> Result<(), utf16::Utf16Error>,
) -> Outcome {
    let outcome = check(units.map(bytes_of), validate);
    Outcome { count: outcome.count / 2, error_len: outcome.error_len / 2, ..outcome }
}

/// Whether the units are valid UTF-16 in the machine's byte order (RFC 2781, section 2.2).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_validate_utf16(buf: *const char16_t, len: usize) -> bool {
    // SAFETY: the caller's promise, at the top of the header.
    unsafe { slice(buf, len) }.is_ok_and(|units| utf16::validate(units).is_ok())
}

/// Whether the units are valid UTF-16; otherwise where the first error is and what.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_validate_utf16_with_errors(buf: *const char16_t, len: usize) -> Outcome {
    // SAFETY: the caller's promise, at the top of the header.
    check(unsafe { slice(buf, len) }, utf16::validate)
}

/// As `placemat_validate_utf16`, of units that are in little endian order.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_validate_utf16le(buf: *const char16_t, len: usize) -> bool {
    // SAFETY: the caller's promise, at the top of the header.
    unsafe { slice(buf, len) }.is_ok_and(|units| utf16::validate_utf16le(bytes_of(units)).is_ok())
}

/// As `placemat_validate_utf16_with_errors`, of units that are in little endian order.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_validate_utf16le_with_errors(buf: *const char16_t, len: usize) -> Outcome {
    // SAFETY: the caller's promise, at the top of the header.
    check_bytes(unsafe { slice(buf, len) }, utf16::validate_utf16le)
}

/// As `placemat_validate_utf16`, of units that are in big endian order.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_validate_utf16be(buf: *const char16_t, len: usize) -> bool {
    // SAFETY: the caller's promise, at the top of the header.
    unsafe { slice(buf, len) }.is_ok_and(|units| utf16::validate_utf16be(bytes_of(units)).is_ok())
}

/// As `placemat_validate_utf16_with_errors`, of units that are in big endian order.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_validate_utf16be_with_errors(buf: *const char16_t, len: usize) -> Outcome {
    // SAFETY: the caller's promise, at the top of the header.
    check_bytes(unsafe { slice(buf, len) }, utf16::validate_utf16be)
}

/// Whether all units are scalar values: no surrogates, none above 10FFFF.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_validate_utf32(buf: *const char32_t, len: usize) -> bool {
    // SAFETY: the caller's promise, at the top of the header.
    unsafe { slice(buf, len) }.is_ok_and(|units| utf32::validate(units).is_ok())
}

/// Whether all units are scalar values; otherwise where the first error is and what.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_validate_utf32_with_errors(buf: *const char32_t, len: usize) -> Outcome {
    // SAFETY: the caller's promise, at the top of the header.
    check(unsafe { slice(buf, len) }, utf32::validate)
}

/// Copies `len` units of UTF-16 in the machine's byte order, with U+FFFD in place of each lone surrogate, and
/// says how many there were. `output` must hold `len` units; it may be `input`, and may overlap it.
/// Nothing is written, and the answer is 0, where a pointer is NULL or not aligned.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_to_well_formed_utf16(
    input: *const char16_t,
    len: usize,
    output: *mut char16_t,
) -> usize {
    // SAFETY: the caller's promise, at the top of the header.
    unsafe { to_well_formed(input, len, output, utf16::make_well_formed) }
}

/// As `placemat_to_well_formed_utf16`, of units that are in little endian order.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_to_well_formed_utf16le(
    input: *const char16_t,
    len: usize,
    output: *mut char16_t,
) -> usize {
    // SAFETY: the caller's promise, at the top of the header.
    unsafe {
        to_well_formed(input, len, output, |units| utf16::make_well_formed_utf16le(bytes_of_mut(units)))
    }
}

/// As `placemat_to_well_formed_utf16`, of units that are in big endian order.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_to_well_formed_utf16be(
    input: *const char16_t,
    len: usize,
    output: *mut char16_t,
) -> usize {
    // SAFETY: the caller's promise, at the top of the header.
    unsafe {
        to_well_formed(input, len, output, |units| utf16::make_well_formed_utf16be(bytes_of_mut(units)))
    }
}

/// Copies units, and replaces lone surrogates in the copy.
///
/// # Safety
///
/// As for [`slice`] and [`slice_mut`], except that the two may overlap.
unsafe fn to_well_formed(
    input: *const char16_t,
    len: usize,
    output: *mut char16_t,
    replace: impl Fn(&mut [u16]) -> usize,
) -> usize {
    // SAFETY: the caller guarantees what `slice` requires.
    if unsafe { slice(input, len) }.is_err() {
        return 0;
    }
    // SAFETY: the caller guarantees what `slice_mut` requires; no other slice is alive.
    if unsafe { slice_mut(output, len) }.is_err() || len == 0 {
        return 0;
    }
    // SAFETY: both have `len` units, and `copy` allows them to overlap.
    unsafe { core::ptr::copy(input, output, len) };
    // SAFETY: as above.
    unsafe { slice_mut(output, len) }.map_or(0, replace)
}
