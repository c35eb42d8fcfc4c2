//! `cargo xtask semver`: what the libraries promise, compared with an earlier revision.

use anyhow::{Result, ensure};
use clap::Args;

use crate::{call::Call, scratch::LIBRARIES, step::Log, tools::Tool, workspace::Workspace};

const CARGO_SEMVER_CHECKS: Tool = Tool { name: "cargo-semver-checks", version: "0.51.0", args: "" };

/// What to compare with.
#[derive(Args)]
pub(crate) struct Options {
    /// The revision of git that has what was promised
    #[arg(long, value_name = "REV", default_value = "HEAD")]
    since: String,
}

/// As a task of its own: whether nothing is broken that the version number does not admit.
pub(crate) fn main(workspace: &Workspace, options: &Options) -> Result<bool> {
    let program = CARGO_SEMVER_CHECKS.program(workspace, &mut Log::create(workspace, "semver")?)?;
    // A library that is new has nothing to break.
    let old = Call::new("git", "ls-tree --name-only").arg(&options.since).arg("crates/");
    let old = old.command(&workspace.root).output()?;
    ensure!(old.status.success(), "git knows no revision {}", options.since);
    let old = String::from_utf8_lossy(&old.stdout);
    let is_old = |name: &&str| old.lines().any(|dir| dir.strip_prefix("crates/") == Some(name));
    let call = Call::new(program.display().to_string(), "semver-checks check-release");
    let call = call.arg("--baseline-rev").arg(&options.since);
    let libraries = LIBRARIES.into_iter().chain(["placemat"]).filter(is_old);
    let call = libraries.fold(call, |call, name| call.arg("--package").arg(name));
    println!("$ {call}");
    Ok(call.command(&workspace.root).status()?.success())
}
