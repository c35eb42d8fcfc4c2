//! Validates text.

use core::ffi::c_char;

use placemat::{chars, convert::SourceError, split_incomplete, utf16, utf32};

use crate::bytes::{slice, slice_mut};
use crate::error::{Error, Outcome};

/// A 16-bit unit of UTF-16.
#[allow(non_camel_case_types, reason = "the name in C")]
pub(crate) type char16_t = u16;

/// A 32-bit unit of UTF-32.
#[allow(non_camel_case_types, reason = "the name in C")]
pub(crate) type char32_t = u32;

/// Validates the units.
fn check<T, E: SourceError + Into<Error>>(
    units: Result<&[T], Error>, validate: impl Fn(&[T]) -> Result<(), E>,
) -> Outcome {
    let units = match units {
        Ok(units) => units,
        Err(error) => return Outcome::failed(error),
    };
    match validate(units) {
        Ok(()) => Outcome::success(units.len()),
        Err(error) => Outcome::malformed(error, units.len()),
    }
}

/// Returns whether the bytes are valid UTF-8 (RFC 3629, section 4).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_validate_utf8(buf: *const c_char, len: usize) -> bool {
    // SAFETY: the caller guarantees what the top of the header requires.
    let bytes = unsafe { slice(buf.cast::<u8>(), len) };
    bytes.is_ok_and(placemat::is_utf8)
}

/// Validates UTF-8, and returns the position, length and kind of the first error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_validate_utf8_with_errors(buf: *const c_char, len: usize) -> Outcome {
    // SAFETY: the caller guarantees what the top of the header requires.
    check(unsafe { slice(buf.cast::<u8>(), len) }, placemat::validate)
}

/// Returns whether all bytes are ASCII, 00..7F.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_validate_ascii(buf: *const c_char, len: usize) -> bool {
    // SAFETY: the caller guarantees what the top of the header requires.
    let bytes = unsafe { slice(buf.cast::<u8>(), len) };
    bytes.is_ok_and(chars::is_ascii)
}

/// Validates ASCII, and returns the position of the first other byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_validate_ascii_with_errors(buf: *const c_char, len: usize) -> Outcome {
    // SAFETY: the caller guarantees what the top of the header requires.
    match unsafe { slice(buf.cast::<u8>(), len) } {
        Ok(bytes) => match chars::ascii_up_to(bytes) {
            count if count == bytes.len() => Outcome::success(count),
            count => Outcome { error: Error::NotAscii, count, error_len: 1 },
        },
        Err(error) => Outcome::failed(error),
    }
}

/// Returns the length without an incomplete character at the end, which is at most three bytes shorter. Use it to
/// process input in chunks. Only bytes that more input could complete are left out; other errors remain.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_trim_partial_utf8(input: *const c_char, length: usize) -> usize {
    // SAFETY: the caller guarantees what the top of the header requires.
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
    units: Result<&[u16], Error>, validate: impl Fn(&[u8]) -> Result<(), utf16::Utf16Error>,
) -> Outcome {
    let outcome = check(units.map(bytes_of), validate);
    Outcome { count: outcome.count / 2, error_len: outcome.error_len / 2, ..outcome }
}

/// Defines the functions that validate units, each in two forms.
macro_rules! validators {
    ($(
        $(#[$is_valid:meta])* $name:ident
        $(#[$about:meta])* and $name_with_errors:ident($unit:ty): $check:ident($validate:path);
    )*) => {$(
        $(#[$is_valid])*
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(buf: *const $unit, len: usize) -> bool {
            // SAFETY: the caller guarantees what the top of the header requires.
            unsafe { $name_with_errors(buf, len) }.error == Error::Success
        }

        $(#[$about])*
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name_with_errors(buf: *const $unit, len: usize) -> Outcome {
            // SAFETY: the caller guarantees what the top of the header requires.
            $check(unsafe { slice(buf, len) }, $validate)
        }
    )*};
}

validators! {
    /// Returns whether the units are valid UTF-16 in native byte order (RFC 2781, section 2.2).
    placemat_validate_utf16
    /// Validates UTF-16, and returns the position, length and kind of the first error.
    and placemat_validate_utf16_with_errors(char16_t): check(utf16::validate);
    /// Like `placemat_validate_utf16`, in little-endian byte order.
    placemat_validate_utf16le
    /// Like `placemat_validate_utf16_with_errors`, in little-endian byte order.
    and placemat_validate_utf16le_with_errors(char16_t): check_bytes(utf16::validate_utf16le);
    /// Like `placemat_validate_utf16`, in big-endian byte order.
    placemat_validate_utf16be
    /// Like `placemat_validate_utf16_with_errors`, in big-endian byte order.
    and placemat_validate_utf16be_with_errors(char16_t): check_bytes(utf16::validate_utf16be);
    /// Returns whether the units are valid UTF-32 in native byte order: no surrogates, and none above 10FFFF.
    placemat_validate_utf32
    /// Validates UTF-32, and returns the position and kind of the first error.
    and placemat_validate_utf32_with_errors(char32_t): check(utf32::validate);
}

/// Defines the functions that replace lone surrogates in a copy.
macro_rules! replacing {
    ($($(#[$about:meta])* $name:ident: $replace:expr;)*) => {$(
        $(#[$about])*
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(input: *const char16_t, len: usize, output: *mut char16_t) -> usize {
            // SAFETY: the caller guarantees what the top of the header requires.
            unsafe { copy_and(input, len, output, $replace) }
        }
    )*};
}

replacing! {
    /// Copies `len` units of UTF-16 in native byte order, replaces each lone surrogate by U+FFFD, and returns the
    /// number of replacements. `output` must have space for `len` units, and may overlap `input` or be the same. If a
    /// pointer is NULL or misaligned, writes nothing and returns 0.
    placemat_to_well_formed_utf16: utf16::replace_lone_surrogates;
    /// Like `placemat_to_well_formed_utf16`, in little-endian byte order.
    placemat_to_well_formed_utf16le: |units| utf16::replace_lone_surrogates_utf16le(bytes_of_mut(units));
    /// Like `placemat_to_well_formed_utf16`, in big-endian byte order.
    placemat_to_well_formed_utf16be: |units| utf16::replace_lone_surrogates_utf16be(bytes_of_mut(units));
}

/// Copies `length` units of UTF-16, valid or not, in the other byte order. `output` must have space for as many units,
/// and may overlap `input` or be the same. If a pointer is NULL or misaligned, writes nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_change_endianness_utf16(
    input: *const char16_t, length: usize, output: *mut char16_t,
) {
    let swap = |units: &mut [u16]| {
        units.iter_mut().for_each(|unit| *unit = unit.swap_bytes());
        0
    };
    // SAFETY: the caller guarantees what the top of the header requires.
    unsafe { copy_and(input, length, output, swap) };
}

/// Copies units, and changes the copy; returns what `change` returns.
///
/// # Safety
///
/// As for [`slice`] and [`slice_mut`], except that the two may overlap.
unsafe fn copy_and(
    input: *const char16_t, len: usize, output: *mut char16_t, change: impl Fn(&mut [u16]) -> usize,
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
    unsafe { slice_mut(output, len) }.map_or(0, change)
}
