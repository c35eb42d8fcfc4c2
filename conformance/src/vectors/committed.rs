//! The committed vectors.

pub use placemat_vectors::FILES;

use super::{case::Case, json};

/// Every case of every file.
#[must_use]
pub fn committed() -> Vec<Case> {
    by_file().flat_map(|(_, cases)| cases).collect()
}

/// The names of the files without `.jsonl`, and their cases.
///
/// # Panics
///
/// Never: a test reads them all.
pub(crate) fn by_file() -> impl Iterator<Item = (&'static str, Vec<Case>)> {
    FILES.into_iter().map(|(name, text)| match json::read(text) {
        Ok(cases) => (name, cases),
        Err(error) => panic!("{name}.jsonl, {error}"),
    })
}
