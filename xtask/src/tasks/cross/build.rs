//! Compiles the programs of a row, outside the emulator.

use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};
use cargo_metadata::{Artifact, Message, Target, TargetKind, camino::Utf8PathBuf};

use super::rows::{Foreign, Machine, Row, System, Tests};
use super::{compiler::compiler, runner::Runner};
use crate::host::requirement::missing;
use crate::project::cargo::KERNELS;
use crate::project::workspace::{Workspace, targets};
use crate::runner::{call::Call, log::Log};

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
    pub(super) place: Place,
}

/// A test program to compile.
struct Wanted {
    kind: TargetKind,
    name: String,
    /// Its file. Names are not unique: two packages have tests called `kernels`.
    file: Utf8PathBuf,
    place: Place,
}

const COMMAND: &str = "placemat-cli";

/// cargo prints which programs it has built.
const MESSAGES: &str = "--message-format=json-render-diagnostics";

/// Where the head of a test says that it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// In every row.
    EveryRow,
    /// In rows with several tests, whatever for.
    Usual,
    /// In rows for vector kernels.
    Kernels,
    /// In these, and in the least tests, for each change.
    Certificate,
    /// In rows for portable code. An x86-64 model runs the same instructions as this machine.
    Portable,
    /// In rows that run everything: it is slow.
    Complete,
    /// In none: it does not depend on the processor, is run separately, or proves that the suite can fail.
    Nowhere,
}

/// The sentences that say so.
const SENTENCES: [(&str, Place); 7] = [
    ("run it in every row.", Place::EveryRow),
    ("run it in rows for kernels, and for each change.", Place::Certificate),
    ("run it in rows for kernels.", Place::Kernels),
    ("run it in rows for portable code.", Place::Portable),
    ("run it in complete rows only.", Place::Complete),
    ("do not run it.", Place::Nowhere),
    ("do not run its unit tests.", Place::Nowhere),
];

/// The test that certifies the vector backends of a row.
pub(super) const CERTIFICATE: &str = "certificate";

/// The program whose tests need a process each.
pub(super) const ALONE: &str = "dispatch";

