//! Checks that rustc and clippy report nothing about any package in any of these builds: a step of `cargo xtask
//! test`.

use anyhow::Result;

use super::other_targets;
use crate::{
    project::workspace::Workspace,
    runner::{call::Call, log::Log, step::Outcome},
};

pub(super) fn step(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    let clippy = |what: &str| Call::cargo(&format!("clippy {what} --all-targets -- -D warnings"));
    // Once with optional features, and the facade without any.
    for what in
        ["--workspace --features program,placemat/serde,placemat/tokio", "-p placemat --no-default-features"]
    {
        log.call(&clippy(what))?;
    }
    Ok(Outcome::Passed(other_targets::each(workspace, log, None, clippy)?))
}
