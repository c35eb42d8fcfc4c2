//! `cargo xtask capi`: the library for C and C++, built, installed and tested.

mod install;
mod linkages;

pub(crate) use install::install;

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use crate::{
    host::requirement::Requirement,
    project::workspace::Workspace,
    runner::{
        call::Call,
        log::Log,
        run,
        step::{Need, Outcome, Step},
        table,
    },
};

/// What to do; without options, the tests.
#[derive(Args)]
pub(crate) struct Options {
    /// Install the libraries, the header, and what describes them to build tools, below this directory; no tests
    #[arg(long, value_name = "DIR")]
    prefix: Option<PathBuf>,
}

/// Runs the task; returns whether it succeeded.
pub(crate) fn main(workspace: &Workspace, options: &Options) -> Result<bool> {
    if let Some(prefix) = &options.prefix {
        let mut log = Log::create(workspace, "capi")?;
        let installed = install(workspace, &mut log, prefix)?;
        installed.iter().for_each(|file| println!("{}", file.display()));
        return Ok(true);
    }
    Ok(table::print(&run::run(workspace, &[Step { need: Need::Named, ..step() }])?, true, ""))
}

/// As a step of `cargo xtask test`.
pub(crate) fn step() -> Step {
    Step::new("capi", "the library for C and C++, linked in every way", run).optional()
}

/// The requirements of the tests besides a C compiler.
pub(crate) fn requirements() -> [Requirement; 4] {
    [("c++", "g++"), ("cmake", "cmake make"), ("valgrind", "valgrind"), ("pkg-config", "pkg-config")]
        .map(|(program, package)| Requirement::package(program, package, false, "`cargo xtask capi`"))
}

fn run(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    if !cfg!(target_os = "linux") {
        return Ok(Outcome::NotRun("the names of the libraries are those of Linux".to_owned()));
    }
    log.call(&Call::tests("test -p placemat-capi --features header --test header"))?;
    let dir = workspace.own_dir("capi");
    install(workspace, log, &dir.join("prefix"))?;
    linkages::test(log, &dir)
}
