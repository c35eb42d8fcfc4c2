//! Decoding octets that come in chunks.

/// Decodes octets that come in chunks, with U+FFFD in place of what is ill formed.
pub trait Streams: Sync {
    /// What a decoder at the start of a stream puts out, as UTF-8, for each of `chunks`, and last for the end
    /// of the stream. So there is one output more than there are chunks; each may be empty.
    fn decode(&self, chunks: &[&[u8]]) -> Vec<Vec<u8>>;
}

/// Decodes octets that come in chunks, and treats U+FEFF at the start as a policy says (RFC 3629, section 6).
pub trait HandlesBom: Sync {
    /// The policies that it knows.
    fn policies(&self) -> &[Policy] {
        &Policy::ALL
    }

    /// The text, as UTF-8 with U+FFFD in place of what is ill formed.
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
