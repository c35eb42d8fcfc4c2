//! Vectors: cases that an implementer of any language can read.
//!
//! A [`Case`] is an input and, for each [profile](crate::profiles), the right result. The cases are made by
//! the [oracle](crate::oracle) and committed in `conformance/vectors/`, one JSON object on each line. The
//! README there says how to read them without this package.
//!
//! With the Cargo feature `json` they can be read and written.

mod case;
#[cfg(feature = "json")]
mod committed;
mod conversions;
mod expected;
pub mod hex;
#[cfg(feature = "json")]
pub(crate) mod json;
mod kind;
mod make;
mod recipe;

pub use case::{Case, Catch, Input, flags};
#[cfg(feature = "json")]
pub use committed::{FILES, committed};
pub use conversions::{Conversion, conversions};
pub use expected::{
    Converted, Encoded, ErrorLen, Expected, Marked, Older, Opened, Replaced, Signature, Split,
};
#[cfg(feature = "json")]
pub use json::{LineError, read, write};
pub use kind::Kind;
pub use make::{Candidate, Theme, candidates, contradiction, themes};
pub use recipe::{Piece, Recipe};
