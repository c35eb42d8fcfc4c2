//! The result of a run.

use std::fmt;
use std::time::{Duration, Instant};

use crate::contract::{Fields, Op, Verdict};

/// How many cases to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Every row, with fewer cases: seconds even without optimisation. Kills every [mutant](crate::mutants).
    Quick,
    /// Every case, which a release must pass. For optimised builds.
    Full,
}

impl Depth {
    /// The first of these in the quick suite, the second in the full one.
    pub(crate) fn pick<T>(self, [quick, full]: [T; 2]) -> T {
        match self {
            Self::Quick => quick,
            Self::Full => full,
        }
    }
}

/// The result of running the suite on one decoder. Its `Display` is a table.
#[derive(Clone, Debug)]
#[must_use]
pub struct Report {
    /// The decoder's name.
    pub subject: String,
    /// How many cases were run.
    pub depth: Depth,
    /// Which fields of a fault were checked; `None` where the decoder gives no verdicts.
    pub fields: Option<Fields>,
    /// The rows, in the order in which they ran.
    pub rows: Vec<Row>,
}

/// The result of one row of the suite.
#[derive(Clone, Debug)]
pub struct Row {
    /// The row's name, stable from release to release.
    pub name: &'static str,
    /// What it tests, in one line.
    pub about: &'static str,
    /// How many cases were run.
    pub cases: u64,
    /// A digest of all answers, in every field that the decoder reports. Correct decoders that report the same fields
    /// have the same digest on every machine.
    pub digest: u64,
    /// The minimum number of cases. A row that ran fewer has failed, whatever the answers were.
    pub minimum: u64,
    /// How it ended.
    pub outcome: Outcome,
    /// The first failures.
    pub failures: Vec<Failure>,
    /// How long it took.
    pub elapsed: Duration,
}

impl Row {
    /// The result of a row that ran, or the reason why it did not.
    pub(crate) fn new(
        name: &'static str, about: &'static str, minimum: u64, started: Instant, ran: Result<Tally, Outcome>,
    ) -> Self {
        let (outcome, tally) = match ran {
            Err(outcome) => (outcome, Tally::default()),
            Ok(tally) if tally.failures.is_empty() && tally.cases >= minimum => (Outcome::Passed, tally),
            Ok(tally) => (Outcome::Failed, tally),
        };
        let Tally { cases, digest, failures } = tally;
        let failures = failures.into_iter().map(|(_, failure)| failure).collect();
        Self { name, about, cases, digest, minimum, outcome, failures, elapsed: started.elapsed() }
    }
}

/// How a row ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Every case passed, and there were enough of them.
    Passed,
    /// A case failed, or there were too few cases. The row stopped after the first few failures.
    Failed,
    /// It could not be run, for this reason.
    NotRun(String),
    /// It tests an operation that the decoder does not have.
    NotClaimed(Op),
}

impl Outcome {
    fn words(&self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "FAILED",
            Self::NotRun(_) => "not run",
            Self::NotClaimed(_) => "not claimed",
        }
    }

    /// Why the row has no result.
    fn reason(&self) -> Option<String> {
        match self {
            Self::NotRun(reason) => Some(reason.clone()),
            Self::NotClaimed(op) => Some(format!("the decoder does not claim `{}`", op.name())),
            Self::Passed | Self::Failed => None,
        }
    }
}

/// One failed case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What the case is about.
    pub what: String,
    /// The input, or the part of a long one that matters.
    pub input: String,
    /// What the answer should have been.
    pub expected: String,
    /// What it was.
    pub got: String,
}

impl Report {
    /// Whether no row failed and at least one passed. Rows that were [not run](Self::not_run) or [not
    /// claimed](Self::not_claimed) are no failures; a caller that requires one of them must check for it.
    pub fn passed(&self) -> bool {
        self.failed().next().is_none() && self.rows.iter().any(|row| row.outcome == Outcome::Passed)
    }

    /// The rows that failed.
    pub fn failed(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(|row| row.outcome == Outcome::Failed)
    }

