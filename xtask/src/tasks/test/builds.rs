//! Runs the suite in builds that users may choose: for size, with link-time optimisation, for one processor. Also in
//! a build that detects reads outside of an input.
//!
//! The steps `conformance-release` and `conformance` test builds with the usual optimisation and with none. Here the
//! suite runs in quick mode: a miscompilation shows everywhere.

use std::path::PathBuf;

use anyhow::{Result, ensure};

use crate::host::targets;
use crate::project::{libraries::FACADE, scratch, workspace::Workspace};
use crate::runner::{call::Call, log::Log, step::Outcome};

/// A build of the suite.
struct Build {
    /// The optimisation of the libraries, in TOML. Without, it is a debug build.
    level: Option<&'static str>,
    /// Environment variables of cargo and rustc.
    env: &'static [(&'static str, &'static str)],
    flags: &'static str,
}

/// For size, which changes inlining; on x86-64 for a processor with SSE4, as distributions build: every backend still
/// has to be detected.
const SIZE: Build = Build {
    level: Some("\"s\""),
    flags: if cfg!(target_arch = "x86_64") { "-C target-cpu=x86-64-v2" } else { "" },
    ..PLAIN
};

/// With all crates optimised together, for this processor: every backend has all of its features.
const NATIVE: Build = Build {
    env: &[("CARGO_PROFILE_RELEASE_LTO", "fat"), ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "1")],
    flags: "-C target-cpu=native",
    ..PLAIN
};

/// The stable compiler has the sanitizer as well, and only requires `RUSTC_BOOTSTRAP`.
const ASAN: Build =
    Build { env: &[("RUSTC_BOOTSTRAP", "1")], flags: "-Z sanitizer=address -C debuginfo=1", ..PLAIN };

/// As in most debug builds of programs. The workspace's tests optimise the kernels a little.
const DEBUG: Build = Build { level: None, ..PLAIN };

const PLAIN: Build = Build { level: Some("3"), env: &[], flags: "" };

/// [`SIZE`].
pub(super) fn size(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    SIZE.step(workspace, log, "")
}

/// Without any optimisation, except for the suite itself.
pub(super) fn debug(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    DEBUG.step(workspace, log, "")
}

/// [`NATIVE`].
pub(super) fn native(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    NATIVE.step(workspace, log, "")
}

/// With `AddressSanitizer`, which reports reads outside an allocation or a table.
pub(super) fn asan(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    let target = targets::host()?;
    if !["unknown-linux-gnu", "apple-darwin"].iter().any(|system| target.ends_with(system)) {
        return Ok(Outcome::NotRun(format!("the compiler has no sanitizer for {target}")));
    }
    // First it must report a program that does read outside.
    let manifest = "autolib = false\n\n[[bin]]\nname = \"over-read\"\npath = \"src/lib.rs\"\n";
    let dir = scratch::write(workspace, "over-read", manifest, OVER_READ)?;
    log.call(&ASAN.run(workspace, dir, "over-read", &target).fails_with("heap-buffer-overflow"))?;
    let suite = ASAN.step(workspace, log, &target)?;
    let Outcome::Passed(note) = suite else { return Ok(suite) };
    // Conversions have two slices each; every fifth pair is in exact allocations.
    let conversions = ASAN.suite(workspace, &target)?.arg("--").arg("--quick").arg("--convert");
    let output = log.call(&conversions)?;
    let cases: u64 = output.lines().filter_map(cases).sum();
    ensure!(cases > 0, "nothing was converted");
    Ok(Outcome::Passed(format!("{note}; {cases} conversions")))
}

impl Build {
    /// Runs the suite on every backend, and on the standard library.
    fn step(&self, workspace: &Workspace, log: &mut Log, target: &str) -> Result<Outcome> {
        let output = log.call(&self.suite(workspace, target)?.arg("--").arg("--quick"))?;
        let held: Vec<_> = output.lines().filter_map(|line| line.strip_suffix(" (Quick)")).collect();
        ensure!(held.contains(&"scalar"), "the suite did not run");
        let cases: u64 = output.lines().filter_map(cases).sum();
        ensure!(cases > 0, "the suite ran no case");
        Ok(Outcome::Passed(format!("{}: {cases} cases, thinned out", held.join(", "))))
    }

    /// Runs the suite over the facade, in a separate crate, so that it is compiled without test dependencies, and
    /// only with the profile under test.
    fn suite(&self, workspace: &Workspace, target: &str) -> Result<Call> {
        let main = workspace.root.join("crates/placemat/examples/suite.rs");
        let mut manifest =
            format!("autolib = false\n\n[[bin]]\nname = \"suite\"\npath = '{}'\n", main.display());
        manifest.push_str("\n[dependencies]\n");
        let features = ", features = ['dfa', 'std']";
        manifest.push_str(&scratch::dependency(workspace, "placemat", "crates/placemat", features));
        manifest.push_str(&scratch::dependency(workspace, "placemat-conformance", "conformance", ""));
        manifest.push_str(&scratch::dependency(workspace, "placemat-core", "crates/placemat-core", ""));
        let dir = scratch::write(workspace, "suite", &manifest, "")?;
        Ok(self.run(workspace, dir, "suite", target))
    }

    /// Builds and runs a program of the crate in `dir`, for a target if it is named.
    fn run(&self, workspace: &Workspace, dir: PathBuf, bin: &str, target: &str) -> Call {
        let profile = if self.level.is_some() { "--release" } else { "" };
        let run = format!("run {profile} --bin {bin}");
        let mut call = Call::cargo(&run).dir(dir).flags(self.flags, &workspace.own_dir("builds"));
        // The libraries are under test, so what else the program is linked from is optimised less.
        let mut settings = vec!["profile.dev.package.placemat-conformance.opt-level=1".to_owned()];
        if let Some(level) = self.level {
            call = call.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", level.trim_matches('"'));
            settings.push("profile.release.package.\"*\".opt-level=1".to_owned());
            let libraries = workspace.libraries().into_iter().chain([FACADE]);
            settings
                .extend(libraries.map(|name| format!("profile.release.package.{name}.opt-level={level}")));
        }
        call = settings.into_iter().fold(call, |call, setting| call.arg("--config").arg(setting));
        call = self.env.iter().fold(call, |call, (name, value)| call.env(name, *value));
        // Without it, build scripts and procedural macros would be compiled with the same flags.
        if target.is_empty() { call } else { call.arg("--target").arg(target) }
    }
}

/// Reads sixteen bytes from an allocation of fifteen.
const OVER_READ: &str = "//! Reads one byte too many.

fn main() {
    let bytes = std::hint::black_box(vec![1_u8; 15].into_boxed_slice());
    // SAFETY: none. AddressSanitizer is to report this.
    let sixteen = unsafe { bytes.as_ptr().cast::<u128>().read_unaligned() };
    println!(\"{sixteen:x}\");
}
";

/// The number of cases run, from the last line of a report.
fn cases(line: &str) -> Option<u64> {
    line.strip_suffix(" cases")?.rsplit_once("; ")?.1.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_are_read_from_a_report() {
        assert_eq!(cases("  2 passed, 0 failed, 0 not run; 15894 cases"), Some(15_894));
        assert_eq!(cases("  runs   passed   2016   0.02 s  of blocks"), None);
    }
}
