//! `cargo xtask certify`: the certificates.
//!
//! The check of a byte depends only on it and the three before it. So a kernel's step can be compared with the
//! grammar over all 2^32 windows, which is a proof, not a sample. The output of a lane in a converting kernel depends
//! on five bytes, and there the windows are those of valid text. The tests are in placemat-simd. This task runs them,
//! optimised, and prints their reports.

use anyhow::Result;
use clap::Args;

use crate::project::{cargo::KERNELS, workspace::Workspace};
use crate::runner::{call::Call, log::Log, number::number, step::Outcome};

/// Options of `cargo xtask certify`.
#[derive(Args)]
pub(crate) struct Options {
    /// Also test the conversion kernels on every window of valid text, and every character in every lane;
    /// takes minutes instead of seconds
    #[arg(long)]
    full: bool,
}

/// The environment variable that sets the extent of the certificate and the bookkeeping.
pub(crate) const EXTENT: &str = "PLACEMAT_EXTENT";

/// The tests of placemat-simd that are certificates.
pub(crate) const CERTIFICATES: [&str; 2] = ["certificate", "certificate_convert"];

fn call() -> Call {
    let tests = CERTIFICATES.map(|test| format!("--test {test}")).join(" ");
    Call::tests(&format!("test {KERNELS} {tests} -- --nocapture"))
}

/// Runs the task, and prints what was covered.
pub(crate) fn main(workspace: &Workspace, options: &Options) -> Result<bool> {
    let call = if options.full { call().env(EXTENT, "full") } else { call() };
    println!("$ {call}");
    let mut log = Log::create(workspace, "certify")?;
    let report = log.call(&call).map_err(|error| log.explain(&error))?;
    print!("{report}");
    Ok(true)
}

/// As a step of `cargo xtask test`: every window once, in some lane. The task tries each in every lane.
pub(crate) fn step(_: &Workspace, log: &mut Log) -> Result<Outcome> {
    let report = log.call(&call().env(EXTENT, "windows"))?;
    let count = |word: &str| report.lines().filter(|line| line.contains(word)).count();
    let (steps, kernels) = (count("digest"), count("windows of five bytes"));
    let certified =
        format!("{} and {} certified", number(steps, "step"), number(kernels, "converting kernel"));
    Ok(Outcome::Passed(format!("{certified}; `cargo xtask certify` tries every lane; {}", log.note())))
}
