//! Compiles the programs of a row, outside the emulator.

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use cargo_metadata::{Artifact, Message, Package, Target, TargetKind};

use super::{
    compiler::compiler,
    requirements::missing,
    rows::{Foreign, Machine, Row, System, Tests},
    runner::Runner,
};
use crate::{
    project::{
        cargo::KERNELS,
        workspace::{Workspace, targets},
    },
    runner::{call::Call, log::Log},
};

/// The compiled programs, and their runner.
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

const COMMAND: &str = "placemat-cli";

/// cargo prints which programs it has built.
const MESSAGES: &str = "--message-format=json-render-diagnostics";

/// Tests that do not depend on the processor: those of the suite, which is run separately, and those that prove that
/// the suite can fail.
const NOT_INSIDE: [&str; 13] = [
    "placemat_conformance",
    "backends",
    "mutants",
    "summaries",
    "io",
    "placemat_legacy",
    "forms",
    "claims",
    "streams",
    "convert",
    "neighbours",
    "vectors",
    "cpython",
];

/// Slow tests of the portable backends and of emulated vectors: see [`Tests`].
const OF_WORDS: [&str; 3] = ["lanes", "emulated", "bookkeeping_convert"];

/// Tests of vector code, which a row without vector backends does not need.
const OF_VECTORS: [&str; 6] =
    ["emulated", "kernels", "measure", "uncached", "bookkeeping_convert", "certificate_convert"];

/// Tests of portable code, for the rows of [`Tests::All`]. An x86-64 model runs the same instructions as this machine.
const PORTABLE: [&str; 6] = ["chars", "bom", "diagnose", "security", "extremes", "facade"];

/// Tests that every row must run.
pub(super) const INDISPENSABLE: [&str; 3] = ["bookkeeping", "loops", "oracle"];
/// The test that certifies the vector backends of a row.
pub(super) const CERTIFICATE: &str = "certificate";

/// The program whose tests need a process each.
pub(super) const ALONE: &str = "dispatch";

/// Compiles the programs of the row, or returns what is missing and how to install it. Its own selection of tests, or
/// the `least`.
pub(super) fn programs(
    row: &Row,
    least: bool,
    workspace: &Workspace,
    log: &mut Log,
) -> Result<std::result::Result<Programs, String>> {
    if let Some(missing) = missing(row) {
        return Ok(Err(missing));
    }
    match &row.machine {
        Machine::Model(model) => {
            if !cfg!(target_arch = "x86_64") {
                return Ok(Err("this machine is no x86-64".to_owned()));
            }
            // The host's own steps have run everything else. Only run-time detection differs on this processor.
            let known = row.backends(workspace.backends()?).iter().all(|backend| backend.available);
            let tests = match (least, known) {
                (true, _) => Tests::Least,
                (false, true) => Tests::Few,
                (false, false) => Tests::Kernel,
            };
            let host = host(tests, workspace, log)?;
            Ok(Ok(Programs { runner: Runner::new("qemu-x86_64", &["-cpu", model]), ..host }))
        }
        Machine::Foreign(foreign) => Ok(Ok(self::foreign(row, foreign, least, workspace, log)?)),
        Machine::Unseen(triple) => Ok(Err(format!("{triple} has no emulator here"))),
    }
}

/// The programs for this machine.
pub(super) fn host(tests: Tests, workspace: &Workspace, log: &mut Log) -> Result<Programs> {
    let wanted = wanted(workspace, tests, false);
    gather(Runner::HOST, &compile(Call::cargo, KERNELS, &wanted, log)?, &wanted)
}

/// An example of the facade, and its runner.
pub(super) struct Example {
    pub(super) runner: Runner,
    pub(super) path: PathBuf,
}

/// Compiles an example of the facade for an emulated row.
pub(super) fn example(row: &Row, name: &str, workspace: &Workspace, log: &mut Log) -> Result<Example> {
    let (runner, cargo) = compiler(row, row.foreign()?, workspace, log)?;
    let args = format!("build -p placemat --profile optimised {MESSAGES} --example {name}");
    let (_, path) = executables(&log.stdout(&cargo(&args))?)?.pop().context("the example was not built")?;
    Ok(Example { runner, path })
}

fn foreign(
    row: &Row,
    foreign: &Foreign,
    least: bool,
    workspace: &Workspace,
    log: &mut Log,
) -> Result<Programs> {
    let (runner, cargo) = compiler(row, foreign, workspace, log)?;
    let Foreign { command, tests, system, .. } = *foreign;
    let (command, tests) = if least { (false, Tests::Least) } else { (command, tests) };
    let wanted = wanted(workspace, tests, command);
    let select =
        if command { KERNELS.replace("--exclude placemat-cli", "--bins") } else { KERNELS.to_owned() };
    let built = compile(cargo, &select, &wanted, log)?;
    let mut programs = gather(runner, &built, &wanted)?;
    if matches!(system, System::Wasi) {
        // WASI has no processes.
        programs.tests.retain(|program| program.name != ALONE);
    }
    Ok(programs)
}

/// Compiles the unit tests of the selected packages, the wanted integration tests, and the suite.
fn compile(
    cargo: impl Fn(&str) -> Call,
    select: &str,
    wanted: &[(TargetKind, String)],
    log: &mut Log,
) -> Result<Vec<(Target, PathBuf)>> {
    let tests = wanted.iter().filter(|(kind, _)| *kind == TargetKind::Test);
    let mut tests: String = tests.map(|(_, name)| format!(" --test {name}")).collect();
    if wanted.iter().any(|(kind, _)| *kind == TargetKind::Lib) {
        tests.push_str(" --lib");
    }
    let mut built = executables(&log.stdout(&cargo(&format!("test --no-run {select} {MESSAGES}{tests}")))?)?;
    let select = select.replace("--bins", "");
    built.extend(executables(&log.stdout(&cargo(&format!("build {select} {MESSAGES} --example suite")))?)?);
    Ok(built)
}

