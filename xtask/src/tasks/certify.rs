//! `cargo xtask certify`: the certificates.
//!
//! The check of a byte depends only on it and the three before it. So a kernel's step can be compared with the
//! grammar over all 2^32 windows, which is a proof, not a sample. The output of a lane in a converting kernel depends
//! on five bytes, and there the windows are those of valid text. The tests are in placemat-simd. This task runs them,
//! optimised, and prints their reports.

use anyhow::Result;
use clap::Args;

use crate::{
    project::{cargo::KERNELS, workspace::Workspace},
    runner::{call::Call, log::Log, number::number, step::Outcome},
};

/// Options of `cargo xtask certify`.
#[derive(Args)]
pub(crate) struct Options {
    /// Also test the conversion kernels on every window of valid text, and every character in every lane;
    /// takes minutes instead of seconds
    #[arg(long)]
    full: bool,
}

/// The tests of placemat-simd that are certificates.
pub(crate) const CERTIFICATES: [&str; 2] = ["certificate", "certificate_convert"];

fn call(full: bool) -> Call {
    let tests = CERTIFICATES.map(|test| format!("--test {test}")).join(" ");
    let call = Call::tests(&format!("test {KERNELS} {tests} -- --nocapture"));
    if full { call.env("PLACEMAT_EXTENT", "full") } else { call }
}

/// Runs the task, and prints what was covered.
pub(crate) fn main(workspace: &Workspace, options: &Options) -> Result<bool> {
    let call = call(options.full);
    println!("$ {call}");
    let mut log = Log::create(workspace, "certify")?;
    let report = log.call(&call);
    print!("{}", report.as_deref().unwrap_or_default());
    report.map(|_| true)
}

/// As a step of `cargo xtask test`.
pub(crate) fn step(_: &Workspace, log: &mut Log) -> Result<Outcome> {
    let report = log.call(&call(false))?;
    let count = |word: &str| report.lines().filter(|line| line.contains(word)).count();
    let (steps, kernels) = (count("digest"), count("windows of five bytes"));
    let certified =
        format!("{} and {} certified", number(steps, "step"), number(kernels, "converting kernel"));
    Ok(Outcome::Passed(format!("{certified}; `certify --full` tries more windows; {}", log.note())))
}
