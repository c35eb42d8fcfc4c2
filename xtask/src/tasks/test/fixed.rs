//! Builds that fix the backend: checks which backend a program built that way uses; and builds that must fail. The
//! expectations are derived from the rows of the registry.

use std::env;

use anyhow::{Context, Result, ensure};

use crate::host::{probe, targets};
use crate::project::{backends::Backend, scratch, workspace::Workspace};
use crate::runner::{call::Call, log::Log, number::number, step::Outcome};

/// A build with these flags for rustc and Cargo features of placemat.
#[derive(Debug, PartialEq, Eq)]
struct Build {
    flags: String,
    features: &'static str,
    then: Then,
}

/// The expected outcome.
#[derive(Debug, PartialEq, Eq)]
enum Then {
    /// It compiles. If this machine can run it, calls use this backend, because the build fixes it.
    Fixes(String),
    /// It compiles. If this machine can run it, the program detects the best backend at run time.
    Detects,
    /// The same, but this backend is excluded.
    LeavesOut(String),
    /// It does not compile, with this error.
    Refuses(String),
}

/// The target of the builds.
struct Place<'a> {
    arch: &'a str,
    /// The target, if it is not this machine's.
    target: Option<&'a str>,
    /// The processor features that every build for this target has.
    baseline: Vec<String>,
}

/// As a step of `cargo xtask test`.
pub(super) fn step(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    let backends = workspace.backends()?;
    let mut notes = Vec::new();
    let here = Place { arch: env::consts::ARCH, target: None, baseline: baseline(None, "")? };
    let mut builds = builds(backends, &here);
    for processor in PROCESSORS {
        let features = baseline(None, &format!("-Ctarget-cpu={processor}"))?;
        let then = by_itself(backends, here.arch, &features);
        builds.push(Build { flags: format!("-C target-cpu={processor}"), features: "", then });
    }
    let count = check_all(workspace, log, &here, &builds)?;
    notes.push(number(count, "build"));
    for target in targets::others() {
        if let Some(missing) = target.missing(None) {
            log.leave_out(missing);
            continue;
        }
        let triple = Some(target.triple);
        let there = Place { arch: target.arch, target: triple, baseline: baseline(triple, "")? };
        let count = check_all(workspace, log, &there, &self::builds(backends, &there))?;
        notes.push(format!("{} for {}", number(count, "build"), target.triple));
    }
    Ok(Outcome::Passed(notes.join("; ")))
}

/// Processors of this machine's architecture that programs are compiled for.
const PROCESSORS: &[&str] = if cfg!(target_arch = "x86_64") {
    &["native", "x86-64-v2", "haswell", "icelake-client"]
} else {
    &["native"]
};

/// Features that a stable compiler does not tell the programs that it compiles for them.
const UNTOLD: [&str; 1] = ["v"];

/// The backend that a build for a processor with these features fixes without further flags.
fn by_itself(backends: &[Backend], arch: &str, features: &[String]) -> Then {
    let fixes = |backend: &&Backend| backend.fixed_by_build && backend.runs_on(arch, features);
    backends.iter().find(fixes).map_or(Then::Detects, |backend| Then::Fixes(backend.name.clone()))
}

