//! The cost of `cargo add placemat`: at most seven crates, no proc macro, and no build script except those that ask the
//! compiler for its version.
//!
//! Crates are counted separately for each target: each architecture has a crate of its own, and no build compiles two
//! of them.

use std::path::Path;

use anyhow::{Result, ensure};
use cargo_metadata::{MetadataCommand, Package, TargetKind};

use super::Report;
use crate::project::{cargo::cargo, scratch, workspace::Workspace};
use crate::runner::call::Call;

const CRATES: usize = 7;
/// The crates whose build scripts leave out what an old compiler cannot build.
const ASK_THE_COMPILER: [&str; 3] = ["placemat", "placemat-loongarch", "placemat-x86"];
/// Targets with different dependencies.
const TARGETS: [&str; 5] = [
    "x86_64-unknown-linux-gnu", "i686-unknown-linux-gnu", "aarch64-unknown-linux-gnu",
    "wasm32-unknown-unknown", "riscv64gc-unknown-linux-gnu",
];

pub(super) fn check(workspace: &Workspace, report: &mut Report) -> Result<()> {
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

    report.remarks.push(format!("`cargo add placemat` brings {} crates", counts.join(", ")));
    Ok(())
}

/// The packages that the consumer in `dir` compiles for a target, except itself. The target need not be installed.
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
        for (kind, what, allowed) in [
            (TargetKind::CustomBuild, "a build script", &ASK_THE_COMPILER[..]),
            (TargetKind::ProcMacro, "a procedural macro", &[]),
        ] {
            let is_allowed = allowed.contains(&package.name.as_str());
            if !is_allowed && package.targets.iter().any(|target| target.kind.contains(&kind)) {
                faults.push(format!("`cargo add placemat` brings {what} for {target}: {}", package.name));
            }
        }
    }
    faults
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
        assert!(crates(&[package("placemat-x86", &["lib", "custom-build"])]).is_empty());
        assert_eq!(crates(&[package("placemat-x86", &["proc-macro"])]).len(), 1);
    }
}
