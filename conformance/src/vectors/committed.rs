//! The committed vectors.

use super::{case::Case, json};

/// The files: their names without `.jsonl`, and their text. `cargo xtask vectors` writes them.
pub const FILES: [(&str, &str); 15] = [
    ("sequences", include_str!("../../vectors/sequences.jsonl")),
    ("historic", include_str!("../../vectors/historic.jsonl")),
    ("replacement", include_str!("../../vectors/replacement.jsonl")),
    ("streams", include_str!("../../vectors/streams.jsonl")),
    ("bom", include_str!("../../vectors/bom.jsonl")),
    ("encode", include_str!("../../vectors/encode.jsonl")),
    ("utf16", include_str!("../../vectors/utf16.jsonl")),
    ("utf32", include_str!("../../vectors/utf32.jsonl")),
    ("latin1", include_str!("../../vectors/latin1.jsonl")),
    ("forms", include_str!("../../vectors/forms.jsonl")),
    ("places", include_str!("../../vectors/places.jsonl")),
    ("blocks", include_str!("../../vectors/blocks.jsonl")),
    ("seams", include_str!("../../vectors/seams.jsonl")),
    ("tables", include_str!("../../vectors/tables.jsonl")),
    ("w-method", include_str!("../../vectors/w-method.jsonl")),
];

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
