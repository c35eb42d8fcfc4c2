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

mod encoding;
mod mutants;
mod place;
mod reading;
mod report;
mod rows;
mod subject;

pub use encoding::{Encoding, PAIRS};
pub use mutants::{MUTANTS, Mutant};
pub use place::{Place, Unit};
pub use reading::{Model, Reading};
pub use report::{Options, Outcome, Report, run};
pub use subject::{Answer, Call, Converts, Stop};
