//! `cargo xtask semver`: what the libraries promise, compared with an earlier revision.

use std::env;

use anyhow::{Result, ensure};
use clap::Args;

use crate::{
    host::{
        cargo_tool::CargoTool,
        targets::{self, Target},
    },
    project::{
        libraries::{BackendCrate, FACADE},
        workspace::Workspace,
    },
    runner::{call::Call, log::Log},
};

const CARGO_SEMVER_CHECKS: CargoTool = CargoTool { name: "cargo-semver-checks", version: "0.51.0", args: "" };

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
    let libraries: Vec<_> = workspace.libraries().into_iter().chain([FACADE]).filter(is_old).collect();
    ensure!(!libraries.is_empty(), "{} has none of the libraries", options.since);

    let program = CARGO_SEMVER_CHECKS.program(workspace, &mut Log::create(workspace, "semver")?)?;
    let backends = workspace.backend_crates()?;
    let plan = plan(&libraries, &backends, |target| target.missing(None));
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

/// What to check, and why the rest is not checked.
struct Plan<'a> {
    checks: Vec<Check<'a>>,
    left_out: Vec<String>,
}

/// Some libraries, compiled for this machine or for another target.
#[derive(Debug, PartialEq, Eq)]
struct Check<'a> {
    packages: Vec<&'a str>,
    target: Option<&'static str>,
}

/// The libraries of this machine together, and those of another architecture for a target of theirs.
/// `missing` says what a target would need.
fn plan<'a>(
    libraries: &[&'a str],
    backends: &[BackendCrate],
    missing: impl Fn(&Target) -> Option<String>,
) -> Plan<'a> {
    let target_of = |name: &str| {
        let backend = backends.iter().find(|backend| backend.name == name)?;
        let is_here = backend.is_of(env::consts::ARCH);
        targets::others().find(|target| !is_here && backend.is_of(target.arch))
    };
    let here = libraries.iter().copied().filter(|name| target_of(name).is_none()).collect();
    let mut plan = Plan { checks: vec![Check { packages: here, target: None }], left_out: Vec::new() };
    for &name in libraries {
        let Some(target) = target_of(name) else { continue };
        if target.arch == "wasm32" {
            // It calls rustc with `--cap-lints`, which hides the warnings from which cargo learns what a
            // target lacks.
            let why = "cargo-semver-checks cannot document a library for WebAssembly";
            plan.left_out.push(format!("{name}: not checked: {why}"));
        } else if let Some(missing) = missing(target) {
            plan.left_out.push(format!("{name}: {missing}"));
        } else {
            plan.checks.push(Check { packages: vec![name], target: Some(target.triple) });
        }
    }
    plan
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [&str; 4] = ["placemat-core", "placemat-neon", "placemat-wasm", "placemat-x86"];

    fn backends() -> Vec<BackendCrate> {
        let backend = |name: &str, architectures: &[&str]| BackendCrate {
            name: name.to_owned(),
            architectures: architectures.iter().map(|&arch| arch.to_owned()).collect(),
        };
        vec![
            backend("placemat-neon", &["aarch64"]),
            backend("placemat-wasm", &["wasm32"]),
            backend("placemat-x86", &["x86", "x86_64"]),
        ]
    }

    #[test]
    fn no_library_is_checked_where_it_is_empty() {
        let backends = backends();
        let plan = plan(&ALL, &backends, |_| None);
        for check in &plan.checks {
            for name in &check.packages {
                let is_of = |arch: &str| backends.iter().any(|b| b.name == *name && b.is_of(arch));
                let target = targets::others().find(|target| is_of(target.arch));
                let target = target.filter(|_| !is_of(env::consts::ARCH));
                assert_eq!(check.target, target.map(|target| target.triple), "{name}");
            }
        }
        let checked: usize = plan.checks.iter().map(|check| check.packages.len()).sum();
        assert_eq!(checked + plan.left_out.len(), ALL.len());
    }

    #[test]
    fn what_is_not_checked_is_reported() {
        let backends = backends();
        let plan = plan(&ALL, &backends, |target| Some(format!("{}: not run", target.triple)));
        assert_eq!(plan.checks.len(), 1);
        let elsewhere = backends.iter().filter(|backend| !backend.is_of(env::consts::ARCH));
        assert_eq!(plan.left_out.len(), elsewhere.count());
        assert!(plan.left_out.iter().any(|line| line.starts_with("placemat-wasm: not checked: ")));
    }
}
