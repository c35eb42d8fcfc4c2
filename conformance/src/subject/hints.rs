//! Guesses at the real encoding of invalid bytes.

use super::Form;

/// Gives hints for errors.
pub trait Diagnoses: Sync {
    /// For every error of the bytes, in order: its offset, and its hint.
    fn hints(&self, bytes: &[u8]) -> Vec<(usize, Option<Hint>)>;
}

/// A guess at the cause of an error. [`reference::hints`](crate::reference::hints) defines the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hint {
    /// A part of the signature of another form, at the start.
    Signature(Form),
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
