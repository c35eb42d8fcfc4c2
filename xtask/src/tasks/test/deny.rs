//! Checks the dependencies with cargo-deny and `deny.toml`.

use anyhow::Result;

use crate::{
    host::cargo_tool::CargoTool,
    project::workspace::Workspace,
    runner::{call::Call, log::Log, step::Outcome},
};

const CARGO_DENY: CargoTool = CargoTool { name: "cargo-deny", version: "0.20.2", args: "" };

/// Licences, bans and sources, as a step of `cargo xtask test`.
pub(super) fn step(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    let call = check(workspace, log, "licenses bans sources")?;
    log.call(&call)?;
    Ok(Outcome::Passed(String::new()))
}

/// Known vulnerabilities, as a step of `cargo xtask test`. The list is downloaded.
pub(super) fn advisories(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    const UNREACHABLE: &str = "failed to fetch advisory database";
    let call = check(workspace, log, "advisories")?;
    if log.call(&call.clone().fails_with(UNREACHABLE)).is_ok() {
        return Ok(Outcome::NotRun("the list of advisories cannot be fetched here".to_owned()));
    }
    log.call(&call)?;
    Ok(Outcome::Passed(String::new()))
}

fn check(workspace: &Workspace, log: &mut Log, what: &str) -> Result<Call> {
    let program = CARGO_DENY.program(workspace, log)?;
    Ok(Call::new(program.display().to_string(), &format!("--workspace check {what}")))
}
