//! Older and related forms of UTF-8: RFC 2279, CESU-8, Java's modified UTF-8, WTF-8.
//!
//! Each is a grammar in `grammars/`, executed by the [oracle](crate::oracle) like that of RFC 3629, and a
//! [`Profile`]: its values, and the names of its errors. The [`Reference`] derives the expected results from these.
//! [`run`] compares a [`Subject`] with them, row by row. The [`mutants`] prove that the rows can fail.
//!
//! ```
//! use placemat_conformance::{forms::{self, Reference}, suite::Options};
//!
//! // In place of the reference itself, a decoder of yours.
//! let cesu8 = Reference::of(forms::ALL[1]).unwrap();
//! let report = forms::run(&cesu8, &cesu8, &Options::quick().only(&["w-method"]));
//! assert!(report.passed(), "{report}");
//! ```

mod checker;
mod edges;
pub mod mutants;
mod profile;
mod reference;
mod rows;
mod subject;

pub use edges::{edge_strings, edges};
pub use profile::{ALL, Kind, Profile, Values};
pub use reference::Reference;
pub use subject::{Fault, Item, Subject};

use std::time::Instant;

use crate::suite::{Options, Report, Row};
use checker::Checker;
pub(crate) use rows::PIECES;
use rows::ROWS;

/// The names of all rows, in execution order, with a description of each.
pub fn rows() -> impl Iterator<Item = (&'static str, &'static str)> {
    ROWS.iter().map(|row| (row.name, row.about))
}

/// Tests `subject` against the form of `reference`, on one thread.
pub fn run(reference: &Reference, subject: &dyn Subject, options: &Options<'_>) -> Report {
    let subject_name = reference.profile.name.to_owned();
    let mut report = Report { subject: subject_name, depth: options.depth, fields: None, rows: Vec::new() };
    for row in ROWS.iter().filter(|row| options.wants(row.name)) {
        let started = Instant::now();
        let mut checker = Checker::new(reference, subject, options.max_failures);
        (row.run)(reference, options.depth, &mut checker);
        report.rows.push(Row::new(row.name, row.about, row.minimum, started, Ok(checker.tally)));
        if options.fail_fast && !report.passed() {
            break;
        }
    }
    report
}
