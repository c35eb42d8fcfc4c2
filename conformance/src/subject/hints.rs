//! Guesses at what invalid bytes are instead.

use super::Form;

/// Says what errors look like.
pub trait Diagnoses: Sync {
    /// Every error of the bytes, in order: its offset, and what it looks like.
    fn hints(&self, bytes: &[u8]) -> Vec<(usize, Option<Hint>)>;
}

/// What an error looks like. [`reference::hints`](crate::reading::hints) says when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hint {
    /// A part of the signature of another form, at the start.
    Signature(Form),
    /// A part of a pair of surrogates, three bytes each, which is this character.
    Cesu8(char),
    /// A part of C0 80.
    JavaNul,
    /// A part of half a pair.
    LoneSurrogate,
    /// A part of a sequence of so many bytes, as RFC 2279 has them, above U+10FFFF.
    Rfc2279(usize),
    /// A sequence that the end of the input cuts off.
    CutEnd,
    /// The rest of a sequence, at the start.
    CutStart,
    /// A sequence that other text cuts off, of which more than the lead is there.
    CutShort,
    /// UTF-16, the lower byte first.
    Utf16Le,
    /// UTF-16, the upper byte first.
    Utf16Be,
    /// UTF-8 that was taken for Windows-1252 and encoded again is near.
    DoubleEncoding,
    /// This character in Latin-1.
    Latin1(char),
    /// This character in Windows-1252, or beside one that only that encoding has.
    Windows1252(char),
}
