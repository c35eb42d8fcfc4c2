//! Conversion between encodings; and older and related forms of UTF-8.

use super::Fault;
use crate::named;

use std::hash::{Hash, Hasher};

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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Done {
    /// The number of source units converted.
    pub read: usize,
    /// Their conversion.
    pub written: Vec<u32>,
    /// Why the call ended.
    pub stop: Stop,
}

impl Hash for Done {
    /// Hashes units one by one: a slice is hashed as memory, in the machine's byte order.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Self { read, written, stop } = self;
        (read, written.len(), stop).hash(state);
        written.iter().for_each(|unit| unit.hash(state));
    }
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

named! {
    /// A form, with the name of the [profile](crate::profiles::Profile).
    pub enum Older {
        /// UTF-8 until 2003.
        Rfc2279 "rfc2279";
        /// CESU-8: characters above U+FFFF as two surrogates.
        Cesu8 "cesu8";
        /// Java's modified UTF-8: CESU-8, and NUL in two bytes.
        Mutf8 "mutf8";
        /// WTF-8: UTF-8 and lone surrogates.
        Wtf8 "wtf8";
    }
}

/// A question about a form.
#[derive(Clone, Copy, Debug)]
pub enum OlderQuestion<'a> {
    /// Whether the bytes are valid.
    Validate(&'a [u8]),
    /// The values of the bytes, and the faults between them.
    Values(&'a [u8]),
    /// The bytes as UTF-8.
    ToUtf8(&'a [u8]),
    /// The text in this form.
    OfUtf8(&'a str),
    /// The bytes of a value.
    Encode(u32),
}

/// The answers, in the same order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum OlderAnswer {
    /// The first fault, if any.
    Verdict(Result<(), OlderFault>),
    /// Values and faults.
    Values(Vec<Result<u32, OlderFault>>),
    /// The text, or the first fault or value that UTF-8 does not have.
    Text(Result<String, OlderFault>),
    /// The bytes.
    Bytes(Vec<u8>),
    /// The bytes of the value, or `None` if it cannot be encoded.
    Encoded(Option<Vec<u8>>),
}

/// A fault. Each form has names of its own for kinds.
pub type OlderFault = Fault<&'static str>;
