//! The error codes of all functions, in one enumeration.

use placemat::utf16::{Utf16Error, Utf16ErrorKind};
use placemat::utf32::{Utf32Error, Utf32ErrorKind};
use placemat::{Utf8Error, Utf8ErrorKind, convert::SourceError};

/// Defines the kinds of errors, with their descriptions.
macro_rules! errors {
    ($($(#[$about:meta])* $kind:ident = $number:literal, $message:literal;)*) => {
        /// The kind of an error. The numbers never change; new versions may add some.
        #[repr(C)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Error {
            $($(#[$about])* $kind = $number,)*
        }

        const fn message(error: u32) -> &'static core::ffi::CStr {
            match error {
                $($number => $message,)*
                _ => c"unknown error",
            }
        }
    };
}

errors! {
    /// No error.
    Success = 0, c"success";

    /// UTF-8: a continuation byte, 80..BF, where a sequence must begin.
    UnexpectedContinuation = 1, c"unexpected continuation byte";
    /// UTF-8: an overlong encoding, longer than the scalar value needs.
    Overlong = 2, c"overlong encoding";
    /// UTF-8, UTF-32: a surrogate, U+D800..U+DFFF.
    Surrogate = 3, c"surrogate code point";
    /// UTF-8, UTF-32: a value above U+10FFFF.
    OutOfRange = 4, c"above U+10FFFF";
    /// UTF-8: a byte that never occurs, FE or FF.
    InvalidByte = 5, c"byte that never occurs in UTF-8";
    /// UTF-8: a sequence without all of its continuation bytes, before another byte.
    MissingContinuation = 6, c"missing continuation byte";
    /// The input ends inside a character that more input could complete.
    Truncated = 7, c"input ends inside a character";
    /// UTF-16: a high surrogate without a low one after it.
    LoneHigh = 8, c"lone high surrogate";
    /// UTF-16: a low surrogate without a high one before it.
    LoneLow = 9, c"lone low surrogate";
    /// ASCII: a byte 80..FF.
    NotAscii = 10, c"not ASCII";

    /// Conversion: the target encoding lacks the character.
    Unmappable = 32, c"character is not in the target encoding";
    /// Conversion: the destination has no space for the next character.
    OutputFull = 33, c"no space for the next character";
    /// Conversion of a chunk: it ends inside a character. Continue with the rest of it and the next chunk.
    Incomplete = 34, c"chunk ends inside a character";

    /// Batch: a row ends before it begins.
    NotAscending = 48, c"row ends before it begins";
    /// Batch: a row is not inside its buffer, or the buffer does not exist.
    OutOfBounds = 49, c"row is not inside the buffer";
    /// Batch: the padding after a short row in its view is not zero.
    Padding = 50, c"padding in the view of a row is not zero";
    /// Batch: the prefix in the view of a long row is not the first four bytes of the row.
    Prefix = 51, c"prefix in the view of a row differs from the row";
    /// Batch: the bitmap has no bit for the row.
    Bitmap = 52, c"the bitmap has no bit for the row";
    /// Batch: the repaired column, up to this row, is too long for its offsets, lengths or views.
    ColumnTooLong = 53, c"the repaired column is too long for its offsets";

    /// Call: a NULL pointer with a length other than 0.
    NullPointer = 64, c"NULL with a length other than 0";
    /// Call: a pointer that is not aligned for its type.
    Misaligned = 65, c"misaligned pointer";
    /// Call: a length of more than `PTRDIFF_MAX` bytes.
    TooLong = 66, c"length of more than PTRDIFF_MAX bytes";
    /// Call: source and destination overlap.
    Overlap = 67, c"source and destination overlap";
    /// Call: an unknown encoding, or no conversion between these two.
    NoConversion = 68, c"unknown encoding, or no conversion between these two";
    /// Call: an object that does not begin with the tag of its type, as one that was not initialised rarely does. What
    /// follows the tag is not checked.
    NotInitialised = 69, c"object was not initialised";

    /// Backend: this library has no backend of this name.
    NoBackend = 80, c"no such backend";
    /// Backend: this CPU does not support it.
    Unsupported = 81, c"this machine does not support the backend";
    /// Backend: another one is already active.
    AlreadyActive = 82, c"another backend is already active";
}

/// The result of a validation, or of the conversion of a whole text.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// Success, or the kind of error.
    pub error: Error,
    /// On success, the length of the input or, of a conversion, the number of units written. On error, the number
    /// of valid units before it.
    pub count: usize,
    /// Length of the invalid sequence in units, 1 to 3, which one U+FFFD would replace. 0 on success, and if the
    /// error is not in the text.
    pub error_len: usize,
}

impl Outcome {
    pub(crate) const fn success(count: usize) -> Self {
        Self { error: Error::Success, count, error_len: 0 }
    }

    /// The result of a call that cannot be executed.
    pub(crate) const fn failed(error: Error) -> Self {
        Self { error, count: 0, error_len: 0 }
    }

    /// The result for an invalid input of `len` units.
    pub(crate) fn malformed<E: SourceError + Into<Error>>(error: E, len: usize) -> Self {
        let count = error.valid_up_to();
        Self { error: error.into(), count, error_len: error.error_len().unwrap_or(len - count) }
    }
}

impl From<Utf8ErrorKind> for Error {
    fn from(kind: Utf8ErrorKind) -> Self {
        match kind {
            Utf8ErrorKind::UnexpectedContinuation => Self::UnexpectedContinuation,
            Utf8ErrorKind::Overlong => Self::Overlong,
            Utf8ErrorKind::Surrogate => Self::Surrogate,
            Utf8ErrorKind::OutOfRange => Self::OutOfRange,
            Utf8ErrorKind::InvalidByte => Self::InvalidByte,
            Utf8ErrorKind::MissingContinuation => Self::MissingContinuation,
            Utf8ErrorKind::Truncated => Self::Truncated,
        }
    }
}

impl From<Utf8Error> for Error {
    fn from(error: Utf8Error) -> Self {
        error.kind().into()
    }
}

impl From<Utf16Error> for Error {
    fn from(error: Utf16Error) -> Self {
        match error.kind() {
            Utf16ErrorKind::LoneHigh => Self::LoneHigh,
            Utf16ErrorKind::LoneLow => Self::LoneLow,
            Utf16ErrorKind::CutOff => Self::Truncated,
        }
    }
}

impl From<Utf32Error> for Error {
    fn from(error: Utf32Error) -> Self {
        match error.kind() {
            Utf32ErrorKind::Surrogate => Self::Surrogate,
            Utf32ErrorKind::OutOfRange => Self::OutOfRange,
            Utf32ErrorKind::CutOff => Self::Truncated,
        }
    }
}

impl From<core::convert::Infallible> for Error {
    fn from(error: core::convert::Infallible) -> Self {
        match error {}
    }
}

/// Returns a description of the error. Never NULL; an unknown number has a description too.
#[unsafe(no_mangle)]
pub extern "C" fn placemat_error_message(error: u32) -> *const core::ffi::c_char {
    message(error).as_ptr()
}