/// Every build for a target: one without flags; for each backend one with everything that it requires, and one
/// without its features if it has any; and a `cfg` without a name. For another target than this machine's, only those
/// whose outcome depends on the target.
fn builds(backends: &[Backend], place: &Place<'_>) -> Vec<Build> {
    const ALL: &str = "dfa";
    let plain = |flags: &str, then| Build { flags: flags.to_owned(), features: "", then };
    let mut builds = vec![plain("", by_itself(backends, place.arch, &place.baseline))];
    if place.target.is_none() {
        let why = "needs a value, the name of a backend".to_owned();
        builds.push(plain("--cfg placemat_backend", Then::Refuses(why)));
    }
    builds.extend(without(backends, place));
    let is_new = |backend: &&Backend| {
        place.target.is_none() || backend.is_of(place.arch) || backend.is_of(env::consts::ARCH)
    };
    for backend in backends.iter().filter(is_new) {
        let named = format!("--cfg placemat_backend=\"{}\"", backend.name);
        let needs = |what: &str| Then::Refuses(format!("needs {what}"));
        if !backend.architectures.is_empty() && !backend.is_of(place.arch) {
            builds.push(plain(&named, needs(&backend.needs)));
            continue;
        }
        let missing = backend.features.iter().filter(|feature| !place.baseline.contains(feature));
        let missing: Vec<_> = missing.map(|feature| format!("+{feature}")).collect();
        let flags = match missing.is_empty() {
            true => named.clone(),
            false => format!("{named} -C target-feature={}", missing.join(",")),
        };
        let list = backend.features.iter().map(|feature| format!("+{feature}")).collect::<Vec<_>>();
        let why = format!("-C target-feature={}", list.join(","));
        let is_told = !backend.features.iter().any(|feature| UNTOLD.contains(&feature.as_str()));
        let then = if is_told { Then::Fixes(backend.name.clone()) } else { Then::Refuses(why.clone()) };
        builds.push(Build { flags: flags.clone(), features: ALL, then });
        if !missing.is_empty() {
            builds.push(plain(&named, Then::Refuses(why)));
            let only = flags.replace(&named, "").trim().to_owned();
            let features = [&place.baseline[..], &backend.features].concat();
            builds.push(Build {
                flags: only,
                features: ALL,
                then: by_itself(backends, place.arch, &features),
            });
        }
        if backend.cargo_feature.is_some() {
            builds.push(plain(&flags, needs(&backend.needs)));
        }
    }
    builds
}

/// Builds that exclude backends: the best one for the target, and those that are rejected.
fn without(backends: &[Backend], place: &Place<'_>) -> Vec<Build> {
    let without = |name: &str| format!("--cfg placemat_without=\"{name}\"");
    let mut builds = Vec::new();
    let mut build = |flags: String, then| builds.push(Build { flags, features: "", then });
    let refuses = |why: &str| Then::Refuses(why.to_owned());
    if let Some(Backend { name, .. }) = backends.iter().find(|backend| backend.is_of(place.arch)) {
        build(without(name), Then::LeavesOut(name.clone()));
        if place.target.is_none() {
            let both = format!("--cfg placemat_backend=\"{name}\" {}", without(name));
            build(both, refuses("placemat_backend and placemat_without both name"));
        }
    }
    if place.target.is_none() {
        build("--cfg placemat_without".to_owned(), refuses("needs a value, the name of a backend"));
        build(without("scalar"), refuses("placemat_without cannot leave out"));
    }
    builds
}

/// The baseline processor features of a target, according to rustc.
fn baseline(target: Option<&str>, flag: &str) -> Result<Vec<String>> {
    let target = target.into_iter().flat_map(|target| ["--target", target]);
    let args: Vec<_> =
        ["--print", "cfg"].into_iter().chain(target).chain([flag]).filter(|a| !a.is_empty()).collect();
    let printed = probe::output("rustc", &args).context("rustc lists the features of a target")?;
    let feature = |line: &str| Some(line.strip_prefix("target_feature=\"")?.trim_end_matches('"').to_owned());
    Ok(printed.lines().filter_map(feature).collect())
}

fn check_all(workspace: &Workspace, log: &mut Log, place: &Place<'_>, builds: &[Build]) -> Result<usize> {
    let backends = workspace.backends()?;
    for build in builds {
        // A program that is compiled for features that this machine lacks may crash.
        let runs = place.target.is_none()
            && match &build.then {
                Then::Fixes(name) => {
                    backends.iter().any(|backend| backend.name == *name && backend.available)
                }
                Then::Detects | Then::LeavesOut(_) => true,
                Then::Refuses(_) => false,
            };
        build.check(workspace, log, place.target, runs)?;
    }
    Ok(builds.len())
}

