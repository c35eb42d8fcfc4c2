//! `cargo xtask tidy`: checks the structure of the workspace beyond what the compiler checks.
//!
//! Every rule is a function that returns faults, and has a test with a violation: a check that cannot fail would be
//! worse than none.

mod arrows;
mod book;
mod mentions;
mod names;
mod oracle;
mod recipe;
mod sources;
mod words;

use anyhow::Result;

use crate::project::workspace::Workspace;
use crate::runner::{log::Log, number::number, step::Outcome};

/// The results of the rules.
#[derive(Default)]
struct Report {
    /// Failures.
    faults: Vec<String>,
    /// Remarks.
    remarks: Vec<String>,
}

impl Report {
    fn faults(&mut self, faults: impl IntoIterator<Item = String>) {
        self.faults.extend(faults);
    }
}

/// Runs the task.
pub(crate) fn main(workspace: &Workspace) -> Result<bool> {
    let report = check(workspace)?;
    for remark in &report.remarks {
        println!("{remark}");
    }
    for fault in &report.faults {
        println!("FAULT: {fault}");
    }
    println!("{}", number(report.faults.len(), "fault"));
    Ok(report.faults.is_empty())
}

/// As a step of `cargo xtask test`.
pub(crate) fn step(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    let report = check(workspace)?;
    for line in report.remarks.iter().chain(&report.faults) {
        log.line(line)?;
    }
    Ok(match report.faults.len() {
        0 => Outcome::Passed(report.remarks.join("; ")),
        count => Outcome::Failed(number(count, "fault")),
    })
}

fn check(workspace: &Workspace) -> Result<Report> {
    let mut report = Report::default();
    report.faults(arrows::faults(&workspace.packages));
    sources::check(workspace, &mut report)?;
    words::check(workspace, &mut report)?;
    names::check(workspace, &mut report)?;
    oracle::check(workspace, &mut report)?;
    book::check(workspace, &mut report)?;
    mentions::check(workspace, &mut report)?;
    recipe::check(workspace, &mut report)?;
    Ok(report)
}
