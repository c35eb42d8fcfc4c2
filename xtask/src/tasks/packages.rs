//! `cargo xtask packages`: builds the packages for apt, pip, pre-commit and npm, and installs each into an empty
//! environment. `packaging/test_packages.py` does everything but compile.

use std::env;

use anyhow::{Context, Result};

use crate::{
    host::{
        cargo_tool::CargoTool,
        environment::{self, Environment, shown},
    },
    project::workspace::Workspace,
    runner::{
        call::Call,
        log::Log,
        run,
        step::{Need, Outcome, Step},
        table,
    },
};

/// What the release workflow uses, too.
const TOOLS: [CargoTool; 3] = [
    CargoTool { name: "cargo-cyclonedx", version: "0.5.9", args: "" },
    CargoTool { name: "cargo-deb", version: "3.8.0", args: "" },
    CargoTool { name: "cargo-release", version: "0.25.20", args: "" },
];

/// Runs the task; returns whether it succeeded.
pub(crate) fn main(workspace: &Workspace) -> Result<bool> {
    let step = Step::new("packages", "the packages, each installed into an empty environment", test);
    Ok(table::print(&run::run(workspace, &[Step { need: Need::Named, ..step }])?, true, ""))
}

fn test(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    let Some(environment) = Environment::create(workspace, log, "packages")? else {
        return Ok(Outcome::NotRun(environment::NEEDS.to_owned()));
    };
    environment.pip(log, "maturin pytest pre-commit")?;
    log.call(&Call::cargo("build --locked -p placemat-cli"))?;
    // Without optimisation, which does not affect the tests.
    let command = workspace.root.join("crates/placemat-cli");
    let wheel = environment.wheel(workspace, log, &command, "--profile dev")?;
    let mut path = vec![environment.bin("python")];
    for tool in TOOLS {
        path.push(tool.program(workspace, log)?);
    }
    let path = path.iter().filter_map(|program| program.parent()).map(ToOwned::to_owned);
    let path = env::join_paths(path.chain(env::split_paths(&env::var_os("PATH").unwrap_or_default())))?;
    let tests = environment.python("-m pytest -q -p no:cacheprovider packaging");
    let tests = tests
        .env("PATH", path.to_string_lossy())
        .env("PLACEMAT_PROGRAMS", shown(&workspace.target.join("debug")))
        .env("PLACEMAT_WHEEL", shown(&wheel))
        .env("PYTHONDONTWRITEBYTECODE", "1");
    let output = log.call(&tests)?;
    let passed = output.lines().rev().find(|line| line.contains(" passed")).context("pytest ran no test")?;
    Ok(Outcome::Passed(passed.trim_matches('=').to_owned()))
}
