//! `cargo xtask cross`: the tests, on processors that this machine does not have.
//!
//! A row is a processor. What it runs is compiled outside its emulator and run inside: the conformance suite
//! on every backend that this processor can run, the certificate and the bookkeeping, the unit tests. Which
//! backend is active is part of what a row says. And every answer must be the one that this machine gives:
//! the suite's reports, and the certificate's, are compared with those of the same programs here.

mod build;
mod record;
mod requirements;
mod rows;
mod run;
mod runner;
mod windows;

use std::sync::Arc;

use anyhow::{Result, bail};
use clap::Args;

use crate::{
    project::workspace::Workspace,
    runner::{
        log::Log,
        run::run,
        step::{Finished, Need, Outcome, Room, Step},
    },
};
pub(crate) use requirements::requirements;
use rows::{ROWS, Row};
use run::{Line, Session};

/// What to run.
#[derive(Args)]
pub(crate) struct Options {
    /// The rows (processors) to run; without, all that can run here
    ///
    /// `--list` has the names. A row that is named and cannot run is a failure.
    #[arg(value_name = "ROW")]
    rows: Vec<String>,

    /// Run `cargo xtask setup` first; then a row that cannot run is a failure
    #[arg(long)]
    all: bool,

    /// Print the rows and run none
    #[arg(long)]
    list: bool,
}

/// As a task of its own: whether all is well. `setup` makes the step that `--all` begins with.
pub(crate) fn main(workspace: &Workspace, options: &Options, setup: fn() -> Step) -> Result<bool> {
    let rows = select(&options.rows)?;
    if options.list {
        let width = rows.iter().map(|row| row.name().len()).max().unwrap_or(0);
        for row in rows {
            println!("{:width$}  {}", row.name(), row.catches);
        }
        return Ok(true);
    }
    let session = Arc::new(Session::default());
    let mut steps: Vec<_> = rows.into_iter().map(|row| step(row, &session)).collect();
    if !options.rows.is_empty() {
        steps.iter_mut().for_each(|step| step.need = Need::Asked);
    }
    if options.all {
        steps.insert(0, setup());
    }
    let finished = run(workspace, &steps)?.finished;
    let (text, good) = table(&finished, &session.lines(), options.all);
    print!("\n{text}");
    Ok(good)
}

/// Every row as a step of `cargo xtask test`.
pub(crate) fn steps() -> Vec<Step> {
    let session = Arc::new(Session::default());
    ROWS.iter().map(|row| step(row, &session)).collect()
}

fn step(row: &'static Row, session: &Arc<Session>) -> Step {
    let session = Arc::clone(session);
    let run = move |workspace: &Workspace, log: &mut Log| session.run(row, workspace, log);
    Step { need: row.need, ..Step::new(row.step, row.catches, run).room(Room::Own) }
}

/// The rows that are named, in their own order; all if none is.
fn select(names: &[String]) -> Result<Vec<&'static Row>> {
    for name in names {
        if !ROWS.iter().any(|row| row.name() == name) {
            let known: Vec<_> = ROWS.iter().map(Row::name).collect();
            bail!("there is no row `{name}`; there are: {}", known.join(", "));
        }
    }
    let wanted = |row: &&Row| names.is_empty() || names.iter().any(|name| name == row.name());
    Ok(ROWS.iter().filter(wanted).collect())
}

