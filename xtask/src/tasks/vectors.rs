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

/// By the name of the example alone, not of its package: so cargo finds what other steps have compiled.
fn build() -> Call {
    Call::cargo("build --release --workspace --example vectors").without_lto()
}

fn run(workspace: &Workspace, check: bool) -> Call {
    let name = format!("vectors{}", std::env::consts::EXE_SUFFIX);
    let program = workspace.target.join("release/examples").join(name);
    Call::new(program.display().to_string(), if check { "--check" } else { "" })
}

/// As a task of its own.
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
