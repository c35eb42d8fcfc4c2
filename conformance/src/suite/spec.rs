//! What a row is: its name, and what it runs.

use super::{
    Options,
    check::{Context, Tally},
    report::Depth,
};
use crate::subject::{
    Capability, Converts, DecodesStrictly, Detects, Diagnoses, Encodes, FindsBoundaries, FindsErrors,
    HandlesBom, Iterates, JudgesStreams, KnowsLabels, ReadsText, Replaces, Scans, Streams, Subject,
    Summarises, Validates, WritesText,
};

/// A row as it is written down.
pub(super) struct Spec {
    /// What it is called.
    pub(super) name: &'static str,
    /// What it does, in one line.
    pub(super) about: &'static str,
    /// How many cases it must run at least.
    pub(super) minimum: Minimum,
    /// Which capability it is about, and what runs it.
    pub(super) run: Run,
}

/// The result of a row, or why it cannot be run.
type Ran = Result<Tally, String>;

/// What runs a row, by the capability that the subject must claim.
pub(super) enum Run {
    Verdict(for<'a> fn(&Context<'a, &'a dyn Validates>) -> Ran),
    Scan(for<'a> fn(&Context<'a, &'a dyn Scans>) -> Ran),
    Replacement(for<'a> fn(&Context<'a, &'a dyn Replaces>) -> Ran),
    Errors(for<'a> fn(&Context<'a, &'a dyn FindsErrors>) -> Ran),
    Characters(for<'a> fn(&Context<'a, &'a dyn Iterates>) -> Ran),
    Boundaries(for<'a> fn(&Context<'a, &'a dyn FindsBoundaries>) -> Ran),
    Encode(for<'a> fn(&Context<'a, &'a dyn Encodes>) -> Ran),
    Stream(for<'a> fn(&Context<'a, &'a dyn Streams>) -> Ran),
    StreamVerdict(for<'a> fn(&Context<'a, &'a dyn JudgesStreams>) -> Ran),
    StrictStream(for<'a> fn(&Context<'a, &'a dyn DecodesStrictly>) -> Ran),
    Bom(for<'a> fn(&Context<'a, &'a dyn HandlesBom>) -> Ran),
    Detect(for<'a> fn(&Context<'a, &'a dyn Detects>) -> Ran),
    Diagnose(for<'a> fn(&Context<'a, &'a dyn Diagnoses>) -> Ran),
    Labels(for<'a> fn(&Context<'a, &'a dyn KnowsLabels>) -> Ran),
    Read(for<'a> fn(&Context<'a, &'a dyn ReadsText>) -> Ran),
    Write(for<'a> fn(&Context<'a, &'a dyn WritesText>) -> Ran),
    Summary(for<'a> fn(&Context<'a, &'a dyn Summarises>) -> Ran),
    Convert(for<'a> fn(&Context<'a, &'a dyn Converts>) -> Ran),
}

impl Run {
    /// What the subject must claim.
    pub(super) fn needs(&self) -> Capability {
        match self {
            Self::Verdict(_) => Capability::Verdict,
            Self::Scan(_) => Capability::Scan,
            Self::Replacement(_) => Capability::Replacement,
            Self::Errors(_) => Capability::Errors,
            Self::Characters(_) => Capability::Characters,
            Self::Boundaries(_) => Capability::Boundaries,
            Self::Encode(_) => Capability::Encode,
            Self::Stream(_) => Capability::Stream,
            Self::StreamVerdict(_) => Capability::StreamVerdict,
            Self::StrictStream(_) => Capability::StrictStream,
            Self::Bom(_) => Capability::Bom,
            Self::Detect(_) => Capability::Detect,
            Self::Diagnose(_) => Capability::Diagnose,
            Self::Labels(_) => Capability::Labels,
            Self::Read(_) => Capability::Read,
            Self::Write(_) => Capability::Write,
            Self::Summary(_) => Capability::Summary,
            Self::Convert(_) => Capability::Convert,
        }
    }

    /// Runs the row, if the subject claims what it is about.
    pub(super) fn on(&self, subject: &dyn Subject, options: &Options<'_>) -> Option<Ran> {
        match self {
            Self::Verdict(run) => Some(run(&Context::new(subject, subject.verdict()?, options))),
            Self::Scan(run) => Some(run(&Context::new(subject, subject.scan()?, options))),
            Self::Replacement(run) => Some(run(&Context::new(subject, subject.replacement()?, options))),
            Self::Errors(run) => Some(run(&Context::new(subject, subject.errors()?, options))),
            Self::Characters(run) => Some(run(&Context::new(subject, subject.characters()?, options))),
            Self::Boundaries(run) => Some(run(&Context::new(subject, subject.boundaries()?, options))),
            Self::Encode(run) => Some(run(&Context::new(subject, subject.encode()?, options))),
            Self::Stream(run) => Some(run(&Context::new(subject, subject.stream()?, options))),
            Self::StreamVerdict(run) => Some(run(&Context::new(subject, subject.stream_verdict()?, options))),
            Self::StrictStream(run) => Some(run(&Context::new(subject, subject.strict_stream()?, options))),
            Self::Bom(run) => Some(run(&Context::new(subject, subject.bom()?, options))),
            Self::Detect(run) => Some(run(&Context::new(subject, subject.detect()?, options))),
            Self::Diagnose(run) => Some(run(&Context::new(subject, subject.diagnose()?, options))),
            Self::Labels(run) => Some(run(&Context::new(subject, subject.labels()?, options))),
            Self::Read(run) => Some(run(&Context::new(subject, subject.read()?, options))),
            Self::Write(run) => Some(run(&Context::new(subject, subject.write()?, options))),
            Self::Summary(run) => Some(run(&Context::new(subject, subject.summary()?, options))),
            Self::Convert(run) => Some(run(&Context::new(subject, subject.convert()?, options))),
        }
    }
}

/// A number of cases for each [`Depth`].
#[derive(Clone, Copy)]
pub(super) struct Minimum {
    pub(super) quick: u64,
    pub(super) full: u64,
}

impl Minimum {
    /// The same at every depth.
    pub(super) const fn always(cases: u64) -> Self {
        Self { quick: cases, full: cases }
    }

    pub(super) fn at(self, depth: Depth) -> u64 {
        match depth {
            Depth::Quick => self.quick,
            Depth::Full => self.full,
        }
    }
}