/// The test programs that a row runs: the kind of target, and its name.
fn wanted(workspace: &Workspace, tests: Tests, command: bool) -> Vec<(TargetKind, String)> {
    let mut wanted = Vec::new();
    let mut want = |kind: TargetKind, package: &Package| {
        let names = targets(package, kind.clone()).filter(|name| !NOT_INSIDE.contains(name));
        wanted.extend(names.map(|name| (kind.clone(), name.to_owned())));
    };
    for package in &workspace.packages {
        if !KERNELS.split(' ').any(|excluded| excluded == *package.name) {
            if tests != Tests::Least {
                want(TargetKind::Lib, package);
            }
            want(TargetKind::Test, package);
        } else if command && *package.name == COMMAND {
            want(TargetKind::Bin, package);
        }
    }
    wanted.retain(|(kind, name)| *kind != TargetKind::Test || tests.have(name));
    wanted
}

impl Tests {
    /// Whether the integration test with this name is included.
    fn have(self, name: &str) -> bool {
        match self {
            Self::All => true,
            Self::Portable => name != CERTIFICATE && !OF_VECTORS.contains(&name),
            Self::Kernel => !OF_WORDS.contains(&name) && !PORTABLE.contains(&name),
            Self::Few => name == ALONE || INDISPENSABLE.contains(&name),
            Self::Least => name == CERTIFICATE || Self::Few.have(name),
        }
    }
}

/// The programs in cargo's messages. Examples only as programs, and everything else only as tests.
fn executables(output: &str) -> Result<Vec<(Target, PathBuf)>> {
    let mut found = Vec::new();
    for message in Message::parse_stream(output.as_bytes()) {
        let message = message.context("cargo printed something unexpected")?;
        if let Message::CompilerArtifact(Artifact { executable: Some(path), target, profile, .. }) = message {
            let example = target.kind.contains(&TargetKind::Example);
            if profile.test != example {
                found.push((target, path.into()));
            }
        }
    }
    Ok(found)
}

/// Selects the wanted programs, all of which must exist.
fn gather(runner: Runner, built: &[(Target, PathBuf)], wanted: &[(TargetKind, String)]) -> Result<Programs> {
    let find = |kind: &TargetKind, name: &str| {
        // A library has the name of its package, or the form used in paths.
        let is = |target: &Target| {
            target.name.replace('-', "_") == name.replace('-', "_") && target.kind.contains(kind)
        };
        built.iter().find(|(target, _)| is(target)).map(|(_, path)| path.clone())
    };
    let mut tests = Vec::new();
    for (kind, name) in wanted {
        let path = find(kind, name);
        ensure!(path.is_some(), "the tests of the {kind} {name} were not built");
        tests.extend(path.map(|path| Program { name: name.clone(), path }));
    }
    let suite = find(&TargetKind::Example, "suite").context("the suite was not built")?;
    ensure!(!tests.is_empty(), "no test was built");
    Ok(Programs { runner, suite, tests })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    /// A cargo message about a target: its kind and name, whether it is a test, and the program or `null`.
    fn artifact(kind: &str, name: &str, test: bool, program: &str) -> String {
        format!(
            r#"{{"reason":"compiler-artifact","package_id":"path+file:///r#0.1.0","manifest_path":"/r/Cargo.toml",
            "target":{{"kind":["{kind}"],"crate_types":["{kind}"],"name":"{name}","src_path":"/r/x.rs"}},
            "profile":{{"opt_level":"0","debuginfo":0,"debug_assertions":true,"overflow_checks":true,"test":{test}}},
            "features":[],"filenames":[],"executable":{program},"fresh":true}}"#
        )
        .replace('\n', "")
            + "\n"
    }

    #[test]
    fn what_was_built_is_found() {
        let built = [
            artifact("lib", "placemat_core", false, "null"),
            artifact("lib", "placemat_core", true, "\"/t/core\""),
            artifact("example", "suite", false, "\"/t/suite\""),
            artifact("bin", "placemat", false, "\"/t/placemat\""),
            r#"{"reason":"build-finished","success":true}"#.to_owned(),
        ]
        .concat();
        let gather = |kind, name: &str| {
            gather(Runner::HOST, &executables(&built).unwrap(), &[(kind, name.to_owned())])
        };
        let programs = gather(TargetKind::Lib, "placemat-core").unwrap();
        assert_eq!(programs.suite, Path::new("/t/suite"));
        assert_eq!(programs.tests[0].path, Path::new("/t/core"));
        assert!(gather(TargetKind::Test, "certificate").is_err(), "it was not built");
        assert!(gather(TargetKind::Bin, "placemat").is_err(), "it was built, but not as a test");
    }

    #[test]
    fn every_row_has_the_indispensable_tests() {
        for tests in [Tests::All, Tests::Portable, Tests::Kernel, Tests::Few, Tests::Least] {
            assert!(INDISPENSABLE.iter().all(|name| tests.have(name)) && tests.have(ALONE), "{tests:?}");
        }
        assert!(Tests::All.have(CERTIFICATE) && !Tests::Portable.have(CERTIFICATE));
        assert!(Tests::All.have("lanes") && !Tests::Kernel.have("lanes"));
        assert!(Tests::Kernel.have("kernels") && !Tests::Few.have("kernels"));
    }
}
