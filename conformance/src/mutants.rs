//! Decoders that are wrong on purpose.
//!
//! A suite that has never failed proves nothing. Each mutant here is a right decoder, a *model*, with one
//! fault switched on; the faults are those that decoders have had, and those that the structure of a decoder
//! invites. The suite must pass every model and fail every mutant, which is a test.
//!
//! | family | the model | the faults |
//! | --- | --- | --- |
//! | [`Semantic`](Family::Semantic) | a table decoder | what is accepted and refused; replacement |
//! | [`Report`](Family::Report) | the [reading](crate::reading) | position, length and kind of an error; calls, addresses, panics |
//! | [`Scan`](Family::Scan) | the reading, as a kernel | the contract of [`Scan`](placemat_core::Scan) |
//! | [`Block`](Family::Block) | a kernel of blocks, chunks and modes | borders, tails, guards, skipped blocks |
//! | [`Automaton`](Family::Automaton) | the oracle's table | every single transition led elsewhere |
//! | [`Table`](Family::Table) | a kernel that looks nibbles up | every single bit of its tables |
//! | [`Stream`](Family::Stream) | a decoder that carries what is unfinished | cuts, empty chunks, the end |
//! | [`Encode`](Family::Encode) | the standard library's encoder | lengths, surrogates, range |
//! | [`Bom`](Family::Bom) | policies for the bytes put together | signatures in part, twice, elsewhere |
//! | [`Convert`](Family::Convert) | the grammars of UTF-16 and UTF-32 | units, halves, room, replacement |
//!
//! For what else a subject may claim, mistakes in placemat's own sources take the place of mutants: `cargo xtask
//! mutate` makes them one by one, and says of each which row is to see it.
//!
//! One family is missing: a read outside the slice cannot be written in safe code. What the suite has against
//! it (`guard-pages`, `poison`) is killed by other faults only.

mod automaton;
mod block;
mod bom;
mod convert;
mod encode;
mod mutant;
mod report;
mod scan;
mod semantic;
mod stream;
mod table;

pub use automaton::automata;
pub use mutant::{Family, Mutant};
pub use table::{TableEdit, tables};

/// Every mutant but the [automata] and the [tables], of which there are many.
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
        convert::mutants(),
    ];
    families.into_iter().flatten().collect()
}

/// The models: what the mutants would be without their faults. The suite must pass them.
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
        convert::models(),
    ];
    families.into_iter().flatten().collect()
}
