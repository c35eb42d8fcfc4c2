//! The definition of a row, and what the rows use.

pub(super) use itertools::iproduct;

pub(super) use super::check::{Context, Tester};
pub(super) use super::grid::{Ask, near};
pub(super) use super::{buffer::Buffer, report::Depth, streams::cut};
pub(super) use crate::cases::{self, Case, EDGES, SEQUENCES, SORTS};
pub(super) use crate::text::Kind;
pub(super) use crate::{
    class_strings, contract::Question, oracle::Oracle, random::Random, reference, strings,
};

use crate::contract::Op;

/// A row: a source of questions about one operation.
pub(super) struct Row {
    pub(super) name: &'static str,
    /// The minimum number of cases, at each [`Depth`].
    pub(super) minimum: [u64; 2],
    /// The operation that the decoder must have.
    pub(super) op: Op,
    pub(super) run: fn(&Context<'_>),
    /// What it tests, in one line.
    pub(super) about: &'static str,
}

/// Defines the rows of a file: the name of each; its minimum number of cases, quick and full; the operation and the
/// function; and a description.
macro_rules! rows {
    ($($name:literal, $minimum:expr, $op:ident($run:expr), $about:literal;)*) => {
        pub(super) const ROWS: &[$crate::suite::prelude::Row] = &[$($crate::suite::prelude::Row {
            name: $name,
            minimum: $minimum,
            op: $crate::contract::Op::$op,
            run: $run,
            about: $about,
        }),*];
    };
}
pub(super) use rows;
