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

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::{Context, Result};
use clap::{Args, builder::PossibleValuesParser};

use super::scripts;
use crate::{
    project::workspace::Workspace,
    runner::{
        call::Call,
        log::Log,
        run::run,
        step::{Need, Sharing, Step},
        table,
    },
};
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

/// `cargo ARGS` that runs the tests of an emulated row.
pub(crate) fn cargo_test(row: &str, args: &str, workspace: &Workspace, log: &mut Log) -> Result<Call> {
    let row = ROWS.iter().find(|known| known.name() == row).with_context(|| format!("no row `{row}`"))?;
    let (runner, cargo) = compiler(row, row.foreign()?, workspace, log)?;
    Ok(runner.of_cargo(cargo(args), row.foreign()?.triple))
}

/// The rows that a complete run of the tests includes: each vector backend that an emulator runs, both byte orders, both
/// lengths of words.
const FOR_EACH_CHANGE: [&str; 6] = ["aarch64", "wasm-simd128", "s390x", "i686", "windows", "x86-sse4"];

/// These rows as steps of `cargo xtask test`, with the least tests, and the certificate at the grammar's borders.
pub(crate) fn steps() -> Vec<Step> {
    let session = Arc::new(Session::new("borders", true));
    let rows = ROWS.iter().filter(|row| FOR_EACH_CHANGE.contains(&row.name()));
    rows.map(|row| step(row, &session)).collect()
}

fn step(row: &'static Row, session: &Arc<Session>) -> Step {
    let session = Arc::clone(session);
    let run = move |workspace: &Workspace, log: &mut Log| session.run(row, workspace, log);
    Step { need: row.need, ..Step::new(row.step, row.catches, run).sharing(Sharing::Own) }
}
