//! The error codes of all functions, in one enumeration.

use placemat::{
    ErrorKind, Utf8Error,
    convert::SourceError,
    utf16::{Utf16Error, Utf16ErrorKind},
    utf32::{Utf32Error, Utf32ErrorKind},
};

/// What is wrong. The numbers are promised: they never change, and new ones may be added.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// Nothing.
    Success = 0,

    /// UTF-8: a continuation byte, 80..BF, where a sequence must begin.
    UnexpectedContinuation = 1,
    /// UTF-8: a longer encoding than the scalar value needs.
    Overlong = 2,
    /// UTF-8: an encoded surrogate. UTF-32: a surrogate.
    Surrogate = 3,
    /// UTF-8, UTF-32: above U+10FFFF.
    OutOfRange = 4,
    /// UTF-8: FE or FF.
    InvalidByte = 5,
    /// UTF-8: a sequence that is broken off before another byte.
    MissingContinuation = 6,
    /// The input ends inside a character that could still have become valid.
    Truncated = 7,
    /// UTF-16: a high surrogate without a low one after it.
    LoneHigh = 8,
    /// UTF-16: a low surrogate without a high one before it.
    LoneLow = 9,
    /// A byte from 80 on in what is to be ASCII.
    NotAscii = 10,

    /// A conversion: the target encoding does not have the character.
    Unmappable = 32,
    /// A conversion: the next character does not fit. Go on with a longer destination.
    OutputFull = 33,
    /// A conversion of a chunk: its end cuts off a character. Go on with what is left and the next chunk.
    Incomplete = 34,

    /// A batch: a row ends before it begins.
    NotAscending = 48,
    /// A batch: a row is not inside the buffer, or there is no such buffer.
    OutOfBounds = 49,
    /// A batch: the view of a short row has something other than zeros after the row.
    Padding = 50,
    /// A batch: the view of a long row does not have the row's first four bytes.
    Prefix = 51,

    /// A call: NULL, with a length that is not 0.
    NullPointer = 64,
    /// A call: a pointer to units that is not aligned for them.
    Misaligned = 65,
    /// A call: a length that no object in memory has.
    TooLong = 66,
    /// A call: source and destination have bytes in common.
    Overlap = 67,
    /// A call: no such encoding, or no conversion between these two.
    NoConversion = 68,
    /// A call: an object that was not initialised, or has been overwritten.
    NotInitialised = 69,

    /// A backend: there is none of this name in this library.
    NoBackend = 80,
    /// A backend: this processor cannot run it.
    Unsupported = 81,
    /// A backend: another one is in use already.
    AlreadyActive = 82,
}

/// The result of a validation or of a whole conversion.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// What is wrong, or success.
    pub error: Error,
    /// With success the units of the input, or the units that were written by a conversion. Otherwise the
    /// units of the input before the error.
    pub count: usize,
    /// The units of the ill-formed sequence, 1 to 3: what one U+FFFD replaces. 0 with success, and where the
    /// error is not in the input.
    pub error_len: usize,
}

impl Outcome {
    pub(crate) const fn success(count: usize) -> Self {
        Self { error: Error::Success, count, error_len: 0 }
    }

    /// The result of a call that cannot be executed.
    pub(crate) const fn refused(error: Error) -> Self {
        Self { error, count: 0, error_len: 0 }
    }

    /// The result for an invalid input of `len` units.
    pub(crate) fn malformed<E: SourceError + Into<Error>>(error: E, len: usize) -> Self {
        let count = error.valid_up_to();
        Self { error: error.into(), count, error_len: error.error_len().unwrap_or(len - count) }
    }
}

impl From<ErrorKind> for Error {
    fn from(kind: ErrorKind) -> Self {
        match kind {
            ErrorKind::UnexpectedContinuation => Self::UnexpectedContinuation,
            ErrorKind::Overlong => Self::Overlong,
            ErrorKind::Surrogate => Self::Surrogate,
            ErrorKind::OutOfRange => Self::OutOfRange,
            ErrorKind::InvalidByte => Self::InvalidByte,
            ErrorKind::MissingContinuation => Self::MissingContinuation,
            ErrorKind::Truncated => Self::Truncated,
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

/// What an error is, in plain words, for people. Never NULL; a number that is no error has a sentence too.
#[unsafe(no_mangle)]
pub extern "C" fn placemat_error_message(error: u32) -> *const core::ffi::c_char {
    MESSAGES
        .iter()
        .find(|(number, _)| *number as u32 == error)
        .map_or(c"no such error", |(_, text)| text)
        .as_ptr()
}

const MESSAGES: [(Error, &core::ffi::CStr); 27] = [
    (Error::Success, c"success"),
    (Error::UnexpectedContinuation, c"a continuation byte where a sequence must begin"),
    (Error::Overlong, c"an overlong encoding"),
    (Error::Surrogate, c"an encoded surrogate"),
    (Error::OutOfRange, c"above U+10FFFF"),
    (Error::InvalidByte, c"a byte that never occurs in UTF-8"),
    (Error::MissingContinuation, c"a sequence that is broken off"),
    (Error::Truncated, c"the input ends inside a character"),
    (Error::LoneHigh, c"a high surrogate without a low one"),
    (Error::LoneLow, c"a low surrogate without a high one"),
    (Error::NotAscii, c"a byte that is not ASCII"),
    (Error::Unmappable, c"a character that the target encoding does not have"),
    (Error::OutputFull, c"the next character does not fit"),
    (Error::Incomplete, c"the chunk ends inside a character"),
    (Error::NotAscending, c"a row ends before it begins"),
    (Error::OutOfBounds, c"a row is not inside the buffer"),
    (Error::Padding, c"the view of a short row has more than zeros after the row"),
    (Error::Prefix, c"the view of a long row does not have its first bytes"),
    (Error::NullPointer, c"NULL with a length that is not 0"),
    (Error::Misaligned, c"a pointer that is not aligned for its units"),
    (Error::TooLong, c"a length that no object in memory has"),
    (Error::Overlap, c"source and destination overlap"),
    (Error::NoConversion, c"no such encoding, or no conversion between these two"),
    (Error::NotInitialised, c"an object that was not initialised"),
    (Error::NoBackend, c"no backend of this name in this library"),
    (Error::Unsupported, c"this processor cannot run the backend"),
    (Error::AlreadyActive, c"another backend is in use already"),
];
