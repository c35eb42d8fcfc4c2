//! What a row is: its name, and what it runs.

use super::{
    Options,
    check::{Context, Tally},
    report::Depth,
};
use crate::subject::{self, Capability, Subject, capabilities};

/// A row as it is written down.
pub(super) struct Spec {
    /// What it is called.
    pub(super) name: &'static str,
    /// What it does, in one line.
    pub(super) about: &'static str,
    /// How many cases it must run at least.
    pub(super) minimum: Minimum,
    /// Which capability it is about, and what runs it.
    pub(super) run: Run,
}

/// The result of a row, or why it cannot be run.
type Ran = Result<Tally, String>;

macro_rules! run {
    ($($(#[$about:meta])* $name:ident $method:ident $claim:ident,)*) => {
        /// What runs a row, by the capability that the subject must claim.
        pub(super) enum Run {
            $($name(for<'a> fn(&Context<'a, &'a dyn subject::$claim>) -> Ran),)*
        }

        impl Run {
            /// What the subject must claim.
            pub(super) fn needs(&self) -> Capability {
                match self {
                    $(Self::$name(_) => Capability::$name,)*
                }
            }

            /// Runs the row, if the subject claims what it is about.
            pub(super) fn on(&self, subject: &dyn Subject, options: &Options<'_>) -> Option<Ran> {
                match self {
                    $(Self::$name(run) => {
                        Some(run(&Context::new(subject, subject.$method()?, options)))
                    })*
                }
            }
        }
    };
}
capabilities!(run);

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
