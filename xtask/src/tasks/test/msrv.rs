//! The oldest compiler that the libraries promise to build with.

use anyhow::Result;

use super::other_targets;
use crate::{
    host::{probe::succeeds, toolchain::OLDEST},
    project::workspace::Workspace,
    runner::{call::Call, log::Log, step::Outcome},
};

/// As a step of `cargo xtask test`: what is published, and the suite.
pub(super) fn step(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    if !succeeds(&format!("rustup run {OLDEST} rustc --version")) {
        return Ok(Outcome::NotRun(format!("needs `rustup toolchain install {OLDEST} --profile minimal`")));
    }
    let check =
        |what: &str| Call::new("rustup", &format!("run {OLDEST} cargo check {what} --lib --all-features"));
    let drop_in = workspace.drop_in()?;
    let here = check(&format!(
        "-p placemat -p placemat-legacy -p placemat-simd -p placemat-x86 -p placemat-conformance -p {drop_in}"
    ));
    log.call(&here.env("CARGO_TARGET_DIR", workspace.own_dir("msrv").display().to_string()))?;
    let others = other_targets::each(workspace, log, Some(OLDEST), check)?;
    Ok(Outcome::Passed(format!("rustc {OLDEST}; {others}")))
}
