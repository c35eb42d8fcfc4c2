//! Conversion between UTF-8 and UTF-16, UTF-32 and Latin-1: what the right result of every call is. The rows
//! `convert-...` of the [suite](crate::suite) hold a [`Converts`] against it.
//!
//! UTF-16 and UTF-32 are grammars in `grammars/`, executed by the [oracle](crate::oracle) as RFC 3629's is.
//! What a sequence means is computed as RFC 2781 (section 2.2) says, and not by the product's code. The right
//! answer to a call is unique: how much is read, what is written, and why it ends there.
//!
//! ```
//! use placemat_conformance::{convert::Model, suite};
//!
//! // In place of the model itself, a subject of yours that claims `convert`.
//! let report = suite::run(&Model, &suite::Options::quick().only(&["convert-values"]));
//! assert!(report.passed(), "{report}");
//! ```

mod contract;
mod encoding;
mod pieces;
mod place;
mod reference;

pub use contract::{Kernel, check_kernels};
pub use place::{Place, Unit};
pub use reference::{Model, Reference};

pub use crate::subject::{Answer, Call, Converts, Encoding, Extent, PAIRS, Stop};

pub(crate) use pieces::{SCRIPTS, invalid, pieces};
