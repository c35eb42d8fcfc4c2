//! The oldest compilers that the libraries support: one for everything, and an older one for everything except
//! `avx512`.

use anyhow::Result;

use super::other_targets;
use crate::{
    host::{
        probe::succeeds,
        toolchain::{OLDEST, OLDEST_FOR_AVX512},
    },
    project::workspace::Workspace,
    runner::{call::Call, log::Log, number::number, step::Outcome},
};

/// The flag with which the oldest compiler builds for x86.
const WITHOUT_AVX512: &str = "--cfg placemat_without=\"avx512\"";

/// What to run, with the one for everything, instead of only checking: the unit tests, and kernels at every length.
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
    log.call(&check(OLDEST, &libraries).flags(WITHOUT_AVX512, &dir))?;
    log.call(&check(OLDEST_FOR_AVX512, &libraries).flags("", &dir))?;
    if cfg!(target_arch = "x86_64") {
        // Without the flag, the first error must mention it.
        let without_flag = check(OLDEST, "-p placemat").flags("", &dir);
        log.call(&without_flag.fails_with(format!("AVX-512 needs Rust {OLDEST_FOR_AVX512}")))?;
    }
    for what in TESTED {
        let test = Call::new("rustup", &format!("run {OLDEST_FOR_AVX512} cargo test {what}"));
        log.call(&test.that_tests().unoptimised().flags("", &dir))?;
    }
    let others = other_targets::each(workspace, log, Some(OLDEST), |what| check(OLDEST, what))?;
    let tests = number(log.tests, "test");
    Ok(Outcome::Passed(format!(
        "rustc {OLDEST} without avx512, {OLDEST_FOR_AVX512} with it: {tests}; {others}"
    )))
}
