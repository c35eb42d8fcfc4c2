//! Lengths of text in other encodings.

use core::ffi::c_char;

use placemat::convert::{Converter, Encoding, Latin1, Route, Utf8, Utf16, Utf16Be, Utf16Le, Utf32};

use crate::{
    bytes::slice,
    validate::{char16_t, char32_t},
};

/// The number of units of `D` that `len` units of the C type become; 0 if the pointer or length is invalid.
///
/// # Safety
///
/// As for [`slice`].
unsafe fn measure<S: Route<D>, D: Encoding, From>(source: *const From, len: usize) -> usize {
    const { assert!(align_of::<From>() >= align_of::<S::Unit>()) };
    // SAFETY: the caller guarantees what `slice` requires.
    if unsafe { slice(source, len) }.is_err() {
        return 0;
    }
    let units = size_of::<From>() / size_of::<S::Unit>() * len;
    // SAFETY: these are the same bytes.
    unsafe { slice(source.cast::<S::Unit>(), units) }
        .map_or(0, |source| Converter::<S, D>::strict().valid_output_len(source))
}

/// How many characters UTF-8 has. Of invalid input: enough for what comes before the first error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_count_utf8(input: *const c_char, length: usize) -> usize {
    // SAFETY: the caller keeps the promises at the top of the header.
    unsafe { measure::<Utf8, Utf32, _>(input, length) }
}

/// How many 16-bit units UTF-8 becomes. Of invalid input: enough for what comes before the first error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_utf16_length_from_utf8(input: *const c_char, length: usize) -> usize {
    // SAFETY: the caller keeps the promises at the top of the header.
    unsafe { measure::<Utf8, Utf16, _>(input, length) }
}

/// How many 32-bit units UTF-8 becomes: as many as it has characters. Of invalid input: enough for what comes before the first error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_utf32_length_from_utf8(input: *const c_char, length: usize) -> usize {
    // SAFETY: the caller keeps the promises at the top of the header.
    unsafe { measure::<Utf8, Utf32, _>(input, length) }
}

/// How many bytes of Latin-1 UTF-8 becomes, if Latin-1 has all its characters. Of invalid input: enough for what comes before the first error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_latin1_length_from_utf8(input: *const c_char, length: usize) -> usize {
    // SAFETY: the caller keeps the promises at the top of the header.
    unsafe { measure::<Utf8, Latin1, _>(input, length) }
}

/// How many bytes of UTF-8 units of UTF-16 become. Of invalid input: enough for what comes before the first error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_utf8_length_from_utf16(input: *const char16_t, length: usize) -> usize {
    // SAFETY: the caller keeps the promises at the top of the header.
    unsafe { measure::<Utf16, Utf8, _>(input, length) }
}

/// How many bytes of UTF-8 units of UTF-16 in little endian order become. Of invalid input: enough for what comes before the first error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_utf8_length_from_utf16le(input: *const char16_t, length: usize) -> usize {
    // SAFETY: the caller keeps the promises at the top of the header.
    unsafe { measure::<Utf16Le, Utf8, _>(input, length) }
}

/// How many bytes of UTF-8 units of UTF-16 in big endian order become. Of invalid input: enough for what comes before the first error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_utf8_length_from_utf16be(input: *const char16_t, length: usize) -> usize {
    // SAFETY: the caller keeps the promises at the top of the header.
    unsafe { measure::<Utf16Be, Utf8, _>(input, length) }
}

/// How many bytes of UTF-8 units of UTF-32 become. Of invalid input: enough for what comes before the first error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_utf8_length_from_utf32(input: *const char32_t, length: usize) -> usize {
    // SAFETY: the caller keeps the promises at the top of the header.
    unsafe { measure::<Utf32, Utf8, _>(input, length) }
}

/// How many bytes of UTF-8 bytes of Latin-1 become. Of invalid input: enough for what comes before the first error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_utf8_length_from_latin1(input: *const c_char, length: usize) -> usize {
    // SAFETY: the caller keeps the promises at the top of the header.
    unsafe { measure::<Latin1, Utf8, _>(input, length) }
}

/// How many 16-bit units any bytes become with `PLACEMAT_LOSSY`: exactly.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_utf16_length_from_utf8_with_replacement(
    input: *const c_char,
    length: usize,
) -> usize {
    // SAFETY: the caller keeps the promises at the top of the header.
    let source = unsafe { slice(input.cast(), length) };
    source.map_or(0, |source| Converter::<Utf8, Utf16>::lossy().output_len(source).unwrap_or(0))
}

/// How many bytes of UTF-8 any 16-bit units become with `PLACEMAT_LOSSY`: exactly.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_utf8_length_from_utf16_with_replacement(
    input: *const char16_t,
    length: usize,
) -> usize {
    // SAFETY: the caller keeps the promises at the top of the header.
    let source = unsafe { slice(input.cast(), length) };
    source.map_or(0, |source| Converter::<Utf16, Utf8>::lossy().output_len(source).unwrap_or(0))
}
