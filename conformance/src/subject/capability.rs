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
    /// [`FindsErrors`](super::FindsErrors).
    Errors,
    /// [`Iterates`](super::Iterates).
    Characters,
    /// [`FindsBoundaries`](super::FindsBoundaries).
    Boundaries,
    /// [`Encodes`](super::Encodes).
    Encode,
    /// [`Streams`](super::Streams).
    Stream,
    /// [`JudgesStreams`](super::JudgesStreams).
    StreamVerdict,
    /// [`DecodesStrictly`](super::DecodesStrictly).
    StrictStream,
    /// [`HandlesBom`](super::HandlesBom).
    Bom,
    /// [`Detects`](super::Detects).
    Detect,
    /// [`Diagnoses`](super::Diagnoses).
    Diagnose,
    /// [`KnowsLabels`](super::KnowsLabels).
    Labels,
    /// [`ReadsText`](super::ReadsText).
    Read,
    /// [`WritesText`](super::WritesText).
    Write,
    /// [`Summarises`](super::Summarises).
    Summary,
    /// [`Converts`](super::Converts).
    Convert,
}

impl Capability {
    /// All of them.
    pub const ALL: [Self; 18] = [
        Self::Verdict,
        Self::Scan,
        Self::Replacement,
        Self::Errors,
        Self::Characters,
        Self::Boundaries,
        Self::Encode,
        Self::Stream,
        Self::StreamVerdict,
        Self::StrictStream,
        Self::Bom,
        Self::Detect,
        Self::Diagnose,
        Self::Labels,
        Self::Read,
        Self::Write,
        Self::Summary,
        Self::Convert,
    ];

    /// What reports call it: the name of the method of [`Subject`] by which it is claimed.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Verdict => "verdict",
            Self::Scan => "scan",
            Self::Replacement => "replacement",
            Self::Errors => "errors",
            Self::Characters => "characters",
            Self::Boundaries => "boundaries",
            Self::Encode => "encode",
            Self::Stream => "stream",
            Self::StreamVerdict => "stream_verdict",
            Self::StrictStream => "strict_stream",
            Self::Bom => "bom",
            Self::Detect => "detect",
            Self::Diagnose => "diagnose",
            Self::Labels => "labels",
            Self::Read => "read",
            Self::Write => "write",
            Self::Summary => "summary",
            Self::Convert => "convert",
        }
    }

    /// Whether the subject claims it.
    #[must_use]
    pub fn is_claimed_by(self, subject: &dyn Subject) -> bool {
        match self {
            Self::Verdict => subject.verdict().is_some(),
            Self::Scan => subject.scan().is_some(),
            Self::Replacement => subject.replacement().is_some(),
            Self::Errors => subject.errors().is_some(),
            Self::Characters => subject.characters().is_some(),
            Self::Boundaries => subject.boundaries().is_some(),
            Self::Encode => subject.encode().is_some(),
            Self::Stream => subject.stream().is_some(),
            Self::StreamVerdict => subject.stream_verdict().is_some(),
            Self::StrictStream => subject.strict_stream().is_some(),
            Self::Bom => subject.bom().is_some(),
            Self::Detect => subject.detect().is_some(),
            Self::Diagnose => subject.diagnose().is_some(),
            Self::Labels => subject.labels().is_some(),
            Self::Read => subject.read().is_some(),
            Self::Write => subject.write().is_some(),
            Self::Summary => subject.summary().is_some(),
            Self::Convert => subject.convert().is_some(),
        }
    }
}
