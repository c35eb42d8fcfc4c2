//! `cargo xtask certify`: the certificate.
//!
//! The check of an octet depends on it and the three before it and on nothing else, so a kernel's step can be
//! held against the grammar over all 2^32 windows: not a sample, but a proof. The test that does it belongs to
//! the conformance package; here it is run, optimised, and its report is printed.

use std::io::{self, Write};

use anyhow::Result;

use crate::{
    call::{Call, tests_passed},
    step::{Log, Outcome},
    workspace::Workspace,
};

fn call() -> Call {
    Call::tests("test --release -p placemat-conformance --test certificate -- --nocapture")
}

/// As a task of its own: what was covered is printed as it goes.
pub(crate) fn main(workspace: &Workspace) -> Result<bool> {
    println!("$ {}", call());
    io::stdout().flush()?;
    let output = call().command(&workspace.root).stderr(std::process::Stdio::inherit()).output()?;
    let report = String::from_utf8_lossy(&output.stdout);
    print!("{report}");
    let tests = tests_passed(&report);
    if tests == 0 {
        println!("no test ran");
    }
    Ok(output.status.success() && tests > 0)
}

/// As a step of `cargo xtask test`.
pub(crate) fn step(_: &Workspace, log: &mut Log) -> Result<Outcome> {
    let report = log.call(&call())?;
    let digest = report.lines().find(|line| line.contains("digest")).unwrap_or("").trim();
    Ok(Outcome::Passed(format!("{} tests; {digest}", log.tests).trim_end_matches("; ").to_owned()))
}