    /// The rows that could not be run.
    pub fn not_run(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(|row| matches!(row.outcome, Outcome::NotRun(_)))
    }

    /// The rows about operations that the decoder does not have.
    pub fn not_claimed(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(|row| matches!(row.outcome, Outcome::NotClaimed(_)))
    }

    /// The report for programs, without times: one line for each row, with tab-separated fields (decoder, row, outcome,
    /// cases, digest; the reason if it was not run). Two correct decoders that report the same fields produce the same
    /// lines on every machine, except for the first field, and for rows that cannot be run on one of the machines.
    pub fn record(&self) -> String {
        let line = |row: &Row| {
            let Row { name, cases, digest, outcome, .. } = row;
            let reason = outcome.reason().unwrap_or_default();
            format!("{}\t{name}\t{}\t{cases}\t{digest:016x}\t{reason}\n", self.subject, outcome.words())
        };
        self.rows.iter().map(line).collect()
    }

    /// How many cases were run.
    pub fn cases(&self) -> u64 {
        self.rows.iter().map(|row| row.cases).sum()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let passed = self.rows.iter().filter(|row| row.outcome == Outcome::Passed).count();
        let (failed, not_run) = (self.failed().count(), self.not_run().count());
        let not_claimed = self.not_claimed().count();
        writeln!(f, "{} ({:?})", self.subject, self.depth)?;
        for row in self.rows.iter().filter(|row| !matches!(row.outcome, Outcome::NotClaimed(_))) {
            row.fmt(f)?;
        }
        for op in Op::ALL {
            let rows = self.rows.iter().filter(|row| row.outcome == Outcome::NotClaimed(op));
            let names: Vec<_> = rows.map(|row| row.name).collect();
            if !names.is_empty() {
                writeln!(f, "  not claimed: {op} ({})", names.join(", "))?;
            }
        }
        let fields = self.fields.unwrap_or(Fields::ALL);
        let unchecked = [(fields.position, "position"), (fields.length, "length"), (fields.kind, "kind")];
        for (_, field) in unchecked.iter().filter(|(checked, _)| !checked) {
            writeln!(f, "  not checked, since the decoder does not report it: {field}")?;
        }
        write!(f, "  {passed} passed, {failed} failed, {not_run} not run, {not_claimed} not claimed; ")?;
        write!(f, "{} cases", self.cases())
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, cases, minimum, about, .. } = self;
        let outcome = self.outcome.words();
        writeln!(f, "  {name:<18} {outcome:<11} {cases:>10} {:>8.2} s  {about}", self.elapsed.as_secs_f64())?;
        if let Some(reason) = self.outcome.reason() {
            writeln!(f, "      {outcome}: {reason}")?;
        } else if cases < minimum && self.failures.is_empty() {
            writeln!(f, "      only {cases} cases, and there must be {minimum}")?;
        }
        for failure in &self.failures {
            writeln!(f, "      {}: {}", failure.what, failure.input)?;
            writeln!(f, "        expected {}", failure.expected)?;
            writeln!(f, "        got      {}", failure.got)?;
        }
        Ok(())
    }
}

/// A verdict in words.
pub(super) fn words(verdict: &Verdict) -> String {
    match verdict {
        Ok(()) => "valid".to_owned(),
        Err(fault) => {
            let len = fault.error_len.map_or_else(|| "incomplete".to_owned(), |len| format!("{len} bytes"));
            let kind = fault.kind.map_or("kind not reported", |kind| kind.name());
            format!("invalid at {}, {len}, {kind}", fault.valid_up_to)
        }
    }
}

#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) cases: u64,
    /// See [`Row::digest`].
    pub(crate) digest: u64,
    /// Each with the number of its item, so that the order does not depend on thread scheduling.
    pub(crate) failures: Vec<(usize, Failure)>,
}

impl Tally {
    /// Adds the result of another part of the row.
    pub(super) fn add(&mut self, other: Self) {
        self.cases += other.cases;
        // Commutative, since the order of threads is undefined.
        self.digest = self.digest.wrapping_add(other.digest);
        self.failures.extend(other.failures);
    }
}