/// Compiles the programs of the row, or returns what is missing and how to install it. Its own selection of tests, or
/// the `least`.
pub(super) fn programs(
    row: &Row, least: bool, workspace: &Workspace, log: &mut Log,
) -> Result<std::result::Result<Programs, String>> {
    if let Some(missing) = missing(row.step)? {
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
    let wanted = wanted(workspace, tests, false)?;
    gather(Runner::HOST, &compile(Call::cargo, KERNELS, &wanted, log)?, &wanted)
}

/// The command line of an example of the facade in the emulator of a row. This machine may run it without, but then
/// nothing is logged.
pub(super) fn emulated(
    row: &Row, example: &str, workspace: &Workspace, log: &mut Log,
) -> Result<Vec<String>> {
    let foreign = row.foreign()?;
    if let Some(missing) = missing(row.step)? {
        bail!("{}: {missing}", row.name());
    }
    let (runner, cargo) = compiler(row, foreign, workspace, log)?;
    let args = format!("build -p placemat --profile optimised {MESSAGES} --example {example}");
    let (_, path) = executables(&log.stdout(&cargo(&args))?)?.pop().context("the example was not built")?;
    let runner = match foreign.system {
        System::Linux { gnu, qemu } => Runner::emulator(foreign, gnu, qemu),
        _ => runner,
    };
    Ok(runner.words().into_iter().chain([path.display().to_string()]).collect())
}

fn foreign(
    row: &Row, foreign: &Foreign, least: bool, workspace: &Workspace, log: &mut Log,
) -> Result<Programs> {
    let (runner, cargo) = compiler(row, foreign, workspace, log)?;
    let Foreign { command, tests, system, .. } = *foreign;
    let (command, tests) = if least { (false, Tests::Least) } else { (command, tests) };
    let wanted = wanted(workspace, tests, command)?;
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
    cargo: impl Fn(&str) -> Call, select: &str, wanted: &[Wanted], log: &mut Log,
) -> Result<Vec<(Target, PathBuf)>> {
    let tests = wanted.iter().filter(|one| one.kind == TargetKind::Test);
    let mut tests: String = tests.map(|one| format!(" --test {}", one.name)).collect();
    if wanted.iter().any(|one| one.kind == TargetKind::Lib) {
        tests.push_str(" --lib");
    }
    let mut built = executables(&log.stdout(&cargo(&format!("test --no-run {select} {MESSAGES}{tests}")))?)?;
    let select = select.replace("--bins", "");
    built.extend(executables(&log.stdout(&cargo(&format!("build {select} {MESSAGES} --example suite")))?)?);
    Ok(built)
}

/// The test programs that a row runs.
fn wanted(workspace: &Workspace, tests: Tests, command: bool) -> Result<Vec<Wanted>> {
    let mut wanted = Vec::new();
    for package in &workspace.packages {
        let kinds: &[TargetKind] = match KERNELS.split(' ').any(|excluded| excluded == *package.name) {
            false => &[TargetKind::Lib, TargetKind::Test],
            true if command && *package.name == COMMAND => &[TargetKind::Bin],
            true => &[],
        };
        for kind in kinds {
            for name in targets(package, kind.clone()) {
                let target =
                    package.targets.iter().find(|target| target.name == name && target.kind.contains(kind));
                let file = target.context("cargo lists it")?.src_path.clone();
                let head = workspace.read(&file)?;
                let place = place(&head).with_context(|| format!("the head of {name}"))?;
                if tests.have(kind, place) {
                    wanted.push(Wanted { kind: kind.clone(), name: name.to_owned(), file, place });
                }
            }
        }
    }
    Ok(wanted)
}

/// What the head of a test says.
fn place(text: &str) -> Result<Place> {
    let mut head = text.lines().take_while(|line| line.starts_with("//") || line.is_empty());
    let Some((_, says)) = head.find_map(|line| line.split_once(" Emulators ")) else {
        return Ok(Place::Usual);
    };
    let known = SENTENCES.iter().find(|(sentence, _)| *sentence == says);
    Ok(known.with_context(|| format!("\"Emulators {says}\" is none of the known sentences"))?.1)
}

impl Tests {
    /// Whether a test of this kind with this place is included.
    fn have(self, kind: &TargetKind, place: Place) -> bool {
        let is_unit = *kind != TargetKind::Test;
        match (self, place) {
            (_, Place::Nowhere) => false,
            (Self::All, _) | (_, Place::EveryRow) => true,
            (Self::Portable, place) => matches!(place, Place::Usual | Place::Portable),
            (Self::Kernel, place) => matches!(place, Place::Usual | Place::Kernels | Place::Certificate),
            (Self::Few, _) => is_unit,
            (Self::Least, place) => place == Place::Certificate,
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
fn gather(runner: Runner, built: &[(Target, PathBuf)], wanted: &[Wanted]) -> Result<Programs> {
    let find = |is: &dyn Fn(&Target) -> bool| {
        built.iter().find(|(target, _)| is(target)).map(|(_, path)| path.clone())
    };
    let mut tests = Vec::new();
    for Wanted { kind, name, file, place } in wanted {
        let path = find(&|target| target.src_path == *file && target.kind.contains(kind));
        ensure!(path.is_some(), "the tests of the {kind} {name} were not built");
        tests.extend(path.map(|path| Program { name: name.clone(), path, place: *place }));
    }
    let suite = find(&|target| target.name == "suite").context("the suite was not built")?;
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
            "target":{{"kind":["{kind}"],"crate_types":["{kind}"],"name":"{name}","src_path":"/r/{name}.rs"}},
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
            artifact("test", "kernels", true, "\"/t/x86\""),
            artifact("test", "kernels", true, "\"/t/simd\"").replace("/r/", "/s/"),
            r#"{"reason":"build-finished","success":true}"#.to_owned(),
        ]
        .concat();
        let gather = |kind, name: &str| {
            let file = format!("/s/{name}.rs").replace("/s/placemat", "/r/placemat").into();
            let wanted = Wanted { kind, name: name.to_owned(), file, place: Place::Usual };
            gather(Runner::HOST, &executables(&built).unwrap(), &[wanted])
        };
        let programs = gather(TargetKind::Lib, "placemat_core").unwrap();
        assert_eq!(programs.suite, Path::new("/t/suite"));
        assert_eq!(programs.tests[0].path, Path::new("/t/core"));
        let kernels = gather(TargetKind::Test, "kernels").unwrap();
        assert_eq!(kernels.tests[0].path, Path::new("/t/simd"), "of two with this name");
        assert!(gather(TargetKind::Test, "certificate").is_err(), "it was not built");
        assert!(gather(TargetKind::Bin, "placemat").is_err(), "it was built, but not as a test");
    }

    #[test]
    fn a_test_says_where_it_runs() {
        let kernels = "//! The kernels.\n//! Emulators run it in rows for kernels.\n\nfn main() {}\n";
        assert_eq!(place(kernels).unwrap(), Place::Kernels);
        assert_eq!(place("//! The emulators.\n").unwrap(), Place::Usual);
        assert!(place("//! Emulators run it now and then.\n").is_err());
        for (tests, places) in [
            (
                Tests::All,
                &[Place::Complete, Place::Kernels, Place::Certificate, Place::Portable, Place::Usual][..],
            ),
            (Tests::Portable, &[Place::Portable, Place::Usual]),
            (Tests::Kernel, &[Place::Kernels, Place::Certificate, Place::Usual]),
            (Tests::Few, &[]),
            (Tests::Least, &[Place::Certificate]),
        ] {
            for (_, place) in SENTENCES.into_iter().chain([("", Place::Usual)]) {
                let expected = place == Place::EveryRow || places.contains(&place);
                assert_eq!(tests.have(&TargetKind::Test, place), expected, "{tests:?} {place:?}");
            }
        }
    }
}
