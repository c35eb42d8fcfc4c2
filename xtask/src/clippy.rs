//! What rustc and clippy say, as a step of `cargo xtask test`: nothing, of any package in any of these builds.

use anyhow::Result;

use crate::{
    call::Call,
    elsewhere,
    step::{Log, Outcome},
    workspace::Workspace,
};

pub(crate) fn step(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    let clippy = |what: &str| Call::cargo(&format!("clippy {what} --all-targets -- -D warnings"));
    for what in ["--workspace", "-p placemat --all-features", "-p placemat --no-default-features"] {
        log.call(&clippy(what))?;
    }
    Ok(Outcome::Passed(elsewhere::each(workspace, log, None, clippy)?))
}
