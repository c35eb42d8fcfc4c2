//! `cargo xtask bench`: compares the speed of placemat with its peers.
//!
//! A program in the benchmark package measures. This task builds it, including the peers in C++ if a compiler is
//! installed, and runs it.

use std::path::{Path, PathBuf};
use std::process::{self, ExitStatus};
use std::{env, fs};

use anyhow::{Context, Result};
use clap::Args;

use crate::project::{cargo::OPTIMISED, workspace::Workspace};
use crate::runner::{call::Call, log::Log, step::Outcome};
use crate::{host::probe::succeeds, tasks::scripts};

/// What `cargo xtask bench` takes.
#[derive(Args)]
pub(crate) struct Options {
    /// Compile simdutf from this checkout, not the version that its crate bundles; requires Python
    #[arg(long, value_name = "DIR")]
    simdutf: Option<PathBuf>,

    /// Options of the benchmark program; `--help` lists them
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    args: Vec<String>,
}

/// Runs the task.
pub(crate) fn main(workspace: &Workspace, options: &Options) -> Result<bool> {
    let cpp = has_cpp();
    if !cpp {
        println!("no C++ compiler (`c++`, or what CXX names): simdutf does not take part");
    }
    let dir = workspace.own_dir("simdutf").display().to_string();
    let peer = options.simdutf.as_deref().map(|checkout| {
        let mut log = Log::create(workspace, "simdutf")?;
        scripts::printed(workspace, &mut log, "benches/simdutf.sh", &format!("{} {dir}", checkout.display()))
    });
    let peer = peer.transpose()?;
    let patch = peer.as_ref().map_or(String::new(), |_| format!("patch.crates-io.simdutf.path={dir:?}"));
    let build = build(workspace, cpp, &patch);
    let build = peer.iter().fold(build, |build, version| build.env("PLACEMAT_SIMDUTF", version.trim()));
    let lock = workspace.root.join("Cargo.lock");
    let locked = fs::read(&lock)?;
    println!("$ {build}");
    let built = build.command(&workspace.root).status();
    if peer.is_some() {
        // Cargo notes there which crate was compiled; results are saved only for a commit without changes.
        fs::write(&lock, locked)?;
    }
    if !passed(built.context("cargo could not be started")?) {
        return Ok(false);
    }
    let report = report(workspace, &options.args);
    println!("$ {report}");
    // Paths are relative to the caller's directory.
    let status = report.command(&env::current_dir()?).status();
    Ok(passed(status.context("the program could not be started")?))
}

/// Whether this is success. Exits with a status that says more than failure: that of cargo, or of a check.
fn passed(status: ExitStatus) -> bool {
    match status.code() {
        Some(0) => true,
        Some(code @ 2..) => process::exit(code),
        _ => false,
    }
}

/// Runs everything once without timing, as a step of `cargo xtask test`: every contender returns the expected answers.
pub(crate) fn step(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    let cpp = has_cpp();
    if !cpp {
        log.leave_out("simdutf: not run: it needs a C++ compiler");
    }
    let options = if cpp { "--features placemat-benches/simdutf" } else { "" };
    // In the workspace, like the tests, so that nothing is compiled twice.
    log.call(&Call::cargo(&format!("build {OPTIMISED} --workspace {options} --bin report")))?;
    let report = workspace.target.join("optimised").join(format!("report{}", env::consts::EXE_SUFFIX));
    let printed = log.call(&Call::new(report.display().to_string(), "--answers --quick"))?;
    Ok(Outcome::Passed(printed.lines().last().unwrap_or_default().to_owned()))
}

fn build(workspace: &Workspace, cpp: bool, patch: &str) -> Call {
    let manifest = workspace.root.join("benches").join("Cargo.toml");
    let mut call = Call::cargo("build --release --manifest-path").arg(manifest.display().to_string());
    if !patch.is_empty() {
        call = call.arg("--config").arg(patch);
    }
    call.args(if cpp { "--features simdutf --bin report" } else { "--bin report" })
}

fn report(workspace: &Workspace, args: &[String]) -> Call {
    let program = workspace.target.join("release").join(format!("report{}", env::consts::EXE_SUFFIX));
    let mut call = Call::new(program.display().to_string(), "");
    let is_about_files = |arg: &String| ["--out", "--help", "-h"].contains(&arg.as_str());
    if !args.iter().any(is_about_files) {
        call = call.arg("--out").arg(workspace.target.join("bench").display().to_string());
    }
    args.iter().fold(call, Call::arg)
}

/// Adds the page of the committed results to a copy of the book's chapters.
pub(crate) fn add_to_book(chapters: &Path) -> Call {
    Call::new("python3", "benches/results.py --book").arg(chapters.display().to_string())
}

/// Whether simdutf can be compiled here.
fn has_cpp() -> bool {
    let compiler = env::var("CXX").unwrap_or_else(|_| "c++".to_owned());
    succeeds(&format!("{compiler} --version"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::workspace::fake;

    #[test]
    fn options_are_passed_on() {
        let workspace = fake::workspace(Vec::new());
        let line = |args: &[&str]| {
            let args: Vec<_> = args.iter().map(|&arg| arg.to_owned()).collect();
            report(&workspace, &args).to_string()
        };
        let quick = line(&["--quick", "--only", "avx2", "text=thai"]);
        assert!(quick.ends_with(" --out /r/target/bench --quick --only avx2 text=thai"), "{quick}");
        assert!(line(&["--out", "kept"]).ends_with(" --out kept"));
        assert!(!build(&workspace, false, "").to_string().contains("simdutf"));
        let build = build(&workspace, true, "patch").to_string();
        assert!(build.ends_with("Cargo.toml --config patch --features simdutf --bin report"), "{build}");
    }
}
