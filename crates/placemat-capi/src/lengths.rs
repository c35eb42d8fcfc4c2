//! Lengths of text in other encodings.

use core::ffi::c_char;

use placemat::convert::{Converter, Encoding, Latin1, Route, Utf8, Utf16, Utf16Be, Utf16Le, Utf32};

use crate::{
    bytes::slice,
    error::{Error, Outcome},
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

/// What valid UTF-8 contains.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Counts {
    /// Number of characters, which is the length in UTF-32 and, with `is_latin1`, in Latin-1.
    pub characters: usize,
    /// Length in 16-bit units of UTF-16.
    pub utf16_length: usize,
    /// Whether all characters are at most U+00FF.
    pub is_latin1: bool,
    /// Whether all characters are ASCII, U+0000..U+007F.
    pub is_ascii: bool,
}

/// Validates UTF-8 like `placemat_validate_utf8_with_errors`, and counts what it contains in the same pass. On error,
/// `counts` is left unchanged.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_validate_utf8_with_counts(
    buf: *const c_char,
    len: usize,
    counts: *mut Counts,
) -> Outcome {
    if counts.is_null() {
        return Outcome::failed(Error::NullPointer);
    }
    if !counts.is_aligned() {
        return Outcome::failed(Error::Misaligned);
    }
    // SAFETY: the caller guarantees what the top of the header requires.
    let found = match unsafe { slice(buf.cast::<u8>(), len) } {
        Ok(bytes) => placemat::counts(bytes).map_err(|error| Outcome::malformed(error, len)),
        Err(error) => Err(Outcome::failed(error)),
    };
    let found = match found {
        Ok(found) => found,
        Err(outcome) => return outcome,
    };
    let found = Counts {
        characters: found.char_count(),
        utf16_length: found.utf16_len(),
        is_latin1: found.is_latin1(),
        is_ascii: found.is_ascii(),
    };
    // SAFETY: the pointer is aligned and not null, and the caller guarantees that it is writable.
    unsafe { counts.write(found) };
    Outcome::success(len)
}

/// Returns the number of characters of UTF-8.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_count_utf8(input: *const c_char, length: usize) -> usize {
    // SAFETY: the caller guarantees what the top of the header requires.
    unsafe { measure::<Utf8, Utf32, _>(input, length) }
}

/// Returns the length of UTF-8 in 16-bit units of UTF-16.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_utf16_length_from_utf8(input: *const c_char, length: usize) -> usize {
    // SAFETY: the caller guarantees what the top of the header requires.
    unsafe { measure::<Utf8, Utf16, _>(input, length) }
}

/// Returns the length of UTF-8 in 32-bit units of UTF-32, which is the number of characters.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_utf32_length_from_utf8(input: *const c_char, length: usize) -> usize {
    // SAFETY: the caller guarantees what the top of the header requires.
    unsafe { measure::<Utf8, Utf32, _>(input, length) }
}

/// Returns the length of UTF-8 in bytes of Latin-1, if Latin-1 has all its characters.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_latin1_length_from_utf8(input: *const c_char, length: usize) -> usize {
    // SAFETY: the caller guarantees what the top of the header requires.
    unsafe { measure::<Utf8, Latin1, _>(input, length) }
}

/// Returns the length of UTF-16 in bytes of UTF-8.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_utf8_length_from_utf16(input: *const char16_t, length: usize) -> usize {
    // SAFETY: the caller guarantees what the top of the header requires.
    unsafe { measure::<Utf16, Utf8, _>(input, length) }
}

/// Returns the length of little-endian UTF-16 in bytes of UTF-8.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_utf8_length_from_utf16le(input: *const char16_t, length: usize) -> usize {
    // SAFETY: the caller guarantees what the top of the header requires.
    unsafe { measure::<Utf16Le, Utf8, _>(input, length) }
}

/// Returns the length of big-endian UTF-16 in bytes of UTF-8.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_utf8_length_from_utf16be(input: *const char16_t, length: usize) -> usize {
    // SAFETY: the caller guarantees what the top of the header requires.
    unsafe { measure::<Utf16Be, Utf8, _>(input, length) }
}

/// Returns the length of UTF-32 in bytes of UTF-8.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_utf8_length_from_utf32(input: *const char32_t, length: usize) -> usize {
    // SAFETY: the caller guarantees what the top of the header requires.
    unsafe { measure::<Utf32, Utf8, _>(input, length) }
}

/// Returns the length of Latin-1 in bytes of UTF-8.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_utf8_length_from_latin1(input: *const c_char, length: usize) -> usize {
    // SAFETY: the caller guarantees what the top of the header requires.
    unsafe { measure::<Latin1, Utf8, _>(input, length) }
}

/// Returns the exact length of any bytes in 16-bit units of UTF-16, converted with `PLACEMAT_LOSSY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_utf16_length_from_utf8_with_replacement(
    input: *const c_char,
    length: usize,
) -> usize {
    // SAFETY: the caller guarantees what the top of the header requires.
    let source = unsafe { slice(input.cast(), length) };
    source.map_or(0, |source| Converter::<Utf8, Utf16>::lossy().output_len(source).unwrap_or(0))
}

/// Returns the exact length of any 16-bit units in bytes of UTF-8, converted with `PLACEMAT_LOSSY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_utf8_length_from_utf16_with_replacement(
    input: *const char16_t,
    length: usize,
) -> usize {
    // SAFETY: the caller guarantees what the top of the header requires.
    let source = unsafe { slice(input.cast(), length) };
    source.map_or(0, |source| Converter::<Utf16, Utf8>::lossy().output_len(source).unwrap_or(0))
}
