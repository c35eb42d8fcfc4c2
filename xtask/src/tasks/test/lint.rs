//! Checks the links between pages, and the workflows, with tools from `PyPI`.

use anyhow::Result;

use crate::{
    host::environment::{self, Environment, shown},
    project::workspace::Workspace,
    runner::{call::Call, log::Log, step::Outcome},
};

const TOOLS: &str = "md-dead-link-check==1.3.0 zizmor==1.32.0";

/// As a step of `cargo xtask test`.
pub(super) fn step(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    let Some(environment) = Environment::create(workspace, log, "lint")? else {
        return Ok(Outcome::NotRun(environment::NEEDS.to_owned()));
    };
    if environment.pip(log, TOOLS).is_err() {
        return Ok(Outcome::NotRun("its tools cannot be fetched from PyPI here".to_owned()));
    }
    let tool = |name: &str, args: &str| Call::new(shown(&environment.bin(name)), args);
    log.call(&tool("md-dead-link-check", ""))?;
    log.call(&tool("zizmor", "--offline .github action.yml conformance/action.yml"))?;
    Ok(Outcome::Passed(TOOLS.to_owned()))
}
