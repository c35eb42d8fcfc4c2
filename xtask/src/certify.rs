//! `cargo xtask certify`: the certificate.
//!
//! The check of an octet depends on it and the three before it and on nothing else, so a kernel's step can be
//! held against the grammar over all 2^32 windows: not a sample, but a proof. The test that does it belongs to
//! the conformance package; here it is run, optimised, and its report is printed.

use std::{
    io::{BufRead, BufReader},
    process::Stdio,
};

use anyhow::Result;

use crate::{
    call::{Call, tests_passed},
    number::number,
    step::{Log, Outcome},
    workspace::Workspace,
};

fn call() -> Call {
    // By the name of the test alone, and not of its package: so cargo finds everything compiled that other steps left.
    Call::tests("test --release --workspace --test certificate -- --nocapture").without_lto()
}

/// As a task of its own: what was covered is printed as it goes.
pub(crate) fn main(workspace: &Workspace) -> Result<bool> {
    println!("$ {}", call());
    let mut child = call().command(&workspace.root).stdout(Stdio::piped()).spawn()?;
    let mut report = String::new();
    if let Some(stdout) = child.stdout.take() {
        for line in BufReader::new(stdout).lines() {
            let line = line?;
            println!("{line}");
            report.push_str(&line);
            report.push('\n');
        }
    }
    let status = child.wait()?;
    let tests = tests_passed(&report);
    if tests == 0 {
        println!("no test ran");
    }
    Ok(status.success() && tests > 0)
}

/// As a step of `cargo xtask test`.
pub(crate) fn step(_: &Workspace, log: &mut Log) -> Result<Outcome> {
    let report = log.call(&call())?;
    let steps = report.lines().filter(|line| line.contains("digest")).count();
    Ok(Outcome::Passed(format!("{} certified; {}", number(steps, "step"), log.note())))
}
