//! Validating and decoding bytes that come in chunks.

use super::{Fields, Verdict};

/// Decodes bytes that come in chunks, with U+FFFD for invalid sequences.
pub trait Streams: Sync {
    /// The output of a decoder at the start of a stream, as UTF-8, for each of `chunks`, and finally for the end of
    /// the stream. There is one more output than there are chunks; each may be empty.
    fn decode(&self, chunks: &[&[u8]]) -> Vec<Vec<u8>>;
}

/// Validates bytes that come in chunks, and fails at the first byte that cannot continue the text.
pub trait ValidatesStreams: Sync {
    /// Which fields of a [`Fault`](super::Fault) it fills in.
    fn fields(&self) -> Fields {
        Fields::ALL
    }

    /// The results of one validator for each of `steps`. In a stream a fault has a length even if the end truncates a
    /// sequence: the number of its bytes.
    ///
    /// After an error every result is the same error, up to and including the end of the stream.
    fn answers(&self, steps: &[Step<'_>]) -> Vec<Verdict>;
}

/// Decodes bytes that come in chunks, up to the first error.
pub trait DecodesStrictly: Sync {
    /// Which fields of a [`Fault`](super::Fault) it fills in.
    fn fields(&self) -> Fields {
        Fields::ALL
    }

    /// The output of one decoder for each of `steps`, as UTF-8, and its results, which are those of
    /// [`ValidatesStreams`].
    fn answers(&self, steps: &[Step<'_>]) -> Vec<(Vec<u8>, Verdict)>;
}

/// The input of a validator or decoder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'a> {
    /// More bytes, or none.
    Chunk(&'a [u8]),
    /// The end of the stream. Another stream may follow.
    End,
}

/// Decodes bytes that come in chunks, and applies a policy to U+FEFF at the start (RFC 3629, section 6).
pub trait HandlesBom: Sync {
    /// The policies that it supports.
    fn policies(&self) -> &[Policy] {
        &Policy::ALL
    }

    /// The text, as UTF-8 with U+FFFD for invalid sequences.
    fn text(&self, policy: Policy, chunks: &[&[u8]]) -> Vec<u8>;
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
}
