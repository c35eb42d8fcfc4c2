//! The program cargo.

use std::env;

/// The cargo that runs xtask.
pub(crate) fn cargo() -> String {
    env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned())
}
