//! Validating an input in pieces, in any order.

use std::collections::BTreeMap;

use placemat_core::ErrorKind;

/// Summarises pieces of an input, and merges the summaries.
pub trait Summarises: Sync {
    /// What the summary of the whole says.
    fn totals(&self, input: &Tree<'_>) -> Totals;
}

/// How an input is put together.
#[derive(Clone, Debug)]
pub enum Tree<'a> {
    /// It is summarised as it is.
    Piece(&'a [u8]),
    /// The summaries of two parts are merged.
    Merged(Box<[Tree<'a>; 2]>),
}

impl Tree<'_> {
    /// Two parts, one after the other.
    #[must_use]
    pub fn merged(self, after: Self) -> Self {
        Self::Merged(Box::new([self, after]))
    }

    /// Merges what `of` makes of each piece by `merge`.
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

/// What there is to say about a whole input.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Totals {
    /// Bytes.
    pub bytes: u64,
    /// Characters: valid sequences.
    pub characters: u64,
    /// U+000A.
    pub line_feeds: u64,
    /// Ill-formed sequences, by [`ErrorKind`].
    pub kinds: BTreeMap<ErrorKind, u64>,
    /// Bytes of ill-formed sequences.
    pub invalid_bytes: u64,
    /// Lines with at least one error.
    pub bad_lines: u64,
    /// The first errors, at most [`Totals::FIRST`].
    pub first: Vec<Place>,
}

impl Totals {
    /// How many errors are kept with their places.
    pub const FIRST: usize = 8;
}

/// Where an error is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The bytes before it.
    pub offset: u64,
    /// Its line, from 1. A line ends with U+000A.
    pub line: u64,
    /// Its place in the line, from 1: characters count one, and so do ill-formed sequences.
    pub column: u64,
    /// Its bytes.
    pub len: usize,
    /// What is wrong.
    pub kind: ErrorKind,
}
