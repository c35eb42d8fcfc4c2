//! The common conversions of whole texts: one function per pair of encodings, with the names of simdutf.

use core::ffi::c_char;

use placemat::convert::{Converter, Encoding, Latin1, Route, Utf8, Utf16, Utf16Be, Utf16Le, Utf32};

use crate::error::{Error, Outcome};
use crate::validate::{char16_t, char32_t};
use crate::{bytes::slice, convert::Call};

/// Converts all of a source to a destination as long as its length function returns. Lengths and positions
/// are in units of the C types; a unit of UTF-16LE or UTF-16BE in C is two of Rust's.
///
/// # Safety
///
/// As for [`Call::run`].
unsafe fn whole<S: Route<D>, D: Encoding, From, To>(source: *const From, len: usize, dst: *mut To) -> Outcome
where
    S::Error: Into<Error>,
{
    const { assert!(align_of::<From>() >= align_of::<S::Unit>() && align_of::<To>() >= align_of::<D::Unit>()) };
    let (from, to) = (size_of::<From>() / size_of::<S::Unit>(), size_of::<To>() / size_of::<D::Unit>());
    // SAFETY: the caller guarantees what `Call::run` requires.
    if let Err(error) = unsafe { slice(source, len) } {
        return Outcome::failed(error);
    }
    // No overflow, because an object of that size exists.
    let source_len = from * len;
    // SAFETY: these are the same bytes.
    let dst_len = unsafe { slice(source.cast::<S::Unit>(), source_len) }
        .map_or(0, |source| Converter::<S, D>::strict().valid_output_len(source));
    let call = Call { source: source.cast(), source_len, dst: dst.cast(), dst_len, options: 0 };
    // SAFETY: the caller guarantees what `Call::run` requires.
    let done = unsafe { call.run::<S, D>() };
    match done.error {
        Error::Success => Outcome::success(done.written / to),
        error => Outcome { error, count: done.read / from, error_len: done.error_len / from },
    }
}

/// The number of units written; 0 if the conversion failed.
fn written(outcome: Outcome) -> usize {
    if outcome.error == Error::Success { outcome.count } else { 0 }
}

/// Defines the functions of each pair.
macro_rules! pairs {
    ($($name:ident, $brief:ident($from:ty) -> $to:ty: $S:ident to $D:ident, $pair:literal, $space:literal;)*) => {$(
        #[doc = concat!(
            " Like `", stringify!($name), "`, but returns only the number of units written, or 0 on error."
        )]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $brief(input: *const $from, length: usize, output: *mut $to) -> usize {
            // SAFETY: the caller guarantees what the top of the header requires.
            written(unsafe { whole::<$S, $D, _, _>(input, length, output) })
        }

        #[doc = concat!(" Converts ", $pair, ". `output` must have space for ", $space, ".")]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(input: *const $from, length: usize, output: *mut $to) -> Outcome {
            // SAFETY: the caller guarantees what the top of the header requires.
            unsafe { whole::<$S, $D, _, _>(input, length, output) }
        }
    )*};
}

