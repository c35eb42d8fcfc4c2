//! Checks that rustc and clippy report nothing about any package in any of these builds: a step of `cargo xtask test`.

use anyhow::Result;

use super::other_targets;
use crate::project::workspace::Workspace;
use crate::runner::{call::Call, log::Log, step::Outcome};

fn clippy(what: &str) -> Call {
    Call::cargo(&format!("clippy {what} -- -D warnings"))
}

/// With what is optional.
pub(super) fn step(_: &Workspace, log: &mut Log) -> Result<Outcome> {
    log.call(&clippy("--workspace --all-targets --features program,placemat/serde"))?;
    Ok(Outcome::Passed(String::new()))
}

/// The facade with nothing optional, and the libraries for other targets. (Their tests are compiled by other steps.)
pub(super) fn elsewhere(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    log.call(&clippy("-p placemat --no-default-features"))?;
    Ok(Outcome::Passed(other_targets::each(workspace, log, None, clippy)?))
}
