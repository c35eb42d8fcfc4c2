//! The definition of a mutant.

use std::fmt;

use crate::contract::{Answer, Decoder, Op, Question};

/// A decoder with one bug, or a model without any.
pub struct Mutant {
    /// Where it belongs.
    pub family: Family,
    /// Its bug. Unique within the family.
    pub name: String,
    /// The rows that should detect this bug; at least one of them must. `None`: any row of the suite.
    pub seen_by: Option<&'static [&'static str]>,
    /// The decoder.
    pub decoder: Box<dyn Decoder>,
}

impl Mutant {
    /// A mutant that any row may detect.
    pub(super) fn new(family: Family, name: &str, decoder: Box<dyn Decoder>) -> Self {
        Self { family, name: name.to_owned(), seen_by: None, decoder }
    }

    /// A mutant with one operation, which is this function of the question.
    pub(super) fn of(
        family: Family,
        name: &str,
        op: Op,
        answer: impl Fn(&Question<'_>) -> Option<Answer> + Sync + 'static,
    ) -> Self {
        Self::new(family, name, Box::new(Single { name: name.to_owned(), op, answer: Box::new(answer) }))
    }
}

/// A decoder with one operation.
struct Single {
    name: String,
    op: Op,
    answer: Box<Answering>,
}

type Answering = dyn Fn(&Question<'_>) -> Option<Answer> + Sync;

impl Decoder for Single {
    fn name(&self) -> &str {
        &self.name
    }

    fn has(&self, op: Op) -> bool {
        op == self.op
    }

    fn answer(&self, question: &Question<'_>) -> Option<Answer> {
        (self.answer)(question)
    }
}

/// The part of a decoder that a mutant changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Family {
    /// Accepts or rejects the wrong bytes.
    Semantic,
    /// Reports a wrong position, length or kind, or fails intermittently.
    Report,
    /// Returns a wrong raw answer, although the verdict is correct.
    Scan,
    /// Fails at the boundaries of blocks and chunks.
    Block,
    /// An automaton with one wrong transition.
    Automaton,
    /// A kernel with one wrong bit in its tables.
    Table,
    /// Fails where a stream is cut.
    Stream,
    /// Encodes incorrectly.
    Encode,
    /// Mishandles U+FEFF at the start.
    Bom,
    /// Replaces as no other decoder does.
    Practice,
    /// Converts to or from other encodings incorrectly.
    Convert,
}

impl Family {
    /// Every family.
    pub const ALL: [Self; 11] = [
        Self::Semantic,
        Self::Report,
        Self::Scan,
        Self::Block,
        Self::Automaton,
        Self::Table,
        Self::Stream,
        Self::Encode,
        Self::Bom,
        Self::Practice,
        Self::Convert,
    ];
}

impl fmt::Debug for Mutant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {}", self.family, self.name)
    }
}
