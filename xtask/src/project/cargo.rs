//! The program cargo.

use std::env;

/// The cargo that runs xtask.
pub(crate) fn cargo() -> String {
    env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned())
}

/// Added to every step that compiles with optimisation: one build for all of them.
pub(crate) const OPTIMISED: &str = "--profile optimised";

/// Added to every step that compiles without optimisation, so that the conformance package is not compiled a second
/// time for its program.
pub(crate) const PROGRAM: &str = "--features program";
