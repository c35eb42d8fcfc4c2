//! Conversion between UTF-8 and UTF-16, UTF-32 and Latin-1: what the right result of every call is, and rows
//! that hold a [`Converts`] against it.
//!
//! UTF-16 and UTF-32 are grammars in `grammars/`, executed by the [oracle](crate::oracle) as RFC 3629's is.
//! What a sequence means is computed as RFC 2781 (section 2.2) says, and not by the product's code. The right
//! answer to a call is unique: how much is read, what is written, and why it ends there.
//!
//! ```
//! use placemat_conformance::convert::{self, Model};
//!
//! // In place of the model itself, a converter of yours.
//! let report = convert::run(&Model, &convert::Options::quick().only(&["values"]));
//! assert!(report.passed(), "{report}");
//! ```

mod checker;
mod contract;
mod encoding;
mod mutants;
mod place;
mod reading;
mod rows;
mod subject;

pub use contract::{Kernel, check_kernels};
pub use encoding::{Encoding, PAIRS};
pub use mutants::{MUTANTS, Mutant};
pub use place::{Place, Unit};
pub use reading::{Model, Reading};
pub use subject::{Answer, Call, Converts, Stop};

pub use crate::outcome::{Outcome, Report};

use crate::suite::Depth;
use checker::Checker;
use rows::ROWS;

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
        let mut checker = Checker::new(subject, options.max_failures);
        (row.run)(options.depth, &mut checker);
        let Checker { cases, failures, .. } = checker;
        Outcome { row: row.name, about: row.about, cases, minimum: row.minimum, failures }
    });
    Report { subject: subject.name(), rows: rows.collect() }
}
