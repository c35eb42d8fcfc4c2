//! `cargo xtask semver`: what the libraries promise, compared with an earlier revision.

use anyhow::{Result, ensure};
use clap::Args;

use crate::{call::Call, elsewhere, scratch::LIBRARIES, step::Log, tools::Tool, workspace::Workspace};

const CARGO_SEMVER_CHECKS: Tool = Tool { name: "cargo-semver-checks", version: "0.51.0", args: "" };

/// What to compare with.
#[derive(Args)]
pub(crate) struct Options {
    /// The revision of git to compare with; what is not committed counts as changed
    #[arg(long, value_name = "REV", default_value = "HEAD")]
    since: String,
}

/// As a task of its own: whether nothing is broken that the version number does not admit.
pub(crate) fn main(workspace: &Workspace, options: &Options) -> Result<bool> {
    // A library that is new has nothing to break.
    let old = Call::new("git", "ls-tree --name-only").arg(&options.since).arg("crates/");
    let old = old.command(&workspace.root).output()?;
    ensure!(old.status.success(), "git knows no revision {}", options.since);
    let old = String::from_utf8_lossy(&old.stdout);
    let is_old = |name: &&str| old.lines().any(|dir| dir.strip_prefix("crates/") == Some(name));
    let libraries: Vec<_> = LIBRARIES.into_iter().chain(["placemat"]).filter(is_old).collect();
    ensure!(!libraries.is_empty(), "{} has none of the libraries", options.since);

    let program = CARGO_SEMVER_CHECKS.program(workspace, &mut Log::create(workspace, "semver")?)?;
    let plan = plan(&libraries, |there| there.missing(None));
    let mut good = true;
    for check in &plan.checks {
        let call = Call::new(program.display().to_string(), "semver-checks check-release");
        let call = call.arg("--baseline-rev").arg(&options.since);
        let call = check.packages.iter().fold(call, |call, name| call.arg("--package").arg(*name));
        let call = check.target.into_iter().fold(call, |call, target| call.arg("--target").arg(target));
        println!("$ {call}");
        good &= call.command(&workspace.root).status()?.success();
    }
    plan.left_out.iter().for_each(|line| println!("{line}"));
    Ok(good)
}

/// What to check, and why the rest is not.
struct Plan {
    checks: Vec<Check>,
    left_out: Vec<String>,
}

/// Some libraries, compiled for this machine or for another target.
#[derive(Debug, PartialEq, Eq)]
struct Check {
    packages: Vec<&'static str>,
    target: Option<&'static str>,
}

/// The libraries of this machine at once, and each that is empty here by itself. `missing` says what it would need.
fn plan(libraries: &[&'static str], missing: impl Fn(&elsewhere::Elsewhere) -> Option<String>) -> Plan {
    let is_elsewhere = |name: &str| elsewhere::all().any(|there| there.package == name);
    let here = libraries.iter().copied().filter(|name| !is_elsewhere(name)).collect();
    let mut plan = Plan { checks: vec![Check { packages: here, target: None }], left_out: Vec::new() };
    for there in elsewhere::all().filter(|there| libraries.contains(&there.package)) {
        if there.arch == "wasm32" {
            // It calls rustc with `--cap-lints`, which hides the warnings by which cargo knows what a target lacks.
            let why = "cargo-semver-checks cannot document a library for WebAssembly";
            plan.left_out.push(format!("{}: not checked: {why}", there.package));
        } else if let Some(missing) = missing(there) {
            plan.left_out.push(missing);
        } else {
            plan.checks.push(Check { packages: vec![there.package], target: Some(there.target) });
        }
    }
    plan
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [&str; 4] = ["placemat-core", "placemat-x86", "placemat-neon", "placemat-wasm"];

    #[test]
    fn no_library_is_checked_where_it_is_empty() {
        let plan = plan(&ALL, |_| None);
        for check in &plan.checks {
            let elsewhere = |name| elsewhere::all().find(|there| there.package == name);
            for name in &check.packages {
                assert_eq!(check.target, elsewhere(*name).map(|there| there.target), "{name}");
            }
        }
        let checked: usize = plan.checks.iter().map(|check| check.packages.len()).sum();
        assert_eq!(checked + plan.left_out.len(), ALL.len());
    }

    #[test]
    fn what_is_not_checked_is_said() {
        let plan = plan(&ALL, |there| Some(format!("{}: not run", there.package)));
        assert_eq!(plan.checks.len(), 1);
        assert_eq!(plan.left_out.len(), elsewhere::all().count());
        assert!(plan.left_out.iter().any(|line| line.starts_with("placemat-wasm: not checked: ")));
    }
}
