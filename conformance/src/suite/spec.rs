//! The definition of a row: its name, and the function that runs it.

use super::{Options, check::Context, report::Tally};
use crate::subject::{self, Capability, Subject, capabilities};

/// The definition of a row.
pub(super) struct Spec {
    /// The row's name.
    pub(super) name: &'static str,
    /// What it tests, in one line.
    pub(super) about: &'static str,
    /// The minimum number of cases, at each [`Depth`](super::Depth).
    pub(super) minimum: [u64; 2],
    /// The capability that it tests, and the function that runs it.
    pub(super) run: Run,
}

/// The result of a row, or the reason why it cannot be run.
type Ran = Result<Tally, String>;

macro_rules! run {
    ($($(#[$about:meta])* $name:ident $method:ident $claim:ident,)*) => {
        /// The function that runs a row, by the capability that the subject must claim.
        pub(super) enum Run {
            $($name(for<'a> fn(&Context<'a, &'a dyn subject::$claim>) -> Ran),)*
        }

        impl Run {
            /// The capability that the subject must claim.
            pub(super) fn needs(&self) -> Capability {
                match self {
                    $(Self::$name(_) => Capability::$name,)*
                }
            }

            /// Runs the row, if the subject claims the capability.
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

/// Defines the rows of a file: the name of each; its minimum number of cases, quick and full; the capability and the
/// function; and a description.
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
