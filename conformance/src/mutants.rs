//! Mutants: decoders with a known bug.
//!
//! A suite that has never failed proves nothing. Each mutant here is a correct decoder, a *model*, with one bug
//! enabled; the bugs are those of real decoders, and those that the structure of a decoder invites. The suite must
//! pass every model and fail every mutant, and a test checks both.
//!
//! | family | the model | the bugs |
//! | --- | --- | --- |
//! | [`Semantic`](Family::Semantic) | a table decoder | what is accepted and rejected; replacement |
//! | [`Report`](Family::Report) | the [reference](crate::reference) | position, length, kind; calls, addresses, panics |
//! | [`Scan`](Family::Scan) | the reference decoder, as a kernel | the contract of [`Scan`](placemat_core::Scan) |
//! | [`Block`](Family::Block) | a kernel with blocks, chunks and modes | boundaries, tails, guards, skipped blocks |
//! | [`Automaton`](Family::Automaton) | the oracle's table | each transition redirected |
//! | [`Table`](Family::Table) | a kernel with nibble lookups | each bit of its tables |
//! | [`Stream`](Family::Stream) | a decoder that carries unfinished sequences | cuts, empty chunks, the end |
//! | [`Encode`](Family::Encode) | the standard library's encoder | lengths, surrogates, range |
//! | [`Bom`](Family::Bom) | policies applied to the concatenated bytes | partial, repeated and misplaced signatures |
//! | [`Practice`](Family::Practice) | units by rule | the bytes that one U+FFFD replaces, by other practices |
//! | [`Convert`](Family::Convert) | the grammars of UTF-16 and UTF-32 | units, halves, destination, replacement |
//!
//! For other capabilities, mutations of placemat's own sources take the place of mutants: `cargo xtask mutate`
//! applies them one by one, and names the row that must detect each.
//!
//! One family is missing: safe code cannot read outside the slice. The rows against that (`guard-pages`, `poison`)
//! are killed by other bugs only.

mod automaton;
mod block;
mod bom;
mod convert;
mod encode;
mod mutant;
mod practice;
mod report;
mod scan;
mod semantic;
mod stream;
mod table;

pub use automaton::automata;
pub use mutant::{Family, Mutant};
pub use table::{TableEdit, tables};

/// Every mutant except the numerous [automata] and [tables].
#[must_use]
pub fn all() -> Vec<Mutant> {
    let families = [
        semantic::mutants(),
        report::mutants(),
        scan::mutants(),
        block::mutants(),
        stream::mutants(),
        encode::mutants(),
        bom::mutants(),
        practice::mutants(),
        convert::mutants(),
    ];
    families.into_iter().flatten().collect()
}

/// The mutant with this name.
#[must_use]
pub fn named(family: Family, name: &str) -> Option<Mutant> {
    all().into_iter().find(|mutant| mutant.family == family && mutant.name == name)
}

/// The models: the mutants without their bugs. The suite must pass them.
#[must_use]
pub fn models() -> Vec<Mutant> {
    let families = [
        semantic::models(),
        report::models(),
        scan::models(),
        block::models(),
        automaton::models(),
        table::models(),
        stream::models(),
        encode::models(),
        bom::models(),
        practice::models(),
        convert::models(),
    ];
    families.into_iter().flatten().collect()
}