pairs! {
    placemat_convert_utf8_to_utf16_with_errors, placemat_convert_utf8_to_utf16(c_char) -> char16_t:
        Utf8 to Utf16, "UTF-8 to UTF-16", "`placemat_utf16_length_from_utf8` units";
    placemat_convert_utf8_to_utf16le_with_errors, placemat_convert_utf8_to_utf16le(c_char) -> char16_t:
        Utf8 to Utf16Le, "UTF-8 to little-endian UTF-16", "`placemat_utf16_length_from_utf8` units";
    placemat_convert_utf8_to_utf16be_with_errors, placemat_convert_utf8_to_utf16be(c_char) -> char16_t:
        Utf8 to Utf16Be, "UTF-8 to big-endian UTF-16", "`placemat_utf16_length_from_utf8` units";
    placemat_convert_utf8_to_utf32_with_errors, placemat_convert_utf8_to_utf32(c_char) -> char32_t:
        Utf8 to Utf32, "UTF-8 to UTF-32", "`placemat_utf32_length_from_utf8` units";
    placemat_convert_utf8_to_latin1_with_errors, placemat_convert_utf8_to_latin1(c_char) -> c_char:
        Utf8 to Latin1, "UTF-8 to Latin-1", "`placemat_latin1_length_from_utf8` units";
    placemat_convert_utf16_to_utf8_with_errors, placemat_convert_utf16_to_utf8(char16_t) -> c_char:
        Utf16 to Utf8, "UTF-16 to UTF-8", "`placemat_utf8_length_from_utf16` units";
    placemat_convert_utf16le_to_utf8_with_errors, placemat_convert_utf16le_to_utf8(char16_t) -> c_char:
        Utf16Le to Utf8, "little-endian UTF-16 to UTF-8", "`placemat_utf8_length_from_utf16le` units";
    placemat_convert_utf16be_to_utf8_with_errors, placemat_convert_utf16be_to_utf8(char16_t) -> c_char:
        Utf16Be to Utf8, "big-endian UTF-16 to UTF-8", "`placemat_utf8_length_from_utf16be` units";
    placemat_convert_utf32_to_utf8_with_errors, placemat_convert_utf32_to_utf8(char32_t) -> c_char:
        Utf32 to Utf8, "UTF-32 to UTF-8", "`placemat_utf8_length_from_utf32` units";
    placemat_convert_latin1_to_utf8_with_errors, placemat_convert_latin1_to_utf8(c_char) -> c_char:
        Latin1 to Utf8, "Latin-1 to UTF-8", "`placemat_utf8_length_from_latin1` units";
    placemat_convert_utf16_to_utf32_with_errors, placemat_convert_utf16_to_utf32(char16_t) -> char32_t:
        Utf16 to Utf32, "UTF-16 to UTF-32", "`placemat_utf32_length_from_utf16` units";
    placemat_convert_utf16le_to_utf32_with_errors, placemat_convert_utf16le_to_utf32(char16_t) -> char32_t:
        Utf16Le to Utf32, "little-endian UTF-16 to UTF-32", "`placemat_utf32_length_from_utf16le` units";
    placemat_convert_utf16be_to_utf32_with_errors, placemat_convert_utf16be_to_utf32(char16_t) -> char32_t:
        Utf16Be to Utf32, "big-endian UTF-16 to UTF-32", "`placemat_utf32_length_from_utf16be` units";
    placemat_convert_utf32_to_utf16_with_errors, placemat_convert_utf32_to_utf16(char32_t) -> char16_t:
        Utf32 to Utf16, "UTF-32 to UTF-16", "`placemat_utf16_length_from_utf32` units";
    placemat_convert_utf32_to_utf16le_with_errors, placemat_convert_utf32_to_utf16le(char32_t) -> char16_t:
        Utf32 to Utf16Le, "UTF-32 to little-endian UTF-16", "`placemat_utf16_length_from_utf32` units";
    placemat_convert_utf32_to_utf16be_with_errors, placemat_convert_utf32_to_utf16be(char32_t) -> char16_t:
        Utf32 to Utf16Be, "UTF-32 to big-endian UTF-16", "`placemat_utf16_length_from_utf32` units";
    placemat_convert_utf16_to_latin1_with_errors, placemat_convert_utf16_to_latin1(char16_t) -> c_char:
        Utf16 to Latin1, "UTF-16 to Latin-1", "`length` bytes";
    placemat_convert_utf16le_to_latin1_with_errors, placemat_convert_utf16le_to_latin1(char16_t) -> c_char:
        Utf16Le to Latin1, "little-endian UTF-16 to Latin-1", "`length` bytes";
    placemat_convert_utf16be_to_latin1_with_errors, placemat_convert_utf16be_to_latin1(char16_t) -> c_char:
        Utf16Be to Latin1, "big-endian UTF-16 to Latin-1", "`length` bytes";
    placemat_convert_latin1_to_utf16_with_errors, placemat_convert_latin1_to_utf16(c_char) -> char16_t:
        Latin1 to Utf16, "Latin-1 to UTF-16", "`length` units";
    placemat_convert_latin1_to_utf16le_with_errors, placemat_convert_latin1_to_utf16le(c_char) -> char16_t:
        Latin1 to Utf16Le, "Latin-1 to little-endian UTF-16", "`length` units";
    placemat_convert_latin1_to_utf16be_with_errors, placemat_convert_latin1_to_utf16be(c_char) -> char16_t:
        Latin1 to Utf16Be, "Latin-1 to big-endian UTF-16", "`length` units";
    placemat_convert_utf32_to_latin1_with_errors, placemat_convert_utf32_to_latin1(char32_t) -> c_char:
        Utf32 to Latin1, "UTF-32 to Latin-1", "`length` bytes";
    placemat_convert_latin1_to_utf32_with_errors, placemat_convert_latin1_to_utf32(c_char) -> char32_t:
        Latin1 to Utf32, "Latin-1 to UTF-32", "`length` units";
}
