//! What a row is: its name, and what it runs.

use super::{
    check::{Context, Tally},
    report::Depth,
};

/// A row as it is written down.
pub(super) struct Spec {
    /// What it is called.
    pub(super) name: &'static str,
    /// What it does, in one line.
    pub(super) about: &'static str,
    /// How many cases it must run at least.
    pub(super) minimum: Minimum,
    /// Runs it. The error says why it cannot be run.
    pub(super) run: fn(&Context<'_>) -> Result<Tally, String>,
}

/// A number of cases for each [`Depth`].
#[derive(Clone, Copy)]
pub(super) struct Minimum {
    pub(super) quick: u64,
    pub(super) full: u64,
}

impl Minimum {
    /// The same at every depth.
    pub(super) const fn always(cases: u64) -> Self {
        Self { quick: cases, full: cases }
    }

    pub(super) fn at(self, depth: Depth) -> u64 {
        match depth {
            Depth::Quick => self.quick,
            Depth::Full => self.full,
        }
    }
}
