//! `cargo xtask cross`: runs the tests on processors that this machine does not have.
//!
//! A row is a processor. Its programs are compiled outside its emulator and run inside: the conformance suite on
//! every backend that this processor supports, the certificate and the bookkeeping, the unit tests. A row also checks
//! which backend is active. Every answer must equal that of this machine: the report of the suite is compared with that
//! of the same program here.

mod build;
mod compiler;
mod record;
mod rows;
mod run;
mod runner;
mod windows;

use std::path::{Path, PathBuf};
use std::{env, sync::Arc};

use anyhow::Result;
use clap::{Args, builder::PossibleValuesParser};

use super::scripts;
use crate::project::workspace::Workspace;
use crate::runner::step::{Need, Sharing, Step};
use crate::runner::{log::Log, run::run, table};
use compiler::compiler;
use rows::{ROWS, Row};
use run::{Line, Session};

/// What to run.
#[derive(Args)]
pub(crate) struct Options {
    /// The rows (targets) to run [default: all that can run here]
    ///
    /// A named row that cannot run is a failure.
    #[arg(value_name = "ROW", value_parser = PossibleValuesParser::new(ROWS.iter().map(Row::name)))]
    rows: Vec<String>,

    /// Print the rows, and run none
    #[arg(long)]
    list: bool,

    /// Run `cargo ARGS` instead, with the compiler of the row, and its emulator for programs
    #[arg(long, value_name = "ARGS", requires = "rows")]
    cargo: Option<String>,

    /// Count instructions instead: a table for each row, with a line for each text (UTF-8) in this folder
    #[arg(long, value_name = "DIR", requires = "rows")]
    count: Option<PathBuf>,
}

/// Runs the task; returns whether it succeeded.
pub(crate) fn main(workspace: &Workspace, options: &Options) -> Result<bool> {
    let wanted = |row: &&Row| options.rows.is_empty() || options.rows.iter().any(|name| name == row.name());
    let rows: Vec<_> = ROWS.iter().filter(wanted).collect();
    if options.list {
        let width = rows.iter().map(|row| row.name().len()).max().unwrap_or(0);
        for row in rows {
            println!("{:width$}  {}", row.name(), row.catches);
        }
        return Ok(true);
    }
    if let Some(args) = &options.cargo {
        return rows.iter().try_fold(true, |good, row| Ok(good && run_cargo(row, args, workspace)?));
    }
    if let Some(folder) = &options.count {
        return rows.iter().try_fold(true, |good, row| Ok(good && count(row, folder, workspace)?));
    }
    let session = Arc::new(Session::new("windows", false));
    let mut steps: Vec<_> = rows.into_iter().map(|row| step(row, &session)).collect();
    if !options.rows.is_empty() {
        steps.iter_mut().for_each(|step| step.need = Need::Named);
    }
    let run = run(workspace, &steps)?;
    let lines = session.lines().iter().map(Line::to_string).collect::<String>();
    let notes = format!("{lines}\nThe suite is thinned out; every answer is compared with this machine's.");
    Ok(table::print(&run, false, &notes))
}

/// Prints a table of the row, with a line for each file of a folder.
fn count(row: &Row, folder: &Path, workspace: &Workspace) -> Result<bool> {
    let mut log = Log::create(workspace, "count")?;
    let program = build::emulated(row, "passes", workspace, &mut log)?;
    let backends: Vec<_> = row.backends(workspace.backends()?).iter().map(|b| b.name.as_str()).collect();
    println!("{}: instructions a byte\n", row.name());
    let args = [folder.display().to_string(), backends.join(",")].into_iter().chain(program);
    scripts::main(workspace, ".ci/count.py", &args.collect::<Vec<_>>())
}

/// Runs `cargo ARGS` for an emulated row. The caller's environment has the last word on where cargo's output goes.
fn run_cargo(row: &Row, args: &str, workspace: &Workspace) -> Result<bool> {
    let mut log = Log::create(workspace, "cross-cargo")?;
    let (runner, cargo) = compiler(row, row.foreign()?, workspace, &mut log)?;
    let call = runner.of_cargo(cargo(args), row.foreign()?.triple);
    let call = match env::var("CARGO_TARGET_DIR") {
        Ok(target) => call.env("CARGO_TARGET_DIR", target),
        Err(_) => call,
    };
    Ok(call.command(&workspace.root).status()?.success())
}

/// The rows that a complete run of the tests includes: each vector backend that an emulator runs, both byte orders, both
/// lengths of words.
const FOR_EACH_CHANGE: [&str; 5] = ["aarch64", "wasm-simd128", "s390x", "i686", "windows"];

/// These rows as steps of `cargo xtask test`, with the least tests, and the certificate at the grammar's borders.
pub(crate) fn steps() -> Vec<Step> {
    let session = Arc::new(Session::new("borders", true));
    let rows = ROWS.iter().filter(|row| FOR_EACH_CHANGE.contains(&row.name()));
    rows.map(|row| step(row, &session)).collect()
}

fn step(row: &'static Row, session: &Arc<Session>) -> Step {
    let session = Arc::clone(session);
    let run = move |workspace: &Workspace, log: &mut Log| session.run(row, workspace, log);
    Step { need: row.need(), ..Step::new(row.step, row.catches, run).sharing(Sharing::Own) }
}
