//! Compiling what a row runs, outside the emulator.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use super::{
    rows::{Foreign, Machine, ROWS, Row, System},
    toolchain::Toolchain,
    windows,
};
use crate::{
    call::Call,
    setup::{Probe, Tool, succeeds},
    step::Log,
    test::rows::{conformance, tests},
    workspace::{Package, Workspace},
};

/// What can be run, and by what.
pub(super) struct Programs {
    pub(super) runner: Runner,
    pub(super) suite: PathBuf,
    pub(super) tests: Vec<Program>,
}

/// A test program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Program {
    pub(super) name: String,
    pub(super) path: PathBuf,
}

/// The environment variable by which the certificate and the bookkeeping choose how much they do.
pub(super) const EXTENT: &str = "PLACEMAT_EXTENT";

/// What runs a program; without one it runs by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Runner(Option<(String, Vec<String>)>);

impl Runner {
    pub(super) const HOST: Self = Self(None);

    fn new(program: &str, args: &[&str]) -> Self {
        Self(Some((program.to_owned(), args.iter().map(|&arg| arg.to_owned()).collect())))
    }

    /// `PROGRAM ARGS`, inside. The certificate and the bookkeeping are to take their smaller choices.
    pub(super) fn call(&self, program: &Path, args: &str) -> Call {
        let program = program.display().to_string();
        let call = match &self.0 {
            None => Call::new(program, ""),
            Some((runner, options)) => options.iter().fold(Call::new(runner, ""), Call::arg).arg(program),
        };
        args.split_whitespace().fold(call, Call::arg).env(EXTENT, "borders")
    }
}

/// Packages whose tests are for the host.
const FOR_THE_HOST: [&str; 3] = ["xtask", "placemat-benches", COMMAND];
const COMMAND: &str = "placemat-cli";

/// Tests that say nothing about a processor: of the suite, which is run by itself, and of the suite's own ability to fail.
const NOT_INSIDE: [&str; 2] = ["backends", "mutants"];

/// The test whose tests want a process each.
pub(super) const ALONE: &str = "dispatch";

/// Compiles what the row runs; or says what is missing, and what to do about it.
pub(super) fn programs(
    row: &Row,
    workspace: &Workspace,
    log: &mut Log,
) -> Result<std::result::Result<Programs, String>> {
    match &row.machine {
        Machine::Model(model) => {
            if !cfg!(target_arch = "x86_64") {
                return Ok(Err("this machine is no x86-64".to_owned()));
            }
            if let Some(missing) = missing_program("qemu-x86_64", QEMU) {
                return Ok(Err(missing));
            }
            let host = host(workspace, log)?;
            Ok(Ok(Programs { runner: Runner::new("qemu-x86_64", &["-cpu", model]), ..host }))
        }
        Machine::Foreign(foreign) => self::foreign(row, foreign, workspace, log),
        Machine::Unseen(triple) => Ok(Err(format!("{triple} has no emulator here"))),
    }
}

/// The programs of this very machine: those that the host's own steps run, found compiled where these have run.
pub(super) fn host(workspace: &Workspace, log: &mut Log) -> Result<Programs> {
    let build = "--no-run --message-format=json-render-diagnostics";
    let mut built = Vec::new();
    for test in [
        tests(workspace, &format!("--release --exclude xtask {build}")),
        conformance(workspace, &format!("--release {build}"), |_| true),
    ] {
        // What is behind the two dashes is for the tests when they run.
        let test = test.split(" -- ").next().unwrap_or_default().to_owned();
        built.extend(executables(&log.stdout(&Call::cargo(&test).without_lto())?)?);
    }
    let example = "build --workspace --release --example suite --message-format=json-render-diagnostics";
    built.extend(executables(&log.stdout(&Call::cargo(example).without_lto())?)?);
    gather(Runner::HOST, &built, &wanted(workspace, true))
}

