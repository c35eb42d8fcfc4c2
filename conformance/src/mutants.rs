//! Mutants: decoders with a known bug.
//!
//! A suite that has never failed proves nothing. Each mutant here is a correct decoder, a *model*, with one bug
//! enabled; the bugs are those of real decoders, and those that the structure of a decoder invites. The suite must
//! pass every model and fail every mutant, and a test checks both.
//!
//! | family | the model | the bugs |
//! | --- | --- | --- |
//! | [`Semantic`](Family::Semantic) | a table decoder | what is accepted and rejected |
//! | [`Replacement`](Family::Replacement) | the same | the number of U+FFFD, and what they replace |
//! | [`Report`](Family::Report) | the [reference](crate::reference) | position, length, kind; calls, addresses, panics |
//! | [`Scan`](Family::Scan) | the reference decoder, as a kernel | the contract of [`Scan`](placemat_core::Scan) |
//! | [`Block`](Family::Block) | a kernel with blocks, chunks and modes | boundaries, tails, guards, skipped blocks |
//! | [`Automaton`](Family::Automaton) | the oracle's table | each transition redirected |
//! | [`Table`](Family::Table) | a kernel with nibble lookups | each bit of its tables |
//! | [`Stream`](Family::Stream) | a decoder that carries unfinished sequences | cuts, empty chunks, the end |
//! | [`Encode`](Family::Encode) | the standard library's encoder | lengths, surrogates, range |
//! | [`Bom`](Family::Bom) | policies applied to the concatenated bytes | partial, repeated and misplaced signatures |
//! | [`Practice`](Family::Practice) | the reference | the bytes that one U+FFFD replaces, by other practices |
//! | [`Convert`](Family::Convert) | the grammars of UTF-16 and UTF-32 | units, halves, destination, replacement |
//! | [`Older`](Family::Older) | the grammars of older forms | ends of ranges, pairs, kinds, values, resumption |
//!
//! For other capabilities, mutations of placemat's own sources take the place of mutants: `cargo xtask mutate`
//! applies them one by one, and names the row that must detect each.
//!
//! One family is missing: safe code cannot read outside the slice. The rows against that (`guard-pages`, `poison`)
//! are killed by other bugs only.

/// What the families use.
mod prelude {
    pub(super) use super::{Family, Mutant};
    pub(super) use crate::{
        contract::{Answer, Decoder, Fault, Op, Policy, Practice, Question, Unencodable, Verdict},
        oracle::{Oracle, State},
        reference,
    };
}

mod block;
mod convert;
mod encode;
mod older;
mod replacement;
mod report;
mod stream;
mod systematic;

use std::fmt;

pub use older::older;
pub use systematic::{automata, redirected, tables};

use crate::contract::{Answer, Decoder, Fault, Fields, Op, Question};
use crate::named;

type Make = fn() -> Vec<Mutant>;

/// The number of models of each family, and these before its mutants, except for the numerous [automata], [tables] and
/// [older] ones. The model of replacements is that of the semantic family; that of older forms is the reference.
const FAMILIES: [(usize, Make); 12] = [
    (1, replacement::mutants),
    (0, replacement::replacing),
    (1, report::mutants),
    (4, report::scan),
    (5, block::mutants),
    (1, stream::mutants),
    (1, encode::mutants),
    (1, stream::bom),
    (1, replacement::practices),
    (1, convert::mutants),
    (1, systematic::automaton_models),
    (1, systematic::models),
];

/// Every mutant except the numerous [automata], [tables] and [older] ones.
pub fn all() -> Vec<Mutant> {
    FAMILIES.iter().flat_map(|row| row.1().into_iter().skip(row.0)).collect()
}

/// The mutant with this name.
pub fn named(family: Family, name: &str) -> Option<Mutant> {
    all().into_iter().find(|mutant| mutant.family == family && mutant.name == name)
}

/// The models: the mutants without their bugs. The suite must pass them.
pub fn models() -> Vec<Mutant> {
    FAMILIES.iter().flat_map(|row| row.1().into_iter().take(row.0)).collect()
}

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
    ops: &'static [Op],
    /// The fields of a fault that it reports.
    fields: Fields,
    answer: Box<Function>,
}

type Function = dyn Fn(&Question<'_>) -> Option<Answer> + Sync;

impl Mutant {
    /// The mutants of a table, which has the name of each bug, and what is passed to the function that answers.
    fn table<B: Sync + 'static>(
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
    fn accepting(family: Family, name: String, accepts: impl Fn(&[u8]) -> bool + Sync + 'static) -> Self {
        let mutant = Self::of(family, name, &[Op::Verdict], move |question| {
            let Question::Verdict(bytes) = *question else { return None };
            Some(Answer::Verdict(accepts(bytes).then_some(()).ok_or(Fault::at(0)), None))
        });
        Self { fields: Fields::NONE, ..mutant }
    }

    /// The same mutant, which one of these rows must detect.
    fn seen_by(self, rows: Option<&'static [&'static str]>) -> Self {
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
    #[expect(missing_docs, reason = "the table above says what they are")]
    pub enum Family {
        Semantic "semantic";
        Replacement "replacement";
        Report "position";
        Scan "scan";
        Block "block";
        Stream "stream";
        Encode "encode";
        Bom "bom";
        Practice "practice";
        Convert "convert";
        Automaton "automaton";
        Table "table";
        Older "older";
    }
}

impl fmt::Debug for Mutant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {}", self.family, self.name)
    }
}
