//! `cargo xtask examples`: tests the examples outside the workspace. (`python --spark` tests those for Spark.)

use anyhow::Result;
use clap::Args;

use super::capi;
use crate::{
    host::{probe::output, requirement::apt_get},
    project::workspace::Workspace,
    runner::{
        call::Call,
        log::Log,
        run,
        step::{Need, Outcome, Step},
        table,
    },
};

/// What to test.
#[derive(Args)]
pub(crate) struct Options {
    /// The examples [default: all; DataFusion takes minutes to compile]
    #[arg(value_name = "EXAMPLE", value_parser = ["parquet", "arrow", "datafusion", "sqlite", "postgresql"])]
    names: Vec<String>,
}

/// Returns whether all tests passed.
pub(crate) fn main(workspace: &Workspace, options: &Options) -> Result<bool> {
    let mut steps = vec![
        Step::new("parquet", "string columns of Parquet, over the drop-in", |workspace, log| {
            package("parquet", "--release", workspace, log)
        }),
        Step::new("arrow", "Arrow's columns of bytes as text", |workspace, log| {
            package("arrow", "", workspace, log)
        }),
        Step::new("datafusion", "functions for DataFusion's SQL", |workspace, log| {
            package("datafusion", "", workspace, log)
        }),
        Step::new("sqlite", "an extension of SQLite", |workspace, log| {
            extension(
                "sqlite",
                "sqlite3 --version && test -e /usr/include/sqlite3ext.h",
                "sqlite3 libsqlite3-dev",
                workspace,
                log,
            )
        }),
        Step::new("postgresql", "functions in PostgreSQL", |workspace, log| {
            let packages = "postgresql postgresql-server-dev-all";
            let probe = "test -e \"$(pg_config --includedir-server)/postgres.h\" -a -e \"$(pg_config --bindir)/initdb\"";
            extension("postgresql", probe, packages, workspace, log)
        }),
    ];
    steps.retain(|step| options.names.is_empty() || options.names.contains(&step.name));
    let steps: Vec<_> = steps.into_iter().map(|step| Step { need: Need::Named, ..step }).collect();
    Ok(table::print(&run::run(workspace, &steps)?, true, ""))
}

/// Tests an independent package.
fn package(name: &str, options: &str, workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    let target = workspace.own_dir("examples").display().to_string();
    for call in [Call::cargo("fmt --check"), Call::tests(&format!("test --locked {options}"))] {
        let call = call.dir(workspace.root.join("examples").join(name));
        // Without debug information, everything compiles faster.
        log.call(&call.env("CARGO_TARGET_DIR", &target).env("CARGO_PROFILE_DEV_DEBUG", "false"))?;
    }
    Ok(Outcome::Passed(log.note()))
}

/// Tests an extension of a C program, based on the C library.
fn extension(
    name: &str,
    probe: &str,
    packages: &str,
    workspace: &Workspace,
    log: &mut Log,
) -> Result<Outcome> {
    if output("sh", &["-c", probe]).is_none() {
        return Ok(Outcome::NotRun(apt_get(packages)));
    }
    let prefix = workspace.own_dir("capi").join("prefix");
    capi::install(workspace, log, &prefix)?;
    let script = format!("examples/{name}/test.sh");
    log.call(&Call::new("sh", &script).arg(prefix.display().to_string()))?;
    Ok(Outcome::Passed(String::new()))
}
