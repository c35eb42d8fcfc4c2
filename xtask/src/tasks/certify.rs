//! `cargo xtask certify`: the certificate.
//!
//! The check of an octet depends on it and the three before it, and on nothing else. So a kernel's step can
//! be compared with the grammar over all 2^32 windows: not a sample, but a proof. The test that does so
//! belongs to the conformance package. This task runs it, optimised, and prints its report.

use std::{
    io::{BufRead, BufReader},
    process::Stdio,
};

use anyhow::Result;

use crate::{
    project::workspace::Workspace,
    runner::{
        call::{Call, tests_passed},
        log::Log,
        number::number,
        step::Outcome,
    },
};

fn call() -> Call {
    // By the name of the test alone, not of its package: so cargo finds what other steps have compiled.
    Call::tests("test --release --workspace --test certificate -- --nocapture").without_lto()
}

/// As a task of its own: prints what was covered as it goes.
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
