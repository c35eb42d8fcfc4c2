//! The definition of a row: its name, and the function that asks.

use super::{check::Context, report::Tally};
use crate::contract::Op;

/// A row: a source of questions about one operation.
pub(super) struct Row {
    /// The row's name.
    pub(super) name: &'static str,
    /// The minimum number of cases, at each [`Depth`](super::Depth).
    pub(super) minimum: [u64; 2],
    /// The operation that the decoder must have.
    pub(super) op: Op,
    /// Asks the questions. `Err` says why it cannot.
    pub(super) run: fn(&Context<'_>) -> Result<Tally, String>,
    /// What it tests, in one line.
    pub(super) about: &'static str,
}

/// Defines the rows of a file: the name of each; its minimum number of cases, quick and full; the operation and the
/// function; and a description.
macro_rules! rows {
    ($($name:literal, $minimum:expr, $op:ident($run:expr), $about:literal;)*) => {
        pub(super) const ROWS: &[$crate::suite::spec::Row] = &[$($crate::suite::spec::Row {
            name: $name,
            minimum: $minimum,
            op: $crate::contract::Op::$op,
            run: $run,
            about: $about,
        }),*];
    };
}
pub(super) use rows;
