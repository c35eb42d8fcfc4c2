//! `cargo xtask asm`: checks the object code of the vector kernels.
//!
//! The sources determine which instructions a kernel should consist of, but only the object code shows whether it
//! does: an operation that was not inlined becomes a call and loses the processor features, a slice that may be too
//! short adds a panic, and the compiler may rewrite a formulation. So the optimised libraries are disassembled, from
//! each kernel on, through all reachable code.

mod check;
mod code;
mod loaded;
mod rows;

use std::{collections::BTreeSet, path::Path};

use anyhow::{Result, ensure};

use crate::{
    host::{
        probe::succeeds,
        toolchain::{OLDEST, OLDEST_FOR_AVX512},
    },
    project::{cargo::OPTIMISED, workspace::Workspace},
    runner::{call::Call, log::Log, step::Outcome},
};
use check::{Finding, check};
use code::Code;
use rows::{Row, comparing, rows};

/// Runs the task.
pub(crate) fn main(workspace: &Workspace) -> Result<bool> {
    if let Some(why) = not_here() {
        println!("not run: {why}");
        return Ok(true);
    }
    let build = build(workspace);
    println!("$ {build}");
    ensure!(build.command(&workspace.root).status()?.success(), "the libraries do not build");
    let findings = find(workspace, &CRATES, &workspace.target, &rows())?;
    print!("{}", table(&findings));
    Ok(findings.iter().all(|finding| finding.faults.is_empty()))
}

/// As a step of `cargo xtask test`.
pub(crate) fn step(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    if let Some(why) = not_here() {
        return Ok(Outcome::NotRun(why.to_owned()));
    }
    log.call(&build(workspace))?;
    let mut findings = find(workspace, &CRATES, &workspace.target, &rows())?;
    for version in [OLDEST, OLDEST_FOR_AVX512] {
        if !succeeds(&format!("rustup run {version} rustc --version")) {
            log.leave_out(format!("rustc {version} is not installed"));
            continue;
        }
        let dir = workspace.own_dir(&format!("asm-{version}"));
        let args = build_args(workspace, &[PORTABLE]);
        log.call(&Call::new("rustup", &format!("run {version} cargo {args}")).flags("", &dir))?;
        findings.extend(find(workspace, &[PORTABLE], &dir, &comparing())?);
    }
    log.line(table(&findings))?;
    let instructions: usize = findings.iter().map(|finding| finding.instructions).sum();
    let faults: usize = findings.iter().map(|finding| finding.faults.len()).sum();
    Ok(match faults {
        0 => Outcome::Passed(format!("{} kernels, {instructions} instructions", findings.len())),
        _ => Outcome::Failed(format!("{faults} faults in {instructions} instructions")),
    })
}

fn not_here() -> Option<&'static str> {
    // Otherwise the object files would be for another processor, or in an untested format.
    let here = cfg!(all(target_arch = "x86_64", target_os = "linux"));
    (!here).then_some("this machine is not x86-64 under Linux, for which there are rows")
}

/// Builds the libraries as optimised for a dependent program, without the flags of the environment.
fn build(workspace: &Workspace) -> Call {
    Call::cargo(&build_args(workspace, &CRATES)).env("RUSTFLAGS", "")
}

fn build_args(workspace: &Workspace, crates: &[&str]) -> String {
    let packages: String = libraries(workspace, crates).iter().map(|name| format!(" -p {name}")).collect();
    format!("build {OPTIMISED} --lib{packages}")
}

/// The crates that contain the kernels.
const CRATES: [&str; 2] = ["placemat-x86", PORTABLE];

/// Its loops are vectorised by the compiler, so the oldest compilers must do that as well.
const PORTABLE: &str = "placemat-scalar";

/// These crates and their dependencies.
fn libraries<'a>(workspace: &'a Workspace, crates: &[&'a str]) -> BTreeSet<&'a str> {
    crates.iter().flat_map(|name| workspace.dependencies_of(name).into_iter().chain([*name])).collect()
}

/// Checks these kernels of these crates, built in a target directory.
fn find(workspace: &Workspace, crates: &[&str], dir: &Path, rows: &[Row]) -> Result<Vec<Finding>> {
    let mut code = Code::default();
    for library in libraries(workspace, crates) {
        let file = format!("lib{}.rlib", library.replace('-', "_"));
        code.add_library(&dir.join("optimised").join(file))?;
    }
    rows.iter().map(|row| check(row, &code)).collect()
}

/// A line for each kernel, followed by its faults.
fn table(findings: &[Finding]) -> String {
    let mut text = format!(
        "{:8} {:14} {:>9} {:>12} {:>5}  verdict\n",
        "backend", "kernel", "functions", "instructions", "calls"
    );
    for Finding { backend, root, functions, instructions, calls, faults } in findings {
        let verdict = if faults.is_empty() { "good" } else { "FAULTY" };
        text += &format!("{backend:8} {root:14} {functions:>9} {instructions:>12} {calls:>5}  {verdict}\n");
        for fault in faults {
            text += &format!("    {fault}\n");
        }
    }
    text
}
