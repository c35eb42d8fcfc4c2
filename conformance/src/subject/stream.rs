//! Validating and decoding bytes that come in chunks.

use super::{Fields, Verdict};

/// Decodes bytes that come in chunks, with U+FFFD in place of what is invalid.
pub trait Streams: Sync {
    /// What a decoder at the start of a stream puts out, as UTF-8, for each of `chunks`, and last for the end
    /// of the stream. So there is one output more than there are chunks; each may be empty.
    fn decode(&self, chunks: &[&[u8]]) -> Vec<Vec<u8>>;
}

/// Validates bytes that come in chunks, and fails at the first byte that cannot be continued.
pub trait ValidatesStreams: Sync {
    /// Which fields of a [`Fault`](super::Fault) it fills in.
    fn fields(&self) -> Fields {
        Fields::ALL
    }

    /// The answers of one validator to each of `steps`. In a stream a fault has a length even where the end
    /// cuts a sequence off: the number of its bytes.
    ///
    /// After an error every answer is the same error, until the end of the stream, which gives it once more.
    fn answers(&self, steps: &[Step<'_>]) -> Vec<Verdict>;
}

/// Decodes bytes that come in chunks, up to the first error.
pub trait DecodesStrictly: Sync {
    /// Which fields of a [`Fault`](super::Fault) it fills in.
    fn fields(&self) -> Fields {
        Fields::ALL
    }

    /// What one decoder puts out at each of `steps`, as UTF-8, and its answers, which are those of
    /// [`ValidatesStreams`].
    fn answers(&self, steps: &[Step<'_>]) -> Vec<(Vec<u8>, Verdict)>;
}

/// What a validator or decoder is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'a> {
    /// More bytes, or none.
    Chunk(&'a [u8]),
    /// The end of the stream. Another one may begin after it.
    End,
}

/// Decodes bytes that come in chunks, and treats U+FEFF at the start as a policy says (RFC 3629, section 6).
pub trait HandlesBom: Sync {
    /// The policies that it knows.
    fn policies(&self) -> &[Policy] {
        &Policy::ALL
    }

    /// The text, as UTF-8 with U+FFFD in place of what is invalid.
    fn text(&self, policy: Policy, chunks: &[&[u8]]) -> Vec<u8>;
}

/// What U+FEFF at the start of an input means, and what becomes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Policy {
    /// It is a character, and in the text.
    Character,
    /// It is a signature, and in the text.
    Keep,
    /// It is a signature, and not in the text. Offsets count it.
    Ignore,
    /// It is a signature, and not in the text. Offsets do not count it.
    Strip,
}

impl Policy {
    /// Every policy.
    pub const ALL: [Self; 4] = [Self::Character, Self::Keep, Self::Ignore, Self::Strip];
}
