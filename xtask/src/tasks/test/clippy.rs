//! rustc and clippy have nothing to say about any package in any of these builds: a step of `cargo xtask
//! test`.

use anyhow::Result;

use super::other_targets;
use crate::{
    project::workspace::Workspace,
    runner::{call::Call, log::Log, step::Outcome},
};

pub(super) fn step(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    let clippy = |what: &str| Call::cargo(&format!("clippy {what} --all-targets -- -D warnings"));
    for what in [
        "--workspace",
        "-p placemat --all-features",
        "-p placemat --no-default-features",
        "-p placemat-conformance --all-features",
    ] {
        log.call(&clippy(what))?;
    }
    Ok(Outcome::Passed(other_targets::each(workspace, log, None, clippy)?))
}