fn foreign(
    row: &Row,
    foreign: &Foreign,
    workspace: &Workspace,
    log: &mut Log,
) -> Result<std::result::Result<Programs, String>> {
    let Foreign { triple, flags, overflow_checks, command, system } = foreign;
    let Some(toolchain) = Toolchain::find(triple) else {
        let how = "`rustup target add`, or on Debian the packages rustc-web and rust-web-src";
        return Ok(Err(format!("no compiler for {triple}: {how}")));
    };
    if let Some(missing) = missing_parts(*system, &toolchain) {
        return Ok(Err(missing));
    }
    let (linker, mut all_flags) = link(*system, &toolchain);
    all_flags.push_str(flags);
    // Other flags would throw away what is built there.
    let dir = if all_flags.is_empty() { "cross" } else { row.step };
    let dir = workspace.own_dir(dir);
    let cargo = |args: &str| {
        let call = toolchain.apply(Call::cargo(args), triple).flags(&all_flags, &dir).without_lto();
        let call = match &linker {
            Some(linker) => call.arg("--config").arg(format!("target.{triple}.linker=\"{linker}\"")),
            None => call,
        };
        call.env("CARGO_PROFILE_RELEASE_OVERFLOW_CHECKS", overflow_checks.to_string())
    };

    let wanted = wanted(workspace, *command);
    let left_out = FOR_THE_HOST.iter().filter(|name| !(*command && **name == COMMAND));
    let select: String = left_out.map(|name| format!(" --exclude {name}")).collect();
    let select = format!("--workspace {select} --release --message-format=json-render-diagnostics");
    let names: String = wanted
        .iter()
        .filter(|(kind, _)| *kind == "test")
        .map(|(_, name)| format!(" --test {name}"))
        .collect();
    let bins = if *command { "--bins" } else { "" };
    let test = format!("test --no-run {select} --lib {bins} {names}");
    let mut built = executables(&log.stdout(&cargo(&test))?)?;
    built.extend(executables(&log.stdout(&cargo(&format!("build {select} --example suite")))?)?);

    let runner = match system {
        System::Linux { gnu, qemu, .. } => Runner::new(qemu, &["-L", &format!("/usr/{gnu}")]),
        System::Wasi => {
            let script = workspace.root.join("xtask").join("src").join("cross").join("wasi.mjs");
            Runner::new("node", &["--no-warnings", &script.display().to_string()])
        }
    };
    let mut programs = gather(runner, &built, &wanted)?;
    if matches!(system, System::Wasi) {
        // There are no processes.
        programs.tests.retain(|program| program.name != ALONE);
    }
    Ok(Ok(programs))
}

/// What the row lacks on this machine, beside a compiler.
fn missing_parts(system: System, toolchain: &Toolchain) -> Option<String> {
    match system {
        System::Linux { gnu, qemu, debian } => missing_program(&format!("{gnu}-gcc"), debian)
            .or_else(|| missing_program(qemu, QEMU))
            .or_else(|| {
                let sysroot = format!("/usr/{gnu}");
                (!Path::new(&sysroot).is_dir())
                    .then(|| format!("needs {sysroot}, of Debian's packages {debian}"))
            }),
        System::Wasi => missing_program("node", NODE).or_else(|| {
            (!links_wasi(toolchain))
                .then(|| format!("needs {WASM_LD} and {CRT}: on Debian the packages {WASI_PACKAGES}"))
        }),
    }
}

fn missing_program(program: &str, packages: &str) -> Option<String> {
    (!succeeds(&format!("{program} --version")))
        .then(|| format!("needs {program}: on Debian the package {packages}"))
}

/// What the rows need from outside.
pub(crate) fn tools() -> Vec<Tool> {
    let mut tools = Vec::new();
    for row in &ROWS {
        let mut package = |program: &str, packages: &str| {
            tools.push(Tool::package(program, packages, row.need, &format!("`{}`", row.step)));
        };
        let triple = match &row.machine {
            Machine::Model(_) => {
                package("qemu-x86_64", QEMU);
                continue;
            }
            Machine::Unseen(triple) => {
                package(windows::GCC, windows::PACKAGES);
                triple
            }
            Machine::Foreign(Foreign { triple, system, .. }) => {
                match system {
                    System::Linux { gnu, qemu, debian } => {
                        package(&format!("{gnu}-gcc"), debian);
                        package(qemu, QEMU);
                    }
                    System::Wasi => {
                        package("node", NODE);
                        let tool = Tool::package("", WASI_PACKAGES, row.need, &format!("`{}`", row.step));
                        let there =
                            || Toolchain::find("wasm32-wasip1").is_some_and(|found| links_wasi(&found));
                        tools.push(Tool { probe: Probe::Seen(Box::new(there)), ..tool });
                    }
                }
                triple
            }
        };
        let tool = Tool::package("", "rustc-web rust-web-src", row.need, &format!("`{}`", row.step));
        let there = || Toolchain::find(triple).is_some();
        tools.push(Tool {
            probe: Probe::Seen(Box::new(there)),
            rustup: format!("target add {triple}"),
            ..tool
        });
    }
    tools
}

fn links_wasi(toolchain: &Toolchain) -> bool {
    !toolchain.build_std || (succeeds(&format!("{WASM_LD} --version")) && Path::new(CRT).is_file())
}

const QEMU: &str = "qemu-user";
const NODE: &str = "nodejs";

/// What links for WASI where rustup's target, which brings its own, is not there.
const WASI_PACKAGES: &str = "lld-19 wasi-libc";
const WASM_LD: &str = "wasm-ld-19";
const CRT: &str = "/usr/lib/wasm32-wasi/crt1-command.o";