/// The table, and whether the run is a success.
fn table(finished: &[Finished], lines: &[Line], complete: bool) -> (String, bool) {
    let mut text = format!("{:14} {:8} {:8} {:>9}\n", "row", "backend", "result", "cases");
    let mut add = |row: &str, what: &str, result: &str, cases: &str, note: &str| {
        let line = format!("{row:14} {what:8} {result:8} {cases:>9}  {note}");
        text.push_str(line.trim_end());
        text.push('\n');
    };
    let (mut passed, mut failed, mut not_run) = (0, 0, 0);
    for step in finished {
        let row = step.name.strip_prefix("cross-").unwrap_or(&step.name);
        for line in lines.iter().filter(|line| line.row == row) {
            let (result, note) = match line.wrong.is_empty() {
                true => ("passed", &line.note),
                false => ("FAILED", &line.wrong),
            };
            add(row, &line.what, result, &line.cases.to_string(), note);
        }
        let seen = lines.iter().any(|line| line.row == row);
        match &step.outcome {
            Outcome::Passed(note) => {
                passed += 1;
                if !seen {
                    add(row, "", "passed", "", note);
                }
            }
            Outcome::Failed(why) => {
                failed += 1;
                add(row, "", "FAILED", "", why);
            }
            Outcome::NotRun(why) if step.need.is_bound_to_run(complete) => {
                failed += 1;
                add(row, "", "NOT RUN", "", why);
            }
            Outcome::NotRun(why) => {
                not_run += 1;
                add(row, "", "not run", "", why);
            }
            // `cargo xtask cross` takes its time.
            Outcome::NoTime => {
                failed += 1;
                add(row, "", "NO TIME", "", "");
            }
        }
    }
    text.push_str("\nThe suite is thinned out (--quick); every answer is compared with this machine's.\n");
    text.push_str(&format!("{passed} passed, {failed} failed, {not_run} not run\n"));
    (text, failed == 0 && passed > 0)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn rows_are_found_by_name() {
        let names = |names: &[&str]| {
            let names: Vec<_> = names.iter().map(|&name| name.to_owned()).collect();
            select(&names).map(|rows| rows.iter().map(|row| row.name()).collect::<Vec<_>>())
        };
        assert_eq!(names(&["wasm", "aarch64"]).unwrap(), ["aarch64", "wasm"]);
        assert_eq!(names(&[]).unwrap().len(), ROWS.len());
        assert!(
            names(&["vax"]).unwrap_err().to_string().contains("there is no row `vax`; there are: aarch64, ")
        );
    }

    #[test]
    fn the_table_says_what_failed_and_what_did_not_run() {
        let finished = |name: &str, need, outcome| Finished {
            name: name.to_owned(),
            need,
            outcome,
            time: Duration::ZERO,
        };
        let line = |what: &str, wrong: &str| Line {
            row: "aarch64",
            what: what.to_owned(),
            cases: 9,
            wrong: wrong.to_owned(),
            note: String::new(),
        };
        let missing = || Outcome::NotRun("needs qemu".to_owned());
        let passed = || Outcome::Passed(String::new());
        let (text, good) = table(
            &[
                finished("cross-aarch64", Need::Required, passed()),
                finished("cross-s390x", Need::Required, missing()),
            ],
            &[line("neon", ""), line("dfa", "other results")],
            false,
        );
        assert!(good);
        for part in [
            "neon     passed           9",
            "dfa      FAILED           9  other results",
            "s390x                   not run",
        ] {
            assert!(text.contains(part), "no {part:?} in\n{text}");
        }
        assert_eq!(text.lines().last(), Some("1 passed, 0 failed, 1 not run"));
        let with = |need, complete| {
            let rows = [finished("cross-x", Need::Required, passed()), finished("cross-y", need, missing())];
            table(&rows, &[], complete).1
        };
        assert!(with(Need::Required, false) && !with(Need::Required, true));
        assert!(!with(Need::Asked, false) && !with(Need::Asked, true));
        assert!(
            table(
                &[
                    finished("cross-x", Need::Optional, missing()),
                    finished("cross-y", Need::Optional, passed())
                ],
                &[],
                true
            )
            .1
        );
        assert!(!table(&[finished("cross-x", Need::Optional, missing())], &[], false).1, "nothing ran");
        assert!(
            !table(&[finished("cross-s390x", Need::Optional, Outcome::Failed(String::new()))], &[], false).1
        );
    }
}
