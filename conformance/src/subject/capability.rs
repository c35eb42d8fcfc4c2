//! What there is to claim.

use super::Subject;

/// What a [`Subject`] can do, as far as the suite has rows about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Capability {
    /// [`Validates`](super::Validates): the verdict, and the position, length and kind of the first error as
    /// far as its [`Fields`](super::Fields) say.
    Verdict,
    /// [`Scans`](super::Scans).
    Scan,
    /// [`Replaces`](super::Replaces).
    Replacement,
    /// [`Streams`](super::Streams).
    Stream,
    /// [`Encodes`](super::Encodes).
    Encode,
    /// [`HandlesBom`](super::HandlesBom).
    Bom,
}

impl Capability {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Verdict, Self::Scan, Self::Replacement, Self::Stream, Self::Encode, Self::Bom];

    /// What reports call it: the name of the method of [`Subject`] by which it is claimed.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Verdict => "verdict",
            Self::Scan => "scan",
            Self::Replacement => "replacement",
            Self::Stream => "stream",
            Self::Encode => "encode",
            Self::Bom => "bom",
        }
    }

    /// Whether the subject claims it.
    #[must_use]
    pub fn is_claimed_by(self, subject: &dyn Subject) -> bool {
        match self {
            Self::Verdict => subject.verdict().is_some(),
            Self::Scan => subject.scan().is_some(),
            Self::Replacement => subject.replacement().is_some(),
            Self::Stream => subject.stream().is_some(),
            Self::Encode => subject.encode().is_some(),
            Self::Bom => subject.bom().is_some(),
        }
    }
}
