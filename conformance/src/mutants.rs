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
    pub(super) use super::mutant::{Family, Mutant};
    pub(super) use crate::{
        contract::{Answer, Decoder, Fault, Op, Policy, Practice, Question, Unencodable, Verdict},
        oracle::{Oracle, State},
        reference,
    };
}

mod automaton;
mod block;
mod bom;
mod convert;
mod encode;
mod mutant;
mod older;
mod practice;
mod report;
mod scan;
mod semantic;
mod stream;
mod table;

pub use automaton::{Redirected, automata, redirected};
pub use mutant::{Family, Mutant};
pub use older::older;
pub use table::tables;

type Make = fn() -> Vec<Mutant>;

/// The number of models of each family, and these before its mutants, except for the numerous [automata], [tables] and
/// [older] ones. The model of replacements is that of the semantic family; that of older forms is the reference.
const FAMILIES: [(usize, Make); 12] = [
    (1, semantic::mutants),
    (0, semantic::replacing),
    (1, report::mutants),
    (4, scan::mutants),
    (5, block::mutants),
    (1, stream::mutants),
    (1, encode::mutants),
    (1, bom::mutants),
    (1, practice::mutants),
    (1, convert::mutants),
    (1, automaton::models),
    (1, table::models),
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
