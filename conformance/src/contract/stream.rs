//! Bytes that come in chunks, and how they are decoded.

use crate::named;

/// The input of a validator or decoder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'a> {
    /// More bytes, or none.
    Chunk(&'a [u8]),
    /// The end of the stream. Another stream may follow.
    End,
}

named! {
    /// The meaning of U+FEFF at the start of an input, and its treatment.
    pub enum Policy {
        /// It is a character, and part of the text.
        Character "character";
        /// It is a signature, and part of the text.
        Keep "keep";
        /// It is a signature, and not part of the text. Offsets count it.
        Ignore "ignore";
        /// It is a signature, and not part of the text. Offsets do not count it.
        Strip "strip";
    }
}

impl Policy {
    /// Whether the signature is not part of the text.
    pub const fn removes(self) -> bool {
        matches!(self, Self::Ignore | Self::Strip)
    }
}

named! {
    /// Which bytes one U+FFFD replaces, with the name of the [profile](crate::profiles::Profile).
    pub enum Practice {
        /// Unicode and WHATWG: a maximal subpart.
        MaximalSubpart "maximal-subpart";
        /// Go: one byte.
        PerByte "per-byte";
        /// Perl: a lead byte, and as many of the continuation bytes after it as RFC 2279 gives the lead.
        WholeSequence "whole-sequence";
        /// Java: a maximal subpart, or ED and up to two continuation bytes after it.
        Java "java";
    }
}
