//! Outputs about whole texts: verdicts, errors, characters, guesses, labels and summaries.

use std::collections::BTreeMap;

use placemat_core::{Utf8Error, Utf8ErrorKind};

use super::Encoding;

/// Whether an input is valid, or its first error.
pub type Verdict = Result<(), Fault>;

/// The first error of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fault<K = Utf8ErrorKind> {
    /// The number of valid bytes before it.
    pub valid_up_to: usize,
    /// The length of the maximal subpart; `None` if the input ends inside a sequence.
    pub error_len: Option<usize>,
    /// The kind of error. `None` only if the decoder does not report kinds.
    pub kind: Option<K>,
}

impl Fault {
    /// A fault of which only the position is known.
    pub const fn at(valid_up_to: usize) -> Self {
        Self { valid_up_to, error_len: None, kind: None }
    }
}

impl From<Utf8Error> for Fault {
    fn from(error: Utf8Error) -> Self {
        Self { valid_up_to: error.valid_up_to(), error_len: error.error_len(), kind: Some(error.kind()) }
    }
}

/// The fields of a [`Fault`] that a decoder fills in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fields {
    /// `valid_up_to`.
    pub position: bool,
    /// `error_len`.
    pub length: bool,
    /// `kind`.
    pub kind: bool,
}

impl Fields {
    /// All of them.
    pub const ALL: Self = Self { position: true, length: true, kind: true };

    /// None: only the verdict.
    pub const NONE: Self = Self { position: false, length: false, kind: false };

    /// Reduces a fault to these fields. A position that is not reported is 0.
    pub fn of(self, fault: Fault) -> Fault {
        Fault {
            valid_up_to: if self.position { fault.valid_up_to } else { 0 },
            error_len: fault.error_len.filter(|_| self.length),
            kind: fault.kind.filter(|_| self.kind),
        }
    }
}

/// Text, and the invalid sequence after it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The text, as UTF-8.
    pub text: Vec<u8>,
    /// The invalid sequence.
    pub invalid: Vec<u8>,
    /// The error; its position is relative to the start of the input. `None` at the end.
    pub fault: Option<Fault>,
}

/// A character, or an invalid sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Item<C = char, K = Utf8ErrorKind> {
    /// The bytes before it, or the units.
    pub offset: usize,
    /// The scalar value, or the fault.
    pub character: Result<C, Fault<K>>,
}

/// Why a value cannot be encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unencodable {
    /// It is a surrogate, D800..DFFF.
    Surrogate,
    /// It is above 10FFFF.
    OutOfRange,
    /// The decoder does not give the reason.
    Unspecified,
}

/// A guess at the cause of an error. [`reference::hints`](crate::reference::hints) defines the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hint {
    /// A part of the signature of another encoding, at the start.
    Signature(Encoding),
    /// A part of a surrogate pair, three bytes each, that encodes this character.
    Cesu8(char),
    /// A part of C0 80.
    JavaNul,
    /// A part of a lone surrogate.
    LoneSurrogate,
    /// A part of a sequence of this many bytes, as in RFC 2279, above U+10FFFF.
    Rfc2279(usize),
    /// A sequence truncated by the end of the input.
    CutEnd,
    /// The rest of a sequence, at the start.
    CutStart,
    /// A sequence interrupted by other text after its lead and at least one more byte.
    CutShort,
    /// UTF-16, little-endian.
    Utf16Le,
    /// UTF-16, big-endian.
    Utf16Be,
    /// There is UTF-8 nearby that was decoded as Windows-1252 and encoded again.
    DoubleEncoding,
    /// This character in Latin-1.
    Latin1(char),
    /// This character in Windows-1252; or next to one that only that encoding has.
    Windows1252(char),
}

/// The meaning of a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Label {
    /// UTF-8.
    Utf8,
    /// UTF-8 with Hangul as it was before Amendment 5 of ISO/IEC 10646.
    OldHangul,
    /// Something else.
    Unknown,
}

/// How an input is divided and merged.
#[derive(Clone, Debug)]
pub enum Tree<'a> {
    /// A piece, summarised as a whole.
    Piece(&'a [u8]),
    /// Two parts, whose summaries are merged.
    Merged(Box<[Tree<'a>; 2]>),
}

impl Tree<'_> {
    /// Two adjacent parts.
    pub fn merged(self, after: Self) -> Self {
        Self::Merged(Box::new([self, after]))
    }

    /// Applies `of` to each piece, and combines the results by `merge`.
    pub fn fold<S>(&self, of: &impl Fn(&[u8]) -> S, merge: &impl Fn(S, S) -> S) -> S {
        match self {
            Self::Piece(bytes) => of(bytes),
            Self::Merged(parts) => {
                let [before, after] = &**parts;
                merge(before.fold(of, merge), after.fold(of, merge))
            }
        }
    }
}

/// The summary of an input.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Totals {
    /// The number of bytes.
    pub bytes: u64,
    /// The number of characters: valid sequences.
    pub characters: u64,
    /// The number of line feeds, U+000A.
    pub line_feeds: u64,
    /// The number of invalid sequences, by [`Utf8ErrorKind`].
    pub kinds: BTreeMap<Utf8ErrorKind, u64>,
    /// The number of bytes in invalid sequences.
    pub invalid_bytes: u64,
    /// The number of lines with at least one error.
    pub bad_lines: u64,
    /// The first errors, at most [`Totals::FIRST`].
    pub first: Vec<Place>,
}

impl Totals {
    /// How many errors are recorded with their places.
    pub const FIRST: usize = 8;
}

/// The place of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The number of bytes before it.
    pub offset: u64,
    /// Its line, from 1. A line ends with U+000A.
    pub line: u64,
    /// Its column, from 1: characters count as one, and so do invalid sequences.
    pub column: u64,
    /// Its length in bytes.
    pub len: usize,
    /// Its kind.
    pub kind: Utf8ErrorKind,
}
