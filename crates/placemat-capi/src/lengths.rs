//! Lengths of text in other encodings.

use core::ffi::c_char;

use placemat::convert::{Converter, Encoding, Latin1, Route, Utf8, Utf16, Utf16Be, Utf16Le, Utf32};

use crate::bytes::{check, slice};
use crate::error::Outcome;
use crate::validate::{char16_t, char32_t};

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

/// The same for any units, if invalid sequences are replaced.
///
/// # Safety
///
/// As for [`slice`].
unsafe fn measure_lossy<S: Route<D>, D: Encoding, From>(source: *const From, len: usize) -> usize {
    const { assert!(size_of::<From>() == size_of::<S::Unit>()) };
    // SAFETY: the caller guarantees what `slice` requires.
    let source = unsafe { slice(source.cast(), len) };
    source.map_or(0, |source| Converter::<S, D>::lossy().output_len(source).unwrap_or(0))
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
    buf: *const c_char, len: usize, counts: *mut Counts,
) -> Outcome {
    if let Err(error) = check(counts, 1) {
        return Outcome::failed(error);
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

/// Defines the functions that return a length in another encoding.
macro_rules! lengths {
    ($($(#[$about:meta])* $measure:ident $name:ident($unit:ty): $S:ident to $D:ident;)*) => {$(
        $(#[$about])*
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(input: *const $unit, length: usize) -> usize {
            // SAFETY: the caller guarantees what the top of the header requires.
            unsafe { $measure::<$S, $D, _>(input, length) }
        }
    )*};
}

lengths! {
    /// Returns the number of characters of UTF-8.
    measure placemat_count_utf8(c_char): Utf8 to Utf32;
    /// Returns the length of UTF-8 in 16-bit units of UTF-16.
    measure placemat_utf16_length_from_utf8(c_char): Utf8 to Utf16;
    /// Returns the length of UTF-8 in 32-bit units of UTF-32, which is the number of characters.
    measure placemat_utf32_length_from_utf8(c_char): Utf8 to Utf32;
    /// Returns the length of UTF-8 in bytes of Latin-1, if Latin-1 has all its characters.
    measure placemat_latin1_length_from_utf8(c_char): Utf8 to Latin1;
    /// Returns the length of UTF-16 in bytes of UTF-8.
    measure placemat_utf8_length_from_utf16(char16_t): Utf16 to Utf8;
    /// Returns the length of little-endian UTF-16 in bytes of UTF-8.
    measure placemat_utf8_length_from_utf16le(char16_t): Utf16Le to Utf8;
    /// Returns the length of big-endian UTF-16 in bytes of UTF-8.
    measure placemat_utf8_length_from_utf16be(char16_t): Utf16Be to Utf8;
    /// Returns the length of UTF-32 in bytes of UTF-8.
    measure placemat_utf8_length_from_utf32(char32_t): Utf32 to Utf8;
    /// Returns the length of Latin-1 in bytes of UTF-8.
    measure placemat_utf8_length_from_latin1(c_char): Latin1 to Utf8;
    /// Returns the length of UTF-16 in 32-bit units of UTF-32, which is the number of characters.
    measure placemat_utf32_length_from_utf16(char16_t): Utf16 to Utf32;
    /// Returns the length of little-endian UTF-16 in 32-bit units of UTF-32.
    measure placemat_utf32_length_from_utf16le(char16_t): Utf16Le to Utf32;
    /// Returns the length of big-endian UTF-16 in 32-bit units of UTF-32.
    measure placemat_utf32_length_from_utf16be(char16_t): Utf16Be to Utf32;
    /// Returns the length of UTF-32 in 16-bit units of UTF-16.
    measure placemat_utf16_length_from_utf32(char32_t): Utf32 to Utf16;
    /// Returns the exact length of any bytes in 16-bit units of UTF-16, converted with `PLACEMAT_LOSSY`.
    measure_lossy placemat_utf16_length_from_utf8_with_replacement(c_char): Utf8 to Utf16;
    /// Returns the exact length of any 16-bit units in bytes of UTF-8, converted with `PLACEMAT_LOSSY`.
    measure_lossy placemat_utf8_length_from_utf16_with_replacement(char16_t): Utf16 to Utf8;
}
