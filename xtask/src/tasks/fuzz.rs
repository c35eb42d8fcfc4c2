//! `cargo xtask fuzz`: coverage-guided fuzzing of every backend, for a bounded time.
//!
//! The targets are in `fuzz/`, outside the workspace, since they need flags of their own. Their checks are a
//! library there, which is tested with the seeds: the step `fuzz-seeds`.
//!
//! With a nightly compiler cargo-fuzz builds the targets, and the address sanitizer watches them. Without one they
//! are built here, and only their checks watch.

use std::{fs, path::Path};

use anyhow::{Result, ensure};
use clap::Args;

use crate::{
    host::{cargo_tool::CargoTool, probe::succeeds, targets},
    project::workspace::Workspace,
    runner::{call::Call, log::Log, step::Outcome},
};

/// How long to fuzz.
#[derive(Args)]
pub(crate) struct Options {
    /// For how long, in seconds; the targets share them
    #[arg(long, value_name = "N", default_value_t = 60)]
    seconds: u32,

    /// Fuzz only this target
    #[arg(long, value_name = "NAME", value_parser = TARGETS.map(|target| target.name))]
    target: Option<String>,
}

/// A fuzz target, and what libFuzzer should know about it.
struct Target {
    name: &'static str,
    options: &'static str,
}

const TARGETS: [Target; 10] = [
    Target { name: "octets", options: "-max_len=8192 -dict=fuzz/utf8.dict" },
    Target { name: "recipes", options: "-max_len=256" },
    Target { name: "chunks", options: "-max_len=8192 -dict=fuzz/utf8.dict" },
    Target { name: "streams", options: "-max_len=4096 -dict=fuzz/utf8.dict" },
    Target { name: "summaries", options: "-max_len=4096 -dict=fuzz/utf8.dict" },
    Target { name: "conversions", options: "-max_len=4096 -dict=fuzz/utf8.dict" },
    Target { name: "conversion-recipes", options: "-max_len=256" },
    Target { name: "io", options: "-max_len=4096 -dict=fuzz/utf8.dict" },
    Target { name: "signatures", options: "-max_len=256 -dict=fuzz/utf8.dict" },
    Target { name: "batch", options: "-max_len=4096 -dict=fuzz/utf8.dict" },
];

const CARGO_FUZZ: CargoTool = CargoTool { name: "cargo-fuzz", version: "0.13.2", args: "" };

const TOOLCHAIN: &str = "nightly";

/// What tells libFuzzer which code an input reaches. (rustc hands the passes to LLVM, in which they are.)
const COVERAGE: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1 -Cdebug-assertions=on";

/// As a task of its own. The corpus stays below `target/`, for the next run.
pub(crate) fn main(workspace: &Workspace, options: &Options) -> Result<bool> {
    let wanted = |target: &&Target| options.target.as_deref().is_none_or(|name| name == target.name);
    let targets: Vec<_> = TARGETS.iter().filter(wanted).collect();
    let seconds = (options.seconds / u32::try_from(targets.len())?).max(1);
    let dir = workspace.own_dir("fuzz");
    let found = dir.join("found");
    fs::create_dir_all(&found)?;
    let fuzzer = Fuzzer::new(workspace, &dir)?;
    let mut good = true;
    for target in targets {
        let corpus = dir.join("corpus").join(target.name);
        fs::create_dir_all(&corpus)?;
        let call = fuzzer
            .run(target.name)
            .arg(corpus.display().to_string())
            .arg(format!("fuzz/seeds/{}", target.name));
        let call = if matches!(fuzzer, Fuzzer::Nightly { .. }) { call.arg("--") } else { call };
        let call = call
            .args(&format!("-max_total_time={seconds} -timeout=20 -print_final_stats=1 {}", target.options))
            .arg(format!("-artifact_prefix={}/", found.display()));
        println!("$ {call}");
        let passed = call.command(&workspace.root).status()?.success();
        println!("{}: {}", target.name, if passed { "nothing wrong was found" } else { "FAILED" });
        good &= passed;
    }
    Ok(good)
}

/// What builds and runs the targets.
enum Fuzzer {
    /// cargo-fuzz does.
    Nightly { program: String, target_dir: String },
    /// They have been built; this is where they are.
    Stable { programs: String },
}

impl Fuzzer {
    fn new(workspace: &Workspace, dir: &Path) -> Result<Self> {
        let target_dir = dir.join("target");
        if has_toolchain() {
            let program = CARGO_FUZZ.program(workspace, &mut Log::create(workspace, "fuzz")?)?;
            let (program, target_dir) = (program.display().to_string(), target_dir.display().to_string());
            return Ok(Self::Nightly { program, target_dir });
        }
        println!(
            "Without the address sanitizer, which needs `rustup toolchain install {TOOLCHAIN} --profile minimal`."
        );
        let (host, target_dir) = (targets::host()?, dir.join("stable"));
        // With a target, the flags are not for build scripts.
        let call =
            Call::cargo("build --release --features fuzzer --bins --manifest-path fuzz/Cargo.toml --target")
                .arg(&host)
                .flags(COVERAGE, &target_dir);
        println!("$ {call}");
        ensure!(call.command(&workspace.root).status()?.success(), "the targets cannot be built");
        Ok(Self::Stable { programs: target_dir.join(host).join("release").display().to_string() })
    }

    /// Runs a target; what is for libFuzzer comes after this.
    fn run(&self, target: &str) -> Call {
        match self {
            Self::Nightly { program, target_dir } => Call::new("rustup", &format!("run {TOOLCHAIN}"))
                .arg(program)
                .args("fuzz run --fuzz-dir fuzz --features fuzzer --target-dir")
                .arg(target_dir)
                .arg(target),
            Self::Stable { programs } => Call::new(format!("{programs}/{target}"), ""),
        }
    }
}

/// What the targets check, on the seeds, as a step of `cargo xtask test`.
pub(crate) fn step(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    let dir = workspace.root.join("fuzz");
    // `cargo fmt` in the workspace does not format this package.
    log.call(&Call::cargo("fmt --check").dir(&dir))?;
    let tests = Call::tests("test --lib").dir(dir);
    log.call(&tests.env("CARGO_TARGET_DIR", workspace.target.display().to_string()))?;
    // The targets are named in three places.
    let manifest = workspace.read("fuzz/Cargo.toml")?;
    for Target { name, .. } in TARGETS {
        let (bin, seeds) = (format!("name = \"{name}\""), workspace.root.join("fuzz/seeds").join(name));
        ensure!(manifest.contains(&bin) && seeds.is_dir(), "fuzz/ has no target `{name}` with seeds");
    }
    Ok(Outcome::Passed(log.note()))
}

fn has_toolchain() -> bool {
    succeeds(&format!("rustup run {TOOLCHAIN} rustc --version"))
}
