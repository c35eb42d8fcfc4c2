//! Test vectors, readable in any language.
//!
//! A [`Case`] is an input and the expected result for each [profile](crate::profiles). The cases are committed in
//! `conformance/vectors/`, one JSON object per line, with results that are derived from the [oracle](crate::oracle). The
//! README there documents the format for other programs.

mod answers;
mod case;
mod check;
mod committed;
mod conversions;
mod expected;
pub mod hex;
pub(crate) mod json;
mod kind;
mod recipe;

pub use case::{Case, Catch, Input, flags};
pub use check::contradiction;
pub use committed::{FILES, committed};
pub use conversions::{Conversion, conversions, stopped};
pub use expected::{
    Converted, Encoded, ErrorLen, Expected, Marked, Older, Opened, Outcome, Replaced, Signature, Split,
};
pub use json::{read, write};
pub use kind::Kind;
pub use recipe::{Piece, Recipe};

pub(crate) use check::renewed;
pub(crate) use committed::by_file;
