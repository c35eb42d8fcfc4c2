//! Test vectors, readable in any language.
//!
//! A [`Case`] is an input and the expected result for each [profile](crate::profiles). The cases are committed in
//! `conformance/vectors/`, one JSON object per line, with results that are derived from the [oracle](crate::oracle). The
//! README there documents the format for other programs.

mod answers;
mod case;
mod conversions;
pub mod hex;
pub(crate) mod json;
mod recipe;

pub use answers::contradiction;
pub use case::*;
pub use conversions::{Conversion, conversions, stopped};
pub use json::{read, write};
pub use placemat_vectors::FILES;
pub use recipe::Recipe;

pub(crate) use answers::renewed;

/// Every committed case.
pub fn committed() -> Vec<Case> {
    by_file().flat_map(|(_, cases)| cases).collect()
}

/// The names of the committed files without `.jsonl`, and their cases. None is refused: a test reads them all.
pub(crate) fn by_file() -> impl Iterator<Item = (&'static str, Vec<Case>)> {
    FILES
        .into_iter()
        .map(|(name, text)| (name, read(text).unwrap_or_else(|error| panic!("{name}.jsonl, {error}"))))
}
