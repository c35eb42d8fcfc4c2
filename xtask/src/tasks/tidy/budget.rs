//! What `cargo add placemat` costs: at most seven crates, no build script, no proc macro, and two seconds, or on a
//! slower machine as much more as another crate takes.
//!
//! Crates are counted for each target by itself: each kind of processor has a crate of its own, and no build
//! compiles two of them.

use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

use anyhow::{Result, ensure};
use cargo_metadata::{MetadataCommand, Package, TargetKind};

use super::Report;
use crate::{
    project::{cargo::cargo, scratch, workspace::Workspace},
    runner::call::Call,
};

const CRATES: usize = 7;
/// Targets whose builds differ in what they bring.
const TARGETS: [&str; 5] = [
    "x86_64-unknown-linux-gnu",
    "i686-unknown-linux-gnu",
    "aarch64-unknown-linux-gnu",
    "wasm32-unknown-unknown",
    "riscv64gc-unknown-linux-gnu",
];
const CHECK: Duration = Duration::from_secs(2);
/// The crate that says how slow a machine is, and how many times as long placemat may take. (On AMD Zen 4 it
/// takes 1.2 to 1.3 times as long.)
const YARDSTICK: (&str, f64) = ("encoding_rs", 1.4);
/// A machine that is busy now may be less busy a moment later.
const TRIES: usize = 5;

pub(super) fn judge(workspace: &Workspace, report: &mut Report) -> Result<()> {
    let manifest =
        format!("[dependencies]\n{}", scratch::dependency(workspace, "placemat", "crates/placemat", ""));
    let lib = "//! A program that uses placemat.\n\npub use placemat::from_utf8;\n";
    let dir = scratch::write(workspace, "consumer", &manifest, lib)?;

    let mut counts = Vec::new();
    for target in TARGETS {
        let packages = tree(workspace, &dir, target)?;
        report.faults(crates(&packages, target));
        let processor = target.split('-').next().unwrap_or(target);
        counts.push(format!("{} for {processor}", packages.len()));
    }

    let mut best = cold_check(workspace, &dir)?;
    if best > CHECK {
        let (name, times) = YARDSTICK;
        let lib = format!("//! A program that uses another crate.\n\npub use {name} as other;\n");
        let other =
            scratch::write(workspace, "yardstick", &format!("[dependencies]\n{name} = \"*\"\n"), &lib)?;
        // All tries of the other come first, so that placemat has to be tried only until it is quick enough.
        let allowed = best_check(workspace, &other, Duration::ZERO)?.mul_f64(times).max(CHECK);
        best = best.min(best_check(workspace, &dir, allowed)?);
        if best > allowed {
            let (best, allowed) = (best.as_secs_f64(), allowed.as_secs_f64());
            let fault = format!("a cold `cargo check` of placemat takes {best:.1} s, not {allowed:.1} s");
            report.faults.push(fault);
        }
    }
    report.remarks.push(format!(
        "`cargo add placemat` brings {} crates, checked here in {:.1} s",
        counts.join(", "),
        best.as_secs_f64()
    ));
    Ok(())
}

/// The packages that the consumer in `dir` compiles for a target, without itself. The target need not be
/// installed.
fn tree(workspace: &Workspace, dir: &Path, target: &str) -> Result<Vec<Package>> {
    let tree = "tree --edges normal,build --prefix none --no-dedupe --format";
    let call = Call::cargo(tree).arg("{p}").arg("--target").arg(target).dir(dir);
    let output = call.command(&workspace.root).output()?;
    ensure!(output.status.success(), "cargo tree: {}", String::from_utf8_lossy(&output.stderr).trim());
    let tree = String::from_utf8_lossy(&output.stdout);
    let names: Vec<_> = tree.lines().skip(1).filter_map(|line| line.split(' ').next()).collect();
    let mut packages = MetadataCommand::new().cargo_path(cargo()).current_dir(dir).exec()?.packages;
    packages.retain(|package| names.contains(&package.name.as_str()));
    Ok(packages)
}

fn crates(packages: &[Package], target: &str) -> Vec<String> {
    let mut faults = Vec::new();
    if packages.is_empty() {
        faults.push(format!("`cargo add placemat` brings no crate for {target}, says cargo"));
    }
    if packages.len() > CRATES {
        let names: Vec<_> = packages.iter().map(|package| package.name.as_str()).collect();
        let count = names.len();
        faults.push(format!("`cargo add placemat` brings {count} crates for {target}: {}", names.join(", ")));
    }
    for package in packages {
        for (kind, what) in
            [(TargetKind::CustomBuild, "a build script"), (TargetKind::ProcMacro, "a procedural macro")]
        {
            if package.targets.iter().any(|target| target.kind.contains(&kind)) {
                faults.push(format!("`cargo add placemat` brings {what} for {target}: {}", package.name));
            }
        }
    }
    faults
}

/// The least that a cold check of some takes, until one takes no longer than `enough`.
fn best_check(workspace: &Workspace, dir: &Path, enough: Duration) -> Result<Duration> {
    let mut best = Duration::MAX;
    for _ in 0..TRIES {
        best = best.min(cold_check(workspace, dir)?);
        if best <= enough {
            break;
        }
    }
    Ok(best)
}

/// How long `cargo check` takes with an empty target directory: the time on the clock, or what the processors
/// spent on it if that is less, as it is when they have other work to do.
fn cold_check(workspace: &Workspace, dir: &Path) -> Result<Duration> {
    let target = workspace.own_dir("cold");
    if target.exists() {
        fs::remove_dir_all(&target)?;
    }
    // As cargo compiles crates of a registry, which never change: without notes for the next time.
    let call = Call::cargo("check --quiet").dir(dir).env("CARGO_INCREMENTAL", "0");
    let call = call.env("CARGO_TARGET_DIR", target.display().to_string());
    let (spent, start) = (children(), Instant::now());
    let output = call.command(&workspace.root).output()?;
    let clock = start.elapsed();
    let spent = spent.zip(children()).map(|(before, after)| after.saturating_sub(before));
    ensure!(output.status.success(), "`{call}`: {}", String::from_utf8_lossy(&output.stderr).trim());
    Ok(spent.map_or(clock, |spent| spent.min(clock)))
}

/// The processor time of all children that have ended, where the system tells (Linux).
fn children() -> Option<Duration> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // Fields 16 and 17, in hundredths of a second; the second field is in parentheses and may contain
    // anything.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(13);
    let user: u64 = fields.next()?.parse().ok()?;
    let system: u64 = fields.next()?.parse().ok()?;
    Some(Duration::from_millis(10 * (user + system)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::workspace::fake;

    fn package(name: &str, kinds: &[&str]) -> Package {
        fake::package(name, &kinds.iter().map(|&kind| (kind, name)).collect::<Vec<_>>())
    }

    #[test]
    fn what_is_over_the_budget_is_a_fault() {
        let libraries = |count| vec![package("library", &["lib"]); count];
        let crates = |packages: &[Package]| crates(packages, "some-target");
        assert!(crates(&libraries(CRATES)).is_empty());
        assert_eq!(crates(&libraries(CRATES + 1)).len(), 1);
        assert_eq!(crates(&[]).len(), 1);
        assert_eq!(crates(&[package("libc", &["lib", "custom-build"])]).len(), 1);
        assert_eq!(crates(&[package("derive", &["proc-macro"])]).len(), 1);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_time_of_children_is_known() {
        assert!(children().is_some());
    }
}
