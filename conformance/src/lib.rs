//! Tests whether a UTF-8 decoder is right.
//!
//! | module | contents |
//! | --- | --- |
//! | [`cases`], [`text`] | named sequences, valid and invalid, and valid text to surround them |
//! | [`lists`] | the tables that are text files |
//! | [`random`] | pseudorandom numbers, the same in every run |
//! | [`oracle`] | the grammar of RFC 3629, section 4, parsed from its ABNF and executed |
//! | [`reference`](mod@reference) | the reference decoder: the expected result, in every field, derived from the oracle |
//! | [`contract`] | what a decoder is asked and answers: operations, questions, decoders |
//! | [`suite`] | the rows of the suite, and the report |
//! | [`certificate`] | all 2^32 windows of a vectorised step |
//! | [`profiles`] | what a decoder can claim, and the clause behind each claim |
//! | `vectors` (feature `json`) | test vectors for decoders in any language: inputs and expected results |
//! | [`w_method`] | a finite set of strings that is complete against small automata |
//! | [`forms`] | the same for RFC 2279, CESU-8, modified UTF-8 and WTF-8 |
//! | [`convert`] | conversion to and from UTF-16, UTF-32 and Latin-1 |
//! | `score` (feature `json`) | how many mutants a set of test vectors kills |
//! | [`lenient`] | a decoder whose grammar can be changed |
//! | [`mutants`] | decoders with a known bug, which prove that the suite can fail |
//!
//! The library depends on `placemat-core` only for the result types of a backend, and on none of placemat's tables:
//! product and oracle are independent transcriptions of one grammar. A backend outside this workspace uses it as a
//! dev-dependency:
//!
//! ```
//! use placemat_conformance::{contract::{OfBackend, Std}, suite};
//!
//! // In a test of yours: `suite::run(&OfBackend(&MyBackend), &suite::Options::full())`.
//! let report = suite::run(&Std, &suite::Options::quick().only(&["w-method"]));
//! assert!(report.passed(), "{report}");
//! ```
// Emulators do not run its unit tests.

#![deny(unsafe_code)]
#![expect(
    clippy::must_use_candidate,
    clippy::missing_errors_doc,
    clippy::missing_panics_doc,
    reason = "it is for tests, and not published; the first sentence of a function says how it fails"
)]

pub mod cases;
pub mod certificate;
pub mod contract;
pub mod convert;
pub mod forms;
mod guard;
pub mod lenient;
pub mod lists;
pub mod mutants;
pub mod oracle;
pub mod profiles;
pub mod random;
pub mod reference;
#[cfg(feature = "json")]
pub mod score;
mod strings;
pub mod suite;
pub mod text;
mod threads;
#[cfg(feature = "json")]
pub mod vectors;
pub mod w_method;

pub use strings::{class_strings, strings};
pub use threads::in_parallel;

/// Whether tests thin out their inputs: in a build with debug assertions, which is slow, and where the environment
/// variable `PLACEMAT_EXTENT` is `borders`, as in an emulator.
pub fn is_thinned() -> bool {
    cfg!(debug_assertions) || std::env::var_os("PLACEMAT_EXTENT").is_some_and(|extent| extent == "borders")
}
