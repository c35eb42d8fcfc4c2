//! `cargo xtask fuzz`: coverage-guided fuzzing of every backend, for a bounded time.
//!
//! The targets are in `fuzz/`, outside the workspace, since they need separate flags. Their checks are a library
//! there, which is tested with the seeds: the step `fuzz-seeds`.
//!
//! cargo-fuzz builds the targets with the address sanitizer.

use std::fs;

use anyhow::{Result, ensure};
use clap::Args;

use crate::runner::{call::Call, log::Log, step::Outcome};
use crate::{project::workspace::Workspace, tasks::scripts};

/// How long to fuzz.
#[derive(Args)]
pub(crate) struct Options {
    /// Total time in seconds, shared by the targets
    #[arg(long, value_name = "N", default_value_t = 60)]
    seconds: u32,

    /// Fuzz only this target
    #[arg(long, value_name = "NAME", value_parser = TARGETS.map(|target| target.name))]
    target: Option<String>,
}

/// A fuzz target, and options for libFuzzer.
struct Target {
    name: &'static str,
    options: &'static str,
}

const TARGETS: [Target; 3] = [
    Target { name: "bytes", options: "-max_len=8192 -dict=fuzz/utf8.dict" },
    Target { name: "recipes", options: "-max_len=256" },
    Target { name: "batch", options: "-max_len=4096 -dict=fuzz/utf8.dict" },
];

/// Runs the task. The corpus stays below `target/` for the next run.
pub(crate) fn main(workspace: &Workspace, options: &Options) -> Result<bool> {
    let wanted = |target: &&Target| options.target.as_deref().is_none_or(|name| name == target.name);
    let targets: Vec<_> = TARGETS.iter().filter(wanted).collect();
    let seconds = (options.seconds / u32::try_from(targets.len())?).max(1);
    let dir = workspace.own_dir("fuzz");
    let found = dir.join("found");
    fs::create_dir_all(&found)?;
    let program = scripts::tool(workspace, &mut Log::create(workspace, "fuzz")?, "cargo-fuzz", "0.13.2")?;
    let mut good = true;
    for target in targets {
        let corpus = dir.join("corpus").join(target.name);
        fs::create_dir_all(&corpus)?;
        // The stable compiler has the address sanitizer as well, and only requires the flag.
        let call = program
            .clone()
            .args("fuzz run --fuzz-dir fuzz --features fuzzer")
            .env("RUSTC_BOOTSTRAP", "1")
            .arg("--target-dir")
            .arg(dir.join("target").display().to_string())
            .arg(target.name)
            .arg(corpus.display().to_string())
            .arg(format!("fuzz/seeds/{}", target.name))
            .arg("--")
            .args(&format!("-max_total_time={seconds} -timeout=20 -print_final_stats=1 {}", target.options))
            .arg(format!("-artifact_prefix={}/", found.display()));
        println!("$ {call}");
        let passed = call.command(&workspace.root).status()?.success();
        println!("{}: {}", target.name, if passed { "nothing wrong was found" } else { "FAILED" });
        good &= passed;
    }
    Ok(good)
}

/// Runs the checks of the targets on the seeds, as a step of `cargo xtask test`.
pub(crate) fn step(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    let dir = workspace.root.join("fuzz");
    // `cargo fmt` in the workspace does not format this package.
    log.call(&Call::cargo("fmt --check").dir(&dir))?;
    let tests = Call::tests("test --lib").dir(dir);
    log.call(&tests.env("CARGO_TARGET_DIR", workspace.target.display().to_string()))?;
    // The targets are listed in three places.
    let manifest = workspace.read("fuzz/Cargo.toml")?;
    for Target { name, .. } in TARGETS {
        let (bin, seeds) = (format!("name = \"{name}\""), workspace.root.join("fuzz/seeds").join(name));
        ensure!(manifest.contains(&bin) && seeds.is_dir(), "fuzz/ has no target `{name}` with seeds");
    }
    Ok(Outcome::Passed(log.note()))
}
