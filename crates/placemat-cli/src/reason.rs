//! Explains in plain words why a sequence is invalid.

use std::fmt;

use placemat::ErrorKind;
use placemat_legacy::ErrorKind as LegacyKind;

/// Why a sequence is invalid. The text is produced only when it is shown.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Reason {
    Utf8(ErrorKind),
    Legacy(LegacyKind),
    /// A high surrogate without a low one, or a low one without a high one.
    LoneSurrogate,
    /// A value that is a surrogate.
    Surrogate,
    /// A value above U+10FFFF.
    OutOfRange,
    /// The input ends inside a character.
    Cut,
    /// A byte above 7F.
    NotAscii,
    /// `encoding_rs` gives no details.
    Unassigned(&'static str),
    /// Bytes right next to valid UTF-8, so where their characters begin and end in this encoding is not certain.
    BesideText(&'static str),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match *self {
            Self::Utf8(kind) => utf8(kind),
            Self::Legacy(kind) => legacy(kind),
            Self::LoneSurrogate => "a surrogate without its partner",
            Self::Surrogate => "a surrogate, which is not a character",
            Self::OutOfRange => "above U+10FFFF",
            Self::Cut => "the input ends inside a character",
            Self::NotAscii => "above 7F, where ASCII ends",
            Self::Unassigned(name) => return write!(f, "no character in {name}"),
            Self::BesideText(name) => {
                return write!(f, "next to valid UTF-8, so characters in {name} may be cut");
            }
        })
    }
}

fn utf8(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::UnexpectedContinuation => "a continuation where a sequence must begin",
        ErrorKind::Overlong => "overlong: a longer sequence than the character needs",
        ErrorKind::Surrogate => "a surrogate, which is not a character",
        ErrorKind::OutOfRange => "above U+10FFFF",
        ErrorKind::InvalidByte => "it never occurs in UTF-8",
        ErrorKind::MissingContinuation => "a sequence that is cut off",
        ErrorKind::Truncated => "the input ends inside a sequence",
    }
}

fn legacy(kind: LegacyKind) -> &'static str {
    match kind {
        LegacyKind::UnexpectedContinuation => utf8(ErrorKind::UnexpectedContinuation),
        LegacyKind::Overlong => utf8(ErrorKind::Overlong),
        LegacyKind::Nul => "NUL as one byte, where it is written C0 80",
        LegacyKind::FourBytes => "a sequence of four bytes, where a pair of surrogates is written",
        LegacyKind::LoneSurrogate => "a surrogate without its partner",
        LegacyKind::SurrogatePair => "a pair of surrogates, where a sequence of four bytes is written",
        LegacyKind::OutOfRange => utf8(ErrorKind::OutOfRange),
        LegacyKind::InvalidByte => "it never occurs in this encoding",
        LegacyKind::MissingContinuation => utf8(ErrorKind::MissingContinuation),
        LegacyKind::Surrogate => "a surrogate, which only WTF-8 and UTF-16 can express",
        LegacyKind::Truncated => "the input ends inside a sequence or a pair",
    }
}
