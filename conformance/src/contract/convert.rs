//! Conversion between encodings.

/// An encoding. Units of all encodings are numbers here, so that callers need not be generic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "they are what their names say")]
pub enum Encoding {
    Utf8,
    Utf16,
    Utf16Le,
    Utf16Be,
    Utf32,
    Utf32Le,
    Utf32Be,
    Latin1,
}

use Encoding::{Latin1, Utf8, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le};

/// The conversions that the suite asks for: all from and to UTF-8, all others in native units, and some in bytes.
#[rustfmt::skip]
pub const PAIRS: [(Encoding, Encoding); 31] = [
    (Utf8, Utf16), (Utf8, Utf16Le), (Utf8, Utf16Be), (Utf8, Utf32), (Utf8, Utf32Le), (Utf8, Utf32Be),
    (Utf8, Latin1), (Utf16, Utf8), (Utf16Le, Utf8), (Utf16Be, Utf8), (Utf32, Utf8), (Utf32Le, Utf8),
    (Utf32Be, Utf8), (Latin1, Utf8), (Utf16, Utf32), (Utf32, Utf16), (Utf16, Latin1), (Latin1, Utf16),
    (Utf32, Latin1), (Latin1, Utf32), (Utf16, Utf16), (Utf32, Utf32), (Utf16Be, Utf16), (Utf16Le, Utf16Be),
    (Utf16Be, Utf32Le), (Utf32Be, Utf16Le), (Utf16Le, Latin1), (Latin1, Utf16Be), (Utf32Le, Utf32Be),
    (Utf32Be, Latin1), (Latin1, Utf32Le),
];

/// A conversion to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call<'a> {
    /// The encoding of the source.
    pub from: Encoding,
    /// The encoding of the target.
    pub to: Encoding,
    /// The units of the source.
    pub source: &'a [u32],
    /// The length of the destination, in units of the target.
    pub dst: usize,
    /// Whether the source is the last chunk.
    pub last: bool,
    /// The replacement for invalid sequences and unmappable characters.
    pub replacement: Option<char>,
}

/// The result of a call.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Done {
    /// The number of source units converted.
    pub read: usize,
    /// Their conversion.
    pub written: Vec<u32>,
    /// Why the call ended.
    pub stop: Stop,
}

/// Why a call ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Stop {
    /// The whole source is converted.
    End,
    /// The next character does not fit.
    OutputFull,
    /// The source ends inside a character, and is not the last chunk.
    Incomplete,
    /// The source is invalid.
    Malformed {
        /// The position of the error, in units of the source.
        at: usize,
        /// The number of invalid units; `None` if the end truncates them.
        len: Option<usize>,
        /// The kind of error, under its name in the product's Rust API.
        kind: String,
    },
    /// The target does not have this character.
    Unmappable(char),
}
