//! Decoders that are wrong on purpose.
//!
//! A suite that has never failed proves nothing. Each mutant here is a right decoder, a *model*, with one fault
//! switched on; the faults are those that decoders have had, and those that the structure of a decoder invites. The
//! suite must pass every model and fail every mutant, which is a test.
//!
//! | family | the model | the faults |
//! | --- | --- | --- |
//! | [`Semantic`](Family::Semantic) | a table decoder | what is accepted and refused; replacement |
//! | [`Report`](Family::Report) | the [reading](crate::reading) | position, length and kind of an error; calls, addresses, panics |
//! | [`Scan`](Family::Scan) | the reading, as a kernel | the contract of [`Scan`](placemat_core::Scan) |
//! | [`Block`](Family::Block) | a kernel of blocks, chunks and modes | borders, tails, guards, skipped blocks |
//! | [`Automaton`](Family::Automaton) | the oracle's table | every single transition led elsewhere |
//!
//! One family is missing: a read outside the slice cannot be written in safe code. What the suite has against it
//! (`guard-pages`, `poison`) is killed by other faults only.

mod automaton;
mod block;
mod kernel;
mod report;
mod scan;
mod semantic;

use std::fmt;

pub use automaton::automata;

use crate::subject::Subject;

/// A decoder with one fault, or a model without any.
pub struct Mutant {
    /// Where it belongs.
    pub family: Family,
    /// What is wrong with it. No two mutants of a family have the same name.
    pub name: String,
    /// The rows that are there to see this fault: one of them must. `None`: any row of the suite.
    pub seen_by: Option<&'static [&'static str]>,
    /// The decoder.
    pub subject: Box<dyn Subject>,
}

/// What a mutant is a mutant of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Family {
    /// Wrong about octets.
    Semantic,
    /// Wrong about where, how long and what an error is; or about when to answer.
    Report,
    /// Wrong in the raw answer behind a right verdict.
    Scan,
    /// Wrong at the borders of blocks and chunks.
    Block,
    /// An automaton with one wrong transition.
    Automaton,
}

impl Family {
    /// Every family.
    pub const ALL: [Self; 5] = [Self::Semantic, Self::Report, Self::Scan, Self::Block, Self::Automaton];
}

impl fmt::Debug for Mutant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {}", self.family, self.name)
    }
}

/// Every mutant but the [automata], of which there are many.
#[must_use]
pub fn all() -> Vec<Mutant> {
    [semantic::mutants(), report::mutants(), scan::mutants(), block::mutants()]
        .into_iter()
        .flatten()
        .collect()
}

/// The models: what the mutants would be without their faults. The suite must pass them.
#[must_use]
pub fn models() -> Vec<Mutant> {
    [semantic::models(), report::models(), scan::models(), block::models(), automaton::models()]
        .into_iter()
        .flatten()
        .collect()
}
