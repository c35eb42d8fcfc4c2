//! `cargo xtask vectors`: the vectors in `conformance/vectors/`.
//!
//! An example of the conformance package makes them from the grammars. It also tries all wrong decoders, which
//! says what each case catches, and fails if one survives them all.

use anyhow::Result;
use clap::Args;

use crate::{
    project::workspace::Workspace,
    runner::{call::Call, log::Log, step::Outcome},
};

/// What to do.
#[derive(Args)]
pub(crate) struct Options {
    /// Compare what is committed with what would be made, and write nothing
    #[arg(long)]
    check: bool,
}

fn call(check: bool) -> Call {
    let run = "run --release -p placemat-conformance --example vectors --";
    Call::cargo(&format!("{run} {}", if check { "--check" } else { "" })).without_lto()
}

/// As a task of its own.
pub(crate) fn main(workspace: &Workspace, options: &Options) -> Result<bool> {
    let call = call(options.check);
    println!("$ {call}");
    Ok(call.command(&workspace.root).status()?.success())
}

/// As a step of `cargo xtask test`.
pub(crate) fn step(_: &Workspace, log: &mut Log) -> Result<Outcome> {
    let output = log.call(&call(true))?;
    let sums =
        output.lines().filter(|line| line.contains("in the smoke set") || line.contains("vectors kill"));
    let sums: Vec<&str> = sums.collect();
    if sums.len() < 2 {
        return Ok(Outcome::Failed("the vectors were not counted".to_owned()));
    }
    Ok(Outcome::Passed(sums.join("; ")))
}
