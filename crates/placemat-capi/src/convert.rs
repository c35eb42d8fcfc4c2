//! One conversion function for all pairs of encodings.

use core::ffi::c_void;

use placemat::convert::{
    Converter, Encoding as Coding, Latin1, Route, SourceError, Stop, Utf8, Utf16, Utf16Be, Utf16Le, Utf32,
    Utf32Be, Utf32Le,
};

use crate::bytes::{check_apart, slice, slice_mut};
use crate::error::Error;

/// The encodings of `placemat_convert`. The numbers never change.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8, in bytes.
    Utf8 = 1,
    /// UTF-16 in native byte order, in 16-bit units.
    Utf16 = 2,
    /// UTF-16LE, in bytes: the length may be odd, and the pointer need not be aligned.
    Utf16le = 3,
    /// UTF-16BE, in bytes.
    Utf16be = 4,
    /// UTF-32 in native byte order, in 32-bit units.
    Utf32 = 5,
    /// UTF-32LE, in bytes.
    Utf32le = 6,
    /// UTF-32BE, in bytes.
    Utf32be = 7,
    /// Latin-1, in bytes.
    Latin1 = 8,
}

/// Option of `placemat_convert`: replaces each invalid sequence by U+FFFD. If the target is Latin-1, replaces
/// invalid sequences and characters above U+00FF by a question mark.
pub const LOSSY: u32 = 1;

/// Option of `placemat_convert`: more input follows. A character that the end of the source cuts off is not an error
/// in the text, but reported as `PLACEMAT_ERROR_INCOMPLETE`.
pub const CHUNK: u32 = 2;

/// The result of one call of `placemat_convert`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Converted {
    /// Success if the whole source was converted; otherwise the reason why the conversion stopped.
    pub error: Error,
    /// Units read from the source.
    pub read: usize,
    /// Units written to the destination.
    pub written: usize,
    /// Length of the invalid sequence in units of the source; 0 if the error is not one.
    pub error_len: usize,
    /// With `PLACEMAT_ERROR_UNMAPPABLE`, the character that the target encoding lacks; otherwise 0.
    pub character: u32,
}

impl Converted {
    const fn failed(error: Error) -> Self {
        Self { error, read: 0, written: 0, error_len: 0, character: 0 }
    }
}

/// Converts as much of `source` as fits into `dst`, between any two encodings except from UTF-8 to UTF-8. Lengths are in
/// units of the encodings. `options` is 0 or a combination of `PLACEMAT_LOSSY` and `PLACEMAT_CHUNK`; other bits are ignored.
///
/// The destination may have any length: after `PLACEMAT_ERROR_OUTPUT_FULL`, call again with the rest of the source,
/// from `read` on, and more space (four units hold any character). The function may overwrite the rest of `dst`
/// after `written` units. Source and destination must not overlap.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_convert(
    from: u32, source: *const c_void, source_len: usize, to: u32, dst: *mut c_void, dst_len: usize,
    options: u32,
) -> Converted {
    let call = Call { source, source_len, dst, dst_len, options };
    macro_rules! routes {
        ($($number:ident: $encoding:ident,)*) => {{
            const UTF8: u32 = Encoding::Utf8 as u32;
            $(const $number: u32 = Encoding::$number as u32;)*
            macro_rules! from {
                ($S:ident $D:ident) => {
                    // SAFETY: the caller guarantees what the top of the header requires.
                    unsafe { call.run::<$S, $D>() }
                };
                ($S:ident) => {
                    match to {
                        UTF8 => from!($S Utf8),
                        $($number => from!($S $encoding),)*
                        _ => Converted::failed(Error::NoConversion),
                    }
                };
            }
            match (from, to) {
                $((UTF8, $number) => from!(Utf8 $encoding),)*
                $(($number, _) => from!($encoding),)*
                _ => Converted::failed(Error::NoConversion),
            }
        }};
    }
    #[allow(non_upper_case_globals, reason = "the names of the variants")]
    {
        routes! {
            Utf16: Utf16, Utf16le: Utf16Le, Utf16be: Utf16Be,
            Utf32: Utf32, Utf32le: Utf32Le, Utf32be: Utf32Be,
            Latin1: Latin1,
        }
    }
}

/// The arguments of a conversion that do not depend on the encodings.
pub(crate) struct Call {
    pub(crate) source: *const c_void,
    pub(crate) source_len: usize,
    pub(crate) dst: *mut c_void,
    pub(crate) dst_len: usize,
    pub(crate) options: u32,
}

impl Call {
    /// # Safety
    ///
    /// `source` and `dst` must be as [`slice`] and [`slice_mut`] require, for the units of the two encodings.
    pub(crate) unsafe fn run<S: Route<D>, D: Coding>(&self) -> Converted
    where
        S::Error: Into<Error>,
    {
        // SAFETY: the caller guarantees what `slice` requires.
        let source = match unsafe { slice(self.source.cast::<S::Unit>(), self.source_len) } {
            Ok(source) => source,
            Err(error) => return Converted::failed(error),
        };
        if let Err(error) = check_apart(source, self.dst.cast::<D::Unit>(), self.dst_len) {
            return Converted::failed(error);
        }
        // SAFETY: the caller guarantees what `slice_mut` requires, and the source does not overlap.
        let dst = match unsafe { slice_mut(self.dst.cast::<D::Unit>(), self.dst_len) } {
            Ok(dst) => dst,
            Err(error) => return Converted::failed(error),
        };
        let is_lossy = self.options & LOSSY != 0;
        let converter = if is_lossy { Converter::<S, D>::lossy() } else { Converter::strict() };
        let done = match self.options & CHUNK {
            0 => converter.convert(source, dst),
            _ => converter.convert_chunk(source, dst),
        };
        let (error, error_len, character) = match done.stop {
            Stop::End => (Error::Success, 0, 0),
            Stop::OutputFull => (Error::OutputFull, 0, 0),
            Stop::Incomplete => (Error::Incomplete, 0, 0),
            Stop::Unmappable(character) => (Error::Unmappable, 0, character.into()),
            Stop::Invalid(error) => (error.into(), error.error_len().unwrap_or(source.len() - done.read), 0),
        };
        Converted { error, read: done.read, written: done.written, error_len, character }
    }
}
