//! The program cargo.

use std::env;

/// The cargo that runs xtask.
pub(crate) fn cargo() -> String {
    env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned())
}

/// Added to the steps that compile with optimisation.
pub(crate) const OPTIMISED: &str = "--profile optimised";

/// The same, of all packages but those that are compiled or run on the host only.
pub(crate) const KERNELS: &str = "--profile optimised --workspace --exclude xtask --exclude placemat-benches \
                                  --exclude interleave --exclude placemat-capi --exclude placemat-cli";

/// Added to every step that compiles without optimisation, so that the conformance package is not compiled a second
/// time for its program.
pub(crate) const PROGRAM: &str = "--features program";
