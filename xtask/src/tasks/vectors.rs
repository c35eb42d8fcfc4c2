//! `cargo xtask vectors`: derives the results of the vectors in `conformance/vectors/`.
//!
//! An example of the conformance package derives them from the grammars. It also runs all mutants to determine what
//! each case catches, and fails if a mutant survives.

use anyhow::Result;
use clap::Args;

use crate::project::{cargo::KERNELS, workspace::Workspace};
use crate::runner::{call::Call, log::Log, step::Outcome};

/// What to do.
#[derive(Args)]
pub(crate) struct Options {
    /// Compare the committed vectors with the derived ones, and write nothing
    #[arg(long)]
    check: bool,
}

/// By name only, not by package, so that cargo reuses the output of other steps.
fn build() -> Call {
    Call::cargo(&format!("build {KERNELS} --example vectors"))
}

fn run(workspace: &Workspace, check: bool) -> Call {
    let name = format!("vectors{}", std::env::consts::EXE_SUFFIX);
    let program = workspace.target.join("optimised/examples").join(name);
    Call::new(program.display().to_string(), if check { "--check" } else { "" })
}

/// Runs the task.
pub(crate) fn main(workspace: &Workspace, options: &Options) -> Result<bool> {
    for call in [build(), run(workspace, options.check)] {
        println!("$ {call}");
        if !call.command(&workspace.root).status()?.success() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// As a step of `cargo xtask test`.
pub(crate) fn step(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    log.call(&build())?;
    let output = log.call(&run(workspace, true))?;
    let sums =
        output.lines().filter(|line| line.contains("in the smoke set") || line.contains("vectors kill"));
    let sums: Vec<&str> = sums.collect();
    if sums.len() < 2 {
        return Ok(Outcome::Failed("the vectors were not counted".to_owned()));
    }
    Ok(Outcome::Passed(sums.join("; ")))
}
