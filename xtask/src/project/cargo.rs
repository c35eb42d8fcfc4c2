//! The program cargo.

use std::env;

/// The cargo that runs xtask.
pub(crate) fn cargo() -> String {
    env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned())
}

/// What every step that compiles without optimisation adds: so the conformance package is compiled once, not a
/// second time for its program.
pub(crate) const PROGRAM: &str = "--features program";
