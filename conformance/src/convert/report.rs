//! Ask, compare, count.

use std::fmt;

use super::{
    reading::Reading,
    rows::ROWS,
    subject::{Call, Converts},
};
use crate::suite::Depth;

/// Which rows to run, and how far.
#[derive(Clone, Debug)]
pub struct Options {
    /// How many cases.
    pub depth: Depth,
    /// The rows by name; all if there is none.
    pub only: Vec<String>,
    /// After so many failures a row ends.
    pub max_failures: usize,
}

impl Options {
    /// A few seconds.
    #[must_use]
    pub const fn quick() -> Self {
        Self { depth: Depth::Quick, only: Vec::new(), max_failures: 3 }
    }

    /// All cases.
    #[must_use]
    pub fn full() -> Self {
        Self { depth: Depth::Full, ..Self::quick() }
    }

    /// The same, and only these rows.
    #[must_use]
    pub fn only(mut self, rows: &[&str]) -> Self {
        self.only = rows.iter().map(|&row| row.to_owned()).collect();
        self
    }
}

/// Holds `subject` against the rows.
pub fn run(subject: &dyn Converts, options: &Options) -> Report {
    let chosen =
        |name: &str| options.only.is_empty() || options.only.iter().any(|only| only.as_str() == name);
    let rows = ROWS.iter().filter(|row| chosen(row.name)).map(|row| {
        let mut checker =
            Checker { subject, max_failures: options.max_failures.max(1), cases: 0, failures: Vec::new() };
        (row.run)(options.depth, &mut checker);
        let Checker { cases, failures, .. } = checker;
        Outcome { row: row.name, about: row.about, cases, minimum: row.minimum, failures }
    });
    Report { subject: subject.name(), rows: rows.collect() }
}

/// A row: what it is called, what it is about, and its calls.
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) about: &'static str,
    /// How many answers it must compare, at any depth.
    pub(super) minimum: u64,
    pub(super) run: fn(Depth, &mut Checker<'_>),
}

/// Compares the answers of a subject with the right ones.
pub(super) struct Checker<'a> {
    subject: &'a dyn Converts,
    max_failures: usize,
    cases: u64,
    failures: Vec<String>,
}

impl Checker<'_> {
    /// A call about a source that has been read.
    pub(super) fn ask(&mut self, reading: &Reading, call: &Call<'_>) {
        if self.failures.len() >= self.max_failures {
            return;
        }
        self.cases += 1;
        let expected = reading.answer(call);
        let got = self.subject.convert(call);
        if got != expected {
            self.failures.push(format!("{call:x?}\n  expected {expected:x?}\n  got      {got:x?}"));
        }
    }

    /// Strictly and with replacement, as the last and as another chunk, with more room than it takes.
    pub(super) fn ask_all(&mut self, call: &Call<'_>) {
        let reading = Reading::of(call.from, call.source);
        for replacement in [None, Some(call.to.replacement())] {
            for last in [true, false] {
                self.ask(&reading, &Call { replacement, last, ..*call });
            }
        }
    }
}

/// What [`run`] found.
#[derive(Clone, Debug)]
pub struct Report {
    /// What was held against the rows.
    pub subject: String,
    /// The rows, in the order in which they ran.
    pub rows: Vec<Outcome>,
}

/// What a row found.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The name of the row.
    pub row: &'static str,
    /// What it is about.
    pub about: &'static str,
    /// How many answers were compared.
    pub cases: u64,
    /// Fewer is a failure.
    pub minimum: u64,
    /// Calls with wrong answers; the first ones.
    pub failures: Vec<String>,
}

impl Outcome {
    /// Whether enough answers were compared, and all of them are right.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.failures.is_empty() && self.cases >= self.minimum
    }
}

impl Report {
    /// Whether rows ran, and all of them passed.
    #[must_use]
    pub fn passed(&self) -> bool {
        !self.rows.is_empty() && self.rows.iter().all(Outcome::passed)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.rows {
            let verdict = if row.passed() { "passed" } else { "FAILED" };
            writeln!(f, "{} {}: {verdict}, {} cases: {}", self.subject, row.row, row.cases, row.about)?;
            for failure in &row.failures {
                writeln!(f, "{failure}")?;
            }
        }
        Ok(())
    }
}
