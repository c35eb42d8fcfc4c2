//! Generates the vectors: inputs from tables and from what is committed, results from the [oracle](crate::oracle).
//!
//! [`score`](crate::score) determines afterwards which mutants a case catches.

mod answers;
mod blocks;
mod builder;
mod check;
mod forms;
mod named;
mod replacement;
mod seams;
mod sets;
mod streams;

/// What the themes use.
mod prelude {
    pub(super) use itertools::iproduct;

    pub(super) use super::{answers, builder};
    pub(super) use crate::{
        cases::{self, Case as Named, Split},
        oracle::Oracle,
        profiles::Profile,
        reference,
        vectors::{Case, Input, Outcome, Recipe, flags, hex},
    };
}

pub use answers::expected;
pub use check::contradiction;
pub use seams::{Candidate, candidates};

use super::case::Case;

/// The cases of one theme: a file of the vectors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theme {
    /// Its name, and the name of its file without `.jsonl`.
    pub name: &'static str,
    /// What the cases are about.
    pub about: &'static str,
    /// The cases.
    pub cases: Vec<Case>,
}

/// Every theme, in the recommended reading order of the files. The cases do not have mutants to catch yet, nor the
/// flag [`SMOKE`](super::flags::SMOKE).
#[must_use]
pub fn themes() -> Vec<Theme> {
    let theme = |name, about, cases| Theme { name, about, cases };
    let written = |name, about| theme(name, about, check::written(name));
    vec![
        theme("sequences", "named sequences, good and bad, by themselves", named::alone()),
        written("historic", "bugs that were shipped, where they were seen"),
        theme(
            "replacement",
            "bytes that decoders replace by different numbers of U+FFFD",
            replacement::cases(),
        ),
        theme("streams", "inputs in chunks", streams::cases()),
        written("bom", "U+FEFF at the start"),
        written("encode", "values to encode, and values to refuse"),
        written("utf16", "UTF-16 to convert"),
        written("utf32", "UTF-32 to convert, and bytes to convert to it"),
        written("latin1", "Latin-1 to convert, and bytes to convert to it"),
        theme("forms", "bytes that older forms read in another way", forms::cases()),
        theme("places", "sequences in the middle of text, for decoders that look further", named::in_text()),
        theme("blocks", "errors at the borders of blocks and chunks", blocks::cases()),
        theme("tables", "single bits of the tables of a kernel", sets::tables()),
        theme("w-method", "a complete set against decoders that are automata", sets::chow()),
    ]
}
