//! Bytes that come in chunks, and how they are decoded.

/// The input of a validator or decoder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'a> {
    /// More bytes, or none.
    Chunk(&'a [u8]),
    /// The end of the stream. Another stream may follow.
    End,
}

/// The meaning of U+FEFF at the start of an input, and its treatment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Policy {
    /// It is a character, and part of the text.
    Character,
    /// It is a signature, and part of the text.
    Keep,
    /// It is a signature, and not part of the text. Offsets count it.
    Ignore,
    /// It is a signature, and not part of the text. Offsets do not count it.
    Strip,
}

impl Policy {
    /// Every policy.
    pub const ALL: [Self; 4] = [Self::Character, Self::Keep, Self::Ignore, Self::Strip];

    /// Whether the signature is not part of the text.
    #[must_use]
    pub const fn removes(self) -> bool {
        matches!(self, Self::Ignore | Self::Strip)
    }
}

/// Which bytes one U+FFFD replaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Practice {
    /// Unicode and WHATWG: a maximal subpart.
    MaximalSubpart,
    /// Go: one byte.
    PerByte,
    /// Perl: a lead byte, and as many of the continuation bytes after it as RFC 2279 gives the lead.
    WholeSequence,
    /// Java: a maximal subpart, or ED and up to two continuation bytes after it.
    Java,
}

impl Practice {
    /// Every practice.
    pub const ALL: [Self; 4] = [Self::MaximalSubpart, Self::PerByte, Self::WholeSequence, Self::Java];
}
