//! Test vectors, readable in any language.
//!
//! A [`Case`] is an input and the expected result for each [profile](crate::profiles). The cases are derived from the
//! [oracle](crate::oracle) and committed in `conformance/vectors/`, one JSON object per line. The README there
//! documents the format for other programs.

mod case;
mod committed;
mod conversions;
mod expected;
pub mod hex;
pub(crate) mod json;
mod kind;
mod make;
mod recipe;

pub use case::{Case, Catch, Input, flags};
pub use committed::{FILES, committed};
pub use conversions::{Conversion, conversions, stopped};
pub use expected::{
    Converted, Encoded, ErrorLen, Expected, Marked, Older, Opened, Outcome, Replaced, Signature, Split,
};
pub use json::{read, write};
pub use kind::Kind;
pub use make::{Candidate, Theme, candidates, contradiction, expected, themes};
pub use recipe::{Piece, Recipe};
