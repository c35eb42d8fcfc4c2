//! `cargo xtask setup`: installs what the other tasks need and cargo does not bring.
//!
//! Rustup installs what rustup has. On Debian and Ubuntu, as root, the missing packages are installed; on
//! other systems the command is printed.

use std::process::{Command, Stdio};

use anyhow::Result;
use clap::Args;

use super::{capi, cross, foreign, js};
use crate::{
    host::{
        packages::{apt_get, is_root, may_install},
        probe::succeeds,
        requirement::{Probe, Requirement},
        targets::{self, BARE, STATIC, has_target},
        toolchain::{OLDEST, OLDEST_FOR_AVX512},
    },
    project::workspace::Workspace,
    runner::{
        call::Call,
        log::Log,
        step::{Need, Outcome, Room, Step},
    },
};

/// What to install besides.
#[derive(Args)]
pub(crate) struct Options {
    /// The languages that `foreign` drives, from Debian
    #[arg(long)]
    foreign: bool,

    /// What `js` needs, from Debian: Node, npm, Chromium
    #[arg(long)]
    js: bool,
}

/// As a task of its own.
pub(crate) fn main(options: &Options) -> Result<bool> {
    let mut shell = |command: &str| {
        println!("$ {command}");
        let mut shell = Command::new("sh");
        Ok(shell.args(["-c", command]).stdin(Stdio::null()).status()?.success())
    };
    let mut packages: Vec<_> = options.foreign.then(foreign::packages).into_iter().flatten().collect();
    packages.extend(options.js.then_some(js::PACKAGES));
    if !packages.is_empty() {
        let command = apt_get(&packages.join(" "), is_root());
        if !may_install() {
            println!("{command}");
        } else if !shell(&command)? {
            return Ok(false);
        }
    }
    let left = install(&mut shell)?;
    for missing in &left {
        println!("missing, for {}: {}", missing.why, missing.command(is_root()));
    }
    println!("{}", if left.is_empty() { "nothing is missing" } else { "something is still missing" });
    Ok(left.iter().all(|missing| missing.need == Need::Optional))
}

/// The step that a complete run begins with.
pub(crate) fn first_step() -> Step {
    Step::new("setup", "the programs that the other steps need", step).room(Room::Machine)
}

fn step(_: &Workspace, log: &mut Log) -> Result<Outcome> {
    let left = install(&mut |command| {
        // One attempt: where rustup's server cannot be reached, more would only take longer.
        Ok(log.call(&Call::new("sh", "-c").arg(command).env("RUSTUP_MAX_RETRIES", "0")).is_ok())
    })?;
    if let Some(missing) = left.iter().find(|missing| missing.need == Need::Required) {
        return Ok(Outcome::NotRun(format!("missing, for {}: {}", missing.why, missing.command(is_root()))));
    }
    let left: Vec<_> = left.iter().map(|missing| missing.why.as_str()).collect();
    Ok(Outcome::Passed(match left.is_empty() {
        true => "nothing is missing".to_owned(),
        false => format!("nothing is missing but what {} could use", left.join(", ")),
    }))
}

/// Everything that tasks need, what is required first.
fn requirements() -> Vec<Requirement> {
    use Need::{Optional, Required};
    let debian = Requirement::package;
    let rustup = |probe, args: &str, need, why: &str| Requirement::rustup(probe, args, need, why);
    let runs = |command: &str| Probe::Runs(command.to_owned());
    let has_oldest = || targets::others().all(|target| has_target(Some(OLDEST), target.triple));
    let mut requirements = vec![
        debian("cc", "gcc", Required, "cargo, which links with it"),
        debian("git", "git", Required, "`tidy`, which asks it for the project's files"),
        rustup(runs("cargo fmt --version"), "component add rustfmt", Required, "`format`"),
        rustup(runs("cargo clippy --version"), "component add clippy", Required, "`clippy`"),
        Requirement { probe: runs("sh -c true"), ..debian("sh", "dash", Required, "`transcripts`") },
    ];
    requirements.extend(cross::requirements());
    requirements.sort_by_key(|requirement| requirement.need == Optional);
    requirements.extend([
        rustup(Probe::Target(BARE), &format!("target add {BARE}"), Optional, "`no-std-target`"),
        rustup(
            Probe::Target(STATIC),
            &format!("target add {STATIC}"),
            Optional,
            "`static` and `cargo xtask dist`",
        ),
        rustup(
            Probe::Seen(Box::new(has_oldest)),
            &format!("toolchain install {OLDEST} --profile minimal --target {}", targets::names()),
            Optional,
            "`msrv`",
        ),
        rustup(
            runs(&format!("rustup run {OLDEST_FOR_AVX512} rustc --version")),
            &format!("toolchain install {OLDEST_FOR_AVX512} --profile minimal"),
            Optional,
            "`msrv`",
        ),
        rustup(
            runs("rustup run nightly rustc --version"),
            "toolchain install nightly --profile minimal",
            Optional,
            "`suite-asan` and `cargo xtask fuzz`",
        ),
        rustup(Probe::Target(js::TRIPLE), &format!("target add {}", js::TRIPLE), Optional, "`js`"),
        debian("c++", "g++", Optional, "`benches`, for a peer, and `cargo xtask fuzz`"),
    ]);
    requirements.extend(capi::requirements());
    requirements
}

/// Installs what is missing, as far as it may, and returns what is still missing. `run` says whether a
/// command succeeded.
fn install(run: &mut dyn FnMut(&str) -> Result<bool>) -> Result<Vec<Requirement>> {
    let mut left = requirements();
    left.retain(|requirement| !requirement.is_there());
    // Rustup's are for the same compiler that tests this machine. If one cannot be fetched, the others cannot
    // either.
    if left.iter().any(|missing| !missing.rustup.is_empty()) && succeeds("rustup --version") {
        for missing in left.iter().filter(|missing| !missing.rustup.is_empty()) {
            if !missing.is_there() && !run(&format!("rustup {}", missing.rustup))? {
                break;
            }
        }
        left.retain(|missing| !missing.is_there());
    }
    if may_install() {
        let packages = packages(&left);
        // All at once, which is quicker; but a single package that does not exist here makes the whole
        // command fail.
        if !packages.is_empty() && !run(&apt_get(&packages.join(" "), is_root()))? {
            for package in packages {
                run(&apt_get(package, is_root()))?;
            }
        }
        left.retain(|missing| !missing.is_there());
    }
    Ok(left)
}

/// Every package of these requirements once.
fn packages(requirements: &[Requirement]) -> Vec<&str> {
    let mut packages: Vec<_> =
        requirements.iter().flat_map(|requirement| requirement.debian.split_whitespace()).collect();
    packages.sort_unstable();
    packages.dedup();
    packages
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_named_once() {
        let needs = |packages: &str| Requirement::package("x", packages, Need::Required, "y");
        assert_eq!(packages(&[needs("b a"), needs(""), needs("c b")]), ["a", "b", "c"]);
    }

    #[test]
    fn everything_can_be_installed_and_the_required_comes_first() {
        let requirements = requirements();
        assert!(requirements.iter().all(|requirement| !requirement.command(true).is_empty()));
        assert!(requirements.is_sorted_by_key(|requirement| requirement.need == Need::Optional));
    }
}
