//! The definition of a mutant.

use std::fmt;

use crate::contract::{Answer, Decoder, Fault, Fields, Op, Question};
use crate::named;

/// A decoder with one bug, or a model without any.
pub struct Mutant {
    /// Where it belongs.
    pub family: Family,
    /// Its bug. Unique within the family.
    pub name: String,
    /// The rows that should detect this bug; at least one of them must. `None`: any row of the suite.
    pub seen_by: Option<&'static [&'static str]>,
    /// A shortest input on which it fails, if that is known exactly.
    pub shortest: Option<Vec<u8>>,
    pub(super) ops: &'static [Op],
    /// The fields of a fault that it reports.
    pub(super) fields: Fields,
    pub(super) answer: Box<Function>,
}

type Function = dyn Fn(&Question<'_>) -> Option<Answer> + Sync;

impl Mutant {
    /// The mutants of a table, which has the name of each bug, and what is passed to the function that answers.
    pub(super) fn table<B: Sync + 'static>(
        family: Family, ops: &'static [Op], bugs: impl IntoIterator<Item = (&'static str, B)>,
        answer: fn(&B, &Question<'_>) -> Option<Answer>,
    ) -> Vec<Self> {
        let mutant = |(name, bug)| Self::of(family, name, ops, move |question| answer(&bug, question));
        bugs.into_iter().map(mutant).collect()
    }

    /// A mutant with these operations, which are this function of the question. Any row may detect it.
    pub(crate) fn of(
        family: Family, name: impl Into<String>, ops: &'static [Op],
        answer: impl Fn(&Question<'_>) -> Option<Answer> + Sync + 'static,
    ) -> Self {
        let (name, answer) = (name.into(), Box::new(answer));
        Self { family, name, seen_by: None, shortest: None, ops, fields: Fields::ALL, answer }
    }

    /// A mutant that only accepts or rejects.
    pub(super) fn accepting(
        family: Family, name: String, accepts: impl Fn(&[u8]) -> bool + Sync + 'static,
    ) -> Self {
        let mutant = Self::of(family, name, &[Op::Verdict], move |question| {
            let Question::Verdict(bytes) = *question else { return None };
            Some(Answer::Verdict(accepts(bytes).then_some(()).ok_or(Fault::at(0)), None))
        });
        Self { fields: Fields::NONE, ..mutant }
    }

    /// The same mutant, which one of these rows must detect.
    pub(super) fn seen_by(self, rows: Option<&'static [&'static str]>) -> Self {
        Self { seen_by: rows, ..self }
    }
}

impl Decoder for Mutant {
    fn name(&self) -> &str {
        &self.name
    }

    fn has(&self, op: Op) -> bool {
        self.ops.contains(&op)
    }

    fn fields(&self, _: Op) -> Fields {
        self.fields
    }

    fn answer(&self, question: &Question<'_>) -> Option<Answer> {
        (self.answer)(question)
    }
}

named! {
    /// The part of a decoder that a mutant changes, with its name in scores, in the order of reports.
    pub enum Family {
        /// Accepts or rejects the wrong bytes.
        Semantic "semantic";
        /// Replaces errors incorrectly.
        Replacement "replacement";
        /// Reports a wrong position, length or kind, or fails intermittently.
        Report "position";
        /// Returns a wrong raw answer, although the verdict is correct.
        Scan "scan";
        /// Fails at the boundaries of blocks and chunks.
        Block "block";
        /// Fails where a stream is cut.
        Stream "stream";
        /// Encodes incorrectly.
        Encode "encode";
        /// Mishandles U+FEFF at the start.
        Bom "bom";
        /// Replaces as no other decoder does.
        Practice "practice";
        /// Converts to or from other encodings incorrectly.
        Convert "convert";
        /// An automaton with one wrong transition.
        Automaton "automaton";
        /// A kernel with one wrong bit in its tables.
        Table "table";
        /// Mistakes an older form.
        Older "older";
    }
}

impl fmt::Debug for Mutant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {}", self.family, self.name)
    }
}