impl Build {
    /// Builds the program, for a target if one is named, and compares the outcome with the expectation.
    fn check(&self, workspace: &Workspace, log: &mut Log, target: Option<&str>, runs: bool) -> Result<()> {
        let Self { flags, features, then } = self;
        let name = if features.is_empty() { "fixed" } else { "fixed-with-features" };
        let rest = if features.is_empty() { String::new() } else { format!(", features = ['{features}']") };
        let placemat = scratch::dependency(workspace, "placemat", "crates/placemat", &rest);
        let manifest = format!(
            "autolib = false\n\n[[bin]]\nname = \"{name}\"\npath = \"src/lib.rs\"\n\n[dependencies]\n{placemat}"
        );
        let dir = scratch::write(workspace, name, &manifest, PROGRAM)?;
        let flags = format!("{flags} -D warnings");
        let cargo = |command| {
            let call = Call::cargo(command).dir(&dir).flags(flags.trim(), &workspace.own_dir("fixed"));
            target.into_iter().fold(call, |call, target| call.arg("--target").arg(target))
        };
        if let Then::Refuses(why) = then {
            log.call(&cargo("check --quiet").fails_with(why))?;
            return Ok(());
        }
        if !runs {
            log.call(&cargo("check --quiet"))?;
            return Ok(());
        }
        let output = log.call(&cargo("run --quiet"))?;
        let found = output.lines().last().unwrap_or_default();
        if let Then::LeavesOut(name) = then {
            let left_in = output.lines().any(|line| line == format!("there is {name}"));
            ensure!(!left_in, "with {flags:?}, {name} is in the registry");
        }
        let best = output.lines().find_map(|line| line.strip_prefix("the best is ")).unwrap_or_default();
        let expected = match then {
            Then::Fixes(name) => format!("{name} (fixed at build)"),
            _ => format!("{best} (detected)"),
        };
        ensure!(found == expected, "with {flags:?}, calls go to {found}, not to {expected}");
        Ok(())
    }
}

/// Prints the best backend here, and in its last line the active one.
const PROGRAM: &str = "//! Prints where calls go.

use placemat::backend;

fn main() {
    for entry in backend::all() {
        println!(\"there is {}\", entry.name());
    }
    if let Some(best) = backend::all().iter().find(|entry| entry.get().is_ok()) {
        println!(\"the best is {}\", best.name());
    }
    let active = backend::active();
    println!(\"{} ({})\", active.entry.name(), active.why);
}
";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::backends::tests::some;

    fn found(arch: &str, baseline: &[&str]) -> Vec<Build> {
        let baseline = baseline.iter().map(|&feature| feature.to_owned()).collect();
        builds(&some(), &Place { arch, target: None, baseline })
    }

    fn then<'a>(builds: &'a [Build], flags: &str, features: &str) -> &'a Then {
        let named = |build: &&Build| build.flags == flags && build.features == features;
        &builds.iter().find(named).unwrap_or_else(|| panic!("no build {flags} {features}")).then
    }

    #[test]
    fn each_backend_is_fixed_or_refused() {
        let builds = found("x86_64", &["sse2"]);
        let fixes = |name: &str| Then::Fixes(name.to_owned());
        let refuses = |why: &str| Then::Refuses(why.to_owned());
        let all = "dfa";
        for (flags, features, expected) in [
            ("", "", Then::Detects),
            ("--cfg placemat_backend=\"avx2\" -C target-feature=+avx2", all, fixes("avx2")),
            ("--cfg placemat_backend=\"avx2\"", "", refuses("-C target-feature=+avx2")),
            ("-C target-feature=+avx2", all, fixes("avx2")),
            ("-C target-feature=+ssse3,+sse4.1", all, Then::Detects),
            ("--cfg placemat_backend=\"neon\"", "", refuses("needs an aarch64 target with NEON")),
            ("--cfg placemat_backend=\"scalar\"", all, fixes("scalar")),
            ("--cfg placemat_backend=\"dfa\"", all, fixes("dfa")),
            ("--cfg placemat_backend=\"dfa\"", "", refuses("needs the Cargo feature `dfa`")),
            ("--cfg placemat_backend", "", refuses("needs a value, the name of a backend")),
            ("--cfg placemat_without=\"avx2\"", "", Then::LeavesOut("avx2".to_owned())),
            ("--cfg placemat_without=\"scalar\"", "", refuses("placemat_without cannot leave out")),
        ] {
            assert_eq!(then(&builds, flags, features), &expected, "{flags} {features}");
        }
    }

    #[test]
    fn what_every_build_has_fixes_the_backend() {
        let builds = found("aarch64", &["neon"]);
        assert_eq!(then(&builds, "", ""), &Then::Fixes("neon".to_owned()));
        let named = then(&builds, "--cfg placemat_backend=\"neon\"", "dfa");
        assert_eq!(named, &Then::Fixes("neon".to_owned()));
    }
}
