//! What a mutant is.

use std::fmt;

use crate::subject::Subject;

/// A decoder with one fault, or a model without any.
pub struct Mutant {
    /// Where it belongs.
    pub family: Family,
    /// What is wrong with it. No two mutants of a family have the same name.
    pub name: String,
    /// The rows that are meant to see this fault; at least one of them must. `None`: any row of the suite.
    pub seen_by: Option<&'static [&'static str]>,
    /// The decoder.
    pub subject: Box<dyn Subject>,
}

impl Mutant {
    /// One that any row may see.
    pub(super) fn new(family: Family, name: &str, subject: Box<dyn Subject>) -> Self {
        Self { family, name: name.to_owned(), seen_by: None, subject }
    }
}

/// What a mutant is a mutant of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Family {
    /// Wrong about bytes.
    Semantic,
    /// Wrong about the position, length or kind of an error, or wrong at times.
    Report,
    /// Wrong in the raw answer, although the verdict is right.
    Scan,
    /// Wrong at the borders of blocks and chunks.
    Block,
    /// An automaton with one wrong transition.
    Automaton,
    /// A kernel with one wrong bit in its tables.
    Table,
    /// Wrong where a stream is cut.
    Stream,
    /// Wrong in encoding.
    Encode,
    /// Wrong about U+FEFF at the start.
    Bom,
    /// Wrong in conversion to and from other encodings.
    Convert,
}

impl Family {
    /// Every family.
    pub const ALL: [Self; 10] = [
        Self::Semantic,
        Self::Report,
        Self::Scan,
        Self::Block,
        Self::Automaton,
        Self::Table,
        Self::Stream,
        Self::Encode,
        Self::Bom,
        Self::Convert,
    ];
}

impl fmt::Debug for Mutant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {}", self.family, self.name)
    }
}
