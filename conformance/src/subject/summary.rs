//! Validating an input in pieces, in any order.

use std::collections::BTreeMap;

use placemat_core::ErrorKind;

/// Summarises pieces of an input, and merges the summaries.
pub trait Summarises: Sync {
    /// The summary of the whole input.
    fn totals(&self, input: &Tree<'_>) -> Totals;
}

/// How an input is divided and merged.
#[derive(Clone, Debug)]
pub enum Tree<'a> {
    /// A piece, summarised as a whole.
    Piece(&'a [u8]),
    /// Two parts, whose summaries are merged.
    Merged(Box<[Tree<'a>; 2]>),
}

impl Tree<'_> {
    /// Two adjacent parts.
    #[must_use]
    pub fn merged(self, after: Self) -> Self {
        Self::Merged(Box::new([self, after]))
    }

    /// Applies `of` to each piece, and combines the results by `merge`.
    pub fn fold<S>(&self, of: &impl Fn(&[u8]) -> S, merge: &impl Fn(S, S) -> S) -> S {
        match self {
            Self::Piece(bytes) => of(bytes),
            Self::Merged(parts) => {
                let [before, after] = &**parts;
                merge(before.fold(of, merge), after.fold(of, merge))
            }
        }
    }
}

/// The summary of an input.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Totals {
    /// The number of bytes.
    pub bytes: u64,
    /// The number of characters: valid sequences.
    pub characters: u64,
    /// The number of line feeds, U+000A.
    pub line_feeds: u64,
    /// The number of invalid sequences, by [`ErrorKind`].
    pub kinds: BTreeMap<ErrorKind, u64>,
    /// The number of bytes in invalid sequences.
    pub invalid_bytes: u64,
    /// The number of lines with at least one error.
    pub bad_lines: u64,
    /// The first errors, at most [`Totals::FIRST`].
    pub first: Vec<Place>,
}

impl Totals {
    /// How many errors are recorded with their places.
    pub const FIRST: usize = 8;
}

/// The place of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The number of bytes before it.
    pub offset: u64,
    /// Its line, from 1. A line ends with U+000A.
    pub line: u64,
    /// Its column, from 1: characters count as one, and so do invalid sequences.
    pub column: u64,
    /// Its length in bytes.
    pub len: usize,
    /// Its kind.
    pub kind: ErrorKind,
}
