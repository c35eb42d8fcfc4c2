//! Older and neighbouring forms of UTF-8: RFC 2279, CESU-8, Java's modified UTF-8, WTF-8.
//!
//! Each is a grammar in `grammars/`, executed by the [oracle](crate::oracle) as RFC 3629's is, and a
//! [`Profile`]: which values there are, and what errors are called. From these the [`Reading`] gives the
//! right answers. [`run`] holds a [`Subject`] against them, row by row. The [`mutants`] show that the rows
//! can fail.
//!
//! ```
//! use placemat_conformance::forms::{self, Reading};
//!
//! // In place of the reading itself, a decoder of yours.
//! let cesu8 = Reading::of(forms::ALL[1]).unwrap();
//! let report = forms::run(&cesu8, &cesu8, &forms::Options::quick().only(&["w-method"]));
//! assert!(report.passed(), "{report}");
//! ```

mod checker;
mod edges;
pub mod mutants;
mod profile;
mod reading;
mod rows;
mod subject;

pub use edges::{edge_strings, edges};
pub use profile::{ALL, Kind, Profile, Values};
pub use reading::Reading;
pub use subject::{Fault, Item, Subject};

pub use crate::outcome::{Outcome, Report};

use crate::depth::Depth;
use checker::Checker;
pub(crate) use rows::PIECES;
use rows::ROWS;

/// How to run the rows.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// How much to run.
    pub depth: Depth,
    /// The rows to run, by name; `None` for all.
    pub rows: Option<&'a [&'a str]>,
    /// How many failures stop a row; at least 1.
    pub max_failures: usize,
    /// Whether to stop after the first row that failed.
    pub fail_fast: bool,
}

impl<'a> Options<'a> {
    /// Everything.
    #[must_use]
    pub fn full() -> Self {
        Self { depth: Depth::Full, rows: None, max_failures: 5, fail_fast: false }
    }

    /// Every row, thinned out.
    #[must_use]
    pub fn quick() -> Self {
        Self { depth: Depth::Quick, ..Self::full() }
    }

    /// These rows only.
    #[must_use]
    pub fn only(self, rows: &'a [&'a str]) -> Self {
        Self { rows: Some(rows), ..self }
    }
}

/// The names of all rows, in the order in which they run, and what each is about.
pub fn rows() -> impl Iterator<Item = (&'static str, &'static str)> {
    ROWS.iter().map(|row| (row.name, row.about))
}

/// Holds `subject` against the form of `reading`.
pub fn run(reading: &Reading, subject: &dyn Subject, options: &Options<'_>) -> Report {
    let mut report = Report { subject: reading.profile.name.to_owned(), rows: Vec::new() };
    for row in ROWS.iter().filter(|row| options.rows.is_none_or(|rows| rows.contains(&row.name))) {
        let mut checker = Checker::new(reading, subject, options.max_failures);
        (row.run)(reading, options.depth, &mut checker);
        let outcome = Outcome {
            row: row.name,
            about: row.about,
            cases: checker.cases,
            minimum: row.minimum,
            failures: checker.failures,
        };
        let passed = outcome.passed();
        report.rows.push(outcome);
        if !passed && options.fail_fast {
            break;
        }
    }
    report
}
