//! Conversion between UTF-8 and other encodings.

/// Converts.
pub trait Converts: Sync {
    /// From what to what. All of [`PAIRS`], if nothing else is said.
    fn pairs(&self) -> &[(Encoding, Encoding)] {
        &PAIRS
    }

    /// What it does beyond strict conversion of whole sources. Everything, if nothing else is said.
    fn extent(&self) -> Extent {
        Extent::ALL
    }

    /// Converts. The call is between one of the [`pairs`](Self::pairs), and asks for nothing outside of the
    /// [`extent`](Self::extent).
    fn convert(&self, call: &Call<'_>) -> Answer;
}

/// An encoding. Units of all of them are numbers here, so that a caller need not be generic.
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

/// What can be converted into what.
pub const PAIRS: [(Encoding, Encoding); 14] = [
    (Utf8, Utf16),
    (Utf8, Utf16Le),
    (Utf8, Utf16Be),
    (Utf8, Utf32),
    (Utf8, Utf32Le),
    (Utf8, Utf32Be),
    (Utf8, Latin1),
    (Utf16, Utf8),
    (Utf16Le, Utf8),
    (Utf16Be, Utf8),
    (Utf32, Utf8),
    (Utf32Le, Utf8),
    (Utf32Be, Utf8),
    (Latin1, Utf8),
];

/// What a converter does beyond strict conversion of whole sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// It can replace what is invalid, or missing in the target.
    pub replaces: bool,
    /// It can stop where the destination ends, and before a character that the end of a chunk cuts off.
    pub resumes: bool,
    /// It says of what kind an error is.
    pub kinds: bool,
}

impl Extent {
    /// Everything.
    pub const ALL: Self = Self { replaces: true, resumes: true, kinds: true };
}

/// What is to be converted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call<'a> {
    /// The encoding of the source.
    pub from: Encoding,
    /// The encoding of the target.
    pub to: Encoding,
    /// The units of the source.
    pub source: &'a [u32],
    /// How many units of the target there is room for.
    pub dst: usize,
    /// Whether nothing comes after the source.
    pub last: bool,
    /// What takes the place of ill-formed sequences, and of what the target does not have.
    pub replacement: Option<char>,
}

/// What came out.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Answer {
    /// How many units of the source were converted.
    pub read: usize,
    /// What they became.
    pub written: Vec<u32>,
    /// Why it ends there.
    pub stop: Stop,
}

/// Why a conversion ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Stop {
    /// All of the source is converted.
    End,
    /// The next character does not fit.
    OutputFull,
    /// The source ends inside a character, and more is to come.
    Incomplete,
    /// The source is invalid.
    Malformed {
        /// The units of the source before it.
        at: usize,
        /// The units that are invalid; `None` where the end cuts them off.
        len: Option<usize>,
        /// What is wrong, as the product's kinds are written in Rust.
        kind: String,
    },
    /// The target does not have this character.
    Unmappable(char),
}
