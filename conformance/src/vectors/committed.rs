//! The committed vectors.

pub use placemat_vectors::FILES;

use super::{case::Case, json};

/// Every case of every file.
///
/// # Panics
///
/// Never: a test reads them all.
#[must_use]
pub fn committed() -> Vec<Case> {
    let cases = FILES.into_iter().map(|(name, text)| match json::read(text) {
        Ok(cases) => cases,
        Err(error) => panic!("{name}.jsonl, {error}"),
    });
    cases.flatten().collect()
}
