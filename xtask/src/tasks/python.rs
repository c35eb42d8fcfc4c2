//! `cargo xtask python`: builds the library's wheel, installs it in a fresh environment, and tests it.

use std::{fs, path::Path};

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::{
    host::environment::{self, Environment, shown},
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
    /// Also run the book's snippets for Ray and Dask, whose wheels are large
    #[arg(long)]
    engines: bool,

    /// Only run the jobs in `examples/spark`, on a local cluster; needs Java 17 or later
    #[arg(long, conflicts_with = "engines")]
    spark: bool,
}

/// Runs the task; returns whether it succeeded. The wheel stays below `target/`.
pub(crate) fn main(workspace: &Workspace, options: &Options) -> Result<bool> {
    let engines = options.engines;
    let steps = if options.spark {
        vec![Step::new("python-spark", "the jobs for Spark, on a cluster of which a worker dies", spark)]
    } else {
        vec![Step::new("python", "the library: its wheel, its tests, its types", move |workspace, log| {
            library(engines, workspace, log)
        })]
    };
    let steps: Vec<_> = steps.into_iter().map(|step| Step { need: Need::Named, ..step }).collect();
    Ok(table::print(&run::run(workspace, &steps)?, true, ""))
}

/// Spark needs the last two to pass rows to Python.
const SPARK: &str = "pytest pyspark==4.3.0 pyarrow==26.0.1 pandas<3";

fn spark(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    let Some(environment) = Environment::create(workspace, log, "spark")? else { return Ok(not_run()) };
    environment.pip(log, SPARK)?;
    environment.library(workspace, log)?;
    let tests = environment.python("-m pytest -q -p no:cacheprovider examples/spark");
    let output = log.call(&tests.env("PYTHONDONTWRITEBYTECODE", "1"))?;
    let passed = output.lines().rev().find(|line| line.contains(" passed")).context("pytest ran no test")?;
    Ok(Outcome::Passed(passed.trim_matches('=').to_owned()))
}

fn library(engines: bool, workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    let Some(environment) = Environment::create(workspace, log, "library")? else { return Ok(not_run()) };
    let wheel = environment.library(workspace, log)?;
    let extra = if engines { "test,engines" } else { "test" };
    environment.pip(log, &format!("{}[{extra}]", shown(&wheel)))?;
    // Not in the source folder, so that the installed package is tested.
    let tests = workspace.root.join(environment::LIBRARY);
    let here = |call: Call| call.dir(&environment.dir).env("PYTHONDONTWRITEBYTECODE", "1");
    let pytest = log.call(&here(
        environment
            .python("-m pytest -q -p no:cacheprovider --rootdir")
            .arg(shown(&tests))
            .arg("-c")
            .arg(shown(&tests.join("pyproject.toml")))
            .arg(shown(&tests.join("tests")))
            .arg(shown(&tests.join("README.md"))),
    ))?;
    let passed = pytest.lines().rev().find(|line| line.contains(" passed")).context("pytest ran no test")?;
    if passed.contains(" skipped") {
        ensure!(!engines, "a test was left out: {passed}");
        log.leave_out("Ray, Dask: not run: `cargo xtask python --engines`");
    }
    log.call(&here(environment.python("-m mypy.stubtest placemat")))?;
    let typed = shown(&tests.join("tests/typed.py"));
    log.call(&here(environment.python("-m mypy --strict --cache-dir").arg("mypy-cache").arg(&typed)))?;
    let interpreter = shown(&environment.bin("python"));
    log.call(&here(environment.python("-m pyright --pythonpath").arg(interpreter).arg(typed)))?;
    let size = fs::metadata(&wheel)?.len() / 1024;
    let passed = passed.trim_matches('=');
    Ok(Outcome::Passed(format!("{}, {size} KiB; {passed}; mypy, pyright", name(&wheel))))
}

fn not_run() -> Outcome {
    Outcome::NotRun(environment::NEEDS.to_owned())
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
