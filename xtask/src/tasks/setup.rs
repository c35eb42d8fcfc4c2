//! `cargo xtask setup`: prints the commands that install requirements of other tasks that cargo does not install:
//! with rustup, and on Debian and Ubuntu with apt-get. In continuous integration (`CI=true`) it runs them.

use std::{collections::BTreeSet, env};

use anyhow::Result;
use clap::Args;

use super::scripts;
use crate::host::requirement::{self, Requirement, apt_get};
use crate::project::workspace::Workspace;
use crate::runner::step::{Outcome, Sharing, Step};
use crate::runner::{call::Call, log::Log};

/// What to install besides.
#[derive(Args)]
pub(crate) struct Options {
    /// Also install what the long jobs need: the languages of `other-languages`, Node, npm, Chromium
    #[arg(long)]
    long: bool,
}

/// Runs the task; returns whether nothing required is missing.
pub(crate) fn main(workspace: &Workspace, options: &Options) -> Result<bool> {
    let (mut wanted, mut log) = (requirement::all()?, Log::create(workspace, "setup")?);
    if options.long {
        let languages = scripts::printed(workspace, &mut log, "conformance/adapters/run.py", "--packages")?;
        // The others are for `js`.
        let packages = languages.split_whitespace().chain(["nodejs", "npm", "chromium"]);
        wanted.extend(packages.map(Requirement::package));
    }
    let left = install(&mut log, wanted);
    if !left.is_empty() {
        println!("something is missing, for {}:", reasons(&left));
    }
    for command in commands(&left) {
        println!("$ {command}");
    }
    if left.is_empty() {
        println!("nothing is missing");
    }
    Ok(!left.iter().any(|missing| missing.required))
}

/// The first step of a complete run.
pub(crate) fn first_step() -> Step {
    Step::new("setup", "the programs that the other steps need", step).sharing(Sharing::Machine)
}

fn step(_: &Workspace, log: &mut Log) -> Result<Outcome> {
    let left = install(log, requirement::all()?);
    Ok(match left.iter().find(|missing| missing.required) {
        _ if left.is_empty() => Outcome::Passed("nothing is missing".to_owned()),
        None => Outcome::Passed(format!("nothing is missing but what {} could use", reasons(&left))),
        Some(_) => {
            Outcome::NotRun(format!("missing, for {}: {}", reasons(&left), commands(&left).join("; ")))
        }
    })
}

/// The requirements that are missing; in continuous integration, after trying to install them.
fn install(log: &mut Log, mut left: Vec<Requirement>) -> Vec<Requirement> {
    left.retain(|requirement| !requirement.by_hand && !requirement.is_there());
    if env::var("CI").is_ok_and(|ci| ci == "true") {
        // One attempt each: if a server is unreachable, more would only take longer.
        let mut run = |command: &str| {
            log.call(&Call::new("sh", "-c").arg(command).env("RUSTUP_MAX_RETRIES", "0")).is_ok()
        };
        let mut rustup = left.iter().filter(|missing| !missing.rustup.is_empty());
        // If one cannot be fetched, neither can the others.
        let _ = rustup.all(|missing| run(&format!("rustup {}", missing.rustup)));
        left.retain(|missing| !missing.is_there());
        let packages: Vec<_> = packages(&left).into_iter().collect();
        // All at once, which is faster; but a single unknown package makes the whole command fail.
        if !packages.is_empty() && !run(&apt_get(&packages.join(" "))) {
            for package in packages {
                run(&apt_get(package));
            }
        }
        left.retain(|missing| !missing.is_there());
    }
    left
}

/// The purposes of these.
fn reasons(missing: &[Requirement]) -> String {
    let reasons: BTreeSet<_> = missing.iter().map(|missing| missing.purpose.as_str()).collect();
    reasons.into_iter().collect::<Vec<_>>().join(", ")
}

/// The commands that install these.
fn commands(missing: &[Requirement]) -> Vec<String> {
    let rustup = missing.iter().filter(|missing| !missing.rustup.is_empty());
    let mut commands: Vec<_> = rustup.map(|missing| format!("rustup {}", missing.rustup)).collect();
    commands.sort_unstable();
    commands.dedup();
    let packages: Vec<_> = packages(missing).into_iter().collect();
    if !packages.is_empty() {
        commands.push(apt_get(&packages.join(" ")));
    }
    commands
}

/// The packages of these requirements, without duplicates.
fn packages(requirements: &[Requirement]) -> BTreeSet<&str> {
    requirements.iter().flat_map(|requirement| requirement.debian.split_whitespace()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_package_is_named_once() {
        let needs = |debian: &str| Requirement { debian: debian.to_owned(), ..Requirement::default() };
        let commands = commands(&[needs("b a"), needs("c b")]);
        assert!(commands.len() == 1 && commands[0].ends_with(" a b c"), "{commands:?}");
    }
}
