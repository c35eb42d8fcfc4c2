//! The oldest compiler that the libraries support, without any flag, and the oldest one that has `avx512`.

use anyhow::Result;

use super::other_targets;
use crate::host::probe::succeeds;
use crate::host::toolchain::{OLDEST, OLDEST_FOR_AVX512};
use crate::project::workspace::Workspace;
use crate::runner::{call::Call, log::Log, number::number, step::Outcome};

/// What to run instead of only checking: the unit tests, and kernels at every length.
const TESTED: [&str; 2] = ["-p placemat -p placemat-core --lib --all-features", "-p placemat --test loops"];

/// As a step of `cargo xtask test`: the published packages, and the suite.
pub(super) fn step(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    for version in [OLDEST, OLDEST_FOR_AVX512] {
        if !succeeds(&format!("rustup run {version} rustc --version")) {
            let install = format!("needs `rustup toolchain install {version} --profile minimal`");
            return Ok(Outcome::NotRun(install));
        }
    }
    let check = |version: &str, what: &str| {
        Call::new("rustup", &format!("run {version} cargo check {what} --lib --all-features"))
    };
    let drop_in = workspace.drop_in()?;
    let libraries = format!(
        "-p placemat -p placemat-legacy -p placemat-simd -p placemat-x86 -p placemat-conformance -p {drop_in}"
    );
    let dir = workspace.own_dir("msrv");
    for version in [OLDEST, OLDEST_FOR_AVX512] {
        log.call(&check(version, &libraries).flags("", &dir))?;
    }
    for what in TESTED {
        let test = Call::new("rustup", &format!("run {OLDEST} cargo test {what}"));
        log.call(&test.that_tests().unoptimised().flags("", &dir))?;
    }
    let others = other_targets::each(workspace, log, Some(OLDEST), |what| check(OLDEST, what))?;
    let tests = number(log.tests, "test");
    Ok(Outcome::Passed(format!("rustc {OLDEST}, and {OLDEST_FOR_AVX512} for avx512: {tests}; {others}")))
}