/// The linker, where it is not the compiler's own, and flags for rustc.
fn link(system: System, toolchain: &Toolchain) -> (Option<String>, String) {
    match system {
        System::Linux { gnu, .. } => (Some(format!("{gnu}-gcc")), String::new()),
        System::Wasi if !toolchain.build_std => (None, String::new()),
        // Debian's C library is older than what the standard library asks of it; see wasi.mjs.
        System::Wasi => (
            Some(WASM_LD.to_owned()),
            format!(
                "-L /usr/lib/wasm32-wasi -Clink-self-contained=no -Clink-arg={CRT} -Clink-arg=--import-undefined "
            ),
        ),
    }
}

/// The test programs that a row runs: the kind of target, and its name.
fn wanted(workspace: &Workspace, command: bool) -> Vec<(&'static str, String)> {
    let mut wanted = Vec::new();
    let mut want = |kind, package: &Package| {
        let names = package.targets(kind).filter(|name| !NOT_INSIDE.contains(name));
        wanted.extend(names.map(|name| (kind, name.to_owned())));
    };
    for package in &workspace.packages {
        if !FOR_THE_HOST.contains(&package.name.as_str()) {
            want("lib", package);
            want("test", package);
        } else if command && package.name == COMMAND {
            want("bin", package);
        }
    }
    wanted
}

/// A line of what cargo prints for machines.
#[derive(Deserialize)]
struct Message {
    executable: Option<PathBuf>,
    target: Option<Target>,
    profile: Option<Profile>,
}

#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
struct Target {
    kind: Vec<String>,
    name: String,
}

#[derive(Deserialize)]
struct Profile {
    test: bool,
}

/// The programs that cargo says it has built: as a kind of target, a name, and a path. Examples only as themselves, and
/// everything else only as a test.
fn executables(output: &str) -> Result<Vec<(Target, PathBuf)>> {
    let mut found = Vec::new();
    for line in output.lines().filter(|line| line.starts_with('{')) {
        let message: Message =
            serde_json::from_str(line).with_context(|| format!("cargo printed: {line}"))?;
        if let Message { executable: Some(path), target: Some(target), profile: Some(profile) } = message {
            let example = target.kind.iter().any(|kind| kind == "example");
            if profile.test != example {
                found.push((target, path));
            }
        }
    }
    Ok(found)
}

/// What is wanted of what was built. All of it must be there.
fn gather(runner: Runner, built: &[(Target, PathBuf)], wanted: &[(&str, String)]) -> Result<Programs> {
    let find = |kind: &str, name: &str| {
        let is = |target: &Target| {
            // Libraries are called as their packages are, or as they are in a path.
            target.name.replace('-', "_") == name.replace('-', "_") && target.kind.iter().any(|k| k == kind)
        };
        built.iter().find(|(target, _)| is(target)).map(|(_, path)| path.clone())
    };
    let mut tests = Vec::new();
    for (kind, name) in wanted {
        let path = find(kind, name);
        ensure!(path.is_some(), "the tests of the {kind} {name} were not built");
        tests.extend(path.map(|path| Program { name: name.clone(), path }));
    }
    let suite = find("example", "suite").context("the suite was not built")?;
    ensure!(!tests.is_empty(), "no test was built");
    Ok(Programs { runner, suite, tests })
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUILT: &str = r#"   Compiling placemat
{"reason":"compiler-artifact","target":{"kind":["lib"],"name":"placemat_core"},"profile":{"test":false},"executable":null}
{"reason":"compiler-artifact","target":{"kind":["lib"],"name":"placemat_core"},"profile":{"test":true},"executable":"/t/core"}
{"reason":"compiler-artifact","target":{"kind":["example"],"name":"suite"},"profile":{"test":false},"executable":"/t/suite"}
{"reason":"compiler-artifact","target":{"kind":["bin"],"name":"placemat"},"profile":{"test":false},"executable":"/t/placemat"}
{"reason":"build-finished","success":true}
"#;

    #[test]
    fn what_was_built_is_found() {
        let gather =
            |kind, name: &str| gather(Runner::HOST, &executables(BUILT).unwrap(), &[(kind, name.to_owned())]);
        let programs = gather("lib", "placemat-core").unwrap();
        assert_eq!(programs.suite, Path::new("/t/suite"));
        assert_eq!(programs.tests[0].path, Path::new("/t/core"));
        assert!(gather("test", "certificate").is_err(), "it was not built");
        assert!(gather("bin", "placemat").is_err(), "it was built, but not as a test");
    }

    #[test]
    fn programs_run_inside() {
        let line =
            Runner::new("qemu-x", &["-L", "/usr/x"]).call(Path::new("/t/p"), "--quick --record").to_string();
        assert_eq!(line, "PLACEMAT_EXTENT=borders qemu-x -L /usr/x /t/p --quick --record");
        let line = Runner::HOST.call(Path::new("/t/p"), "").to_string();
        assert_eq!(line, "PLACEMAT_EXTENT=borders /t/p");
    }
}
