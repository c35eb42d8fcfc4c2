//! What a row is: its name, and what it runs.

use super::{Options, check::Context, report::Tally};
use crate::subject::{self, Capability, Subject, capabilities};

/// A row as it is written down.
pub(super) struct Spec {
    /// What it is called.
    pub(super) name: &'static str,
    /// What it does, in one line.
    pub(super) about: &'static str,
    /// How many cases it must run at least, at each [`Depth`](super::Depth).
    pub(super) minimum: [u64; 2],
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

/// The rows of a file: the name of each; how many cases it must run at least, thinned out and in full; what it claims,
/// and what runs it; and what it does.
macro_rules! rows {
    ($($name:literal, $minimum:expr, $claim:ident($run:expr), $about:literal;)*) => {
        pub(super) const ROWS: &[$crate::suite::spec::Spec] = &[$($crate::suite::spec::Spec {
            name: $name,
            about: $about,
            minimum: $minimum,
            run: $crate::suite::spec::Run::$claim($run),
        }),*];
    };
}
pub(super) use rows;
