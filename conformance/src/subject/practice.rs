//! Decoding with as many U+FFFD as other decoders produce.

/// Decodes with U+FFFD for invalid bytes, by practices other than the one of [`Replaces`](super::Replaces), too.
pub trait FollowsPractices: Sync {
    /// The practices that it supports.
    fn practices(&self) -> &[Practice] {
        &Practice::ALL
    }

    /// The text, as UTF-8. It does not depend on how the input is divided into chunks.
    fn text(&self, practice: Practice, chunks: &[&[u8]]) -> Vec<u8>;
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
