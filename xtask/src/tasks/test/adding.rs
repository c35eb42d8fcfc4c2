//! Adds two backends to a scratch copy of the workspace, one after the other, following the book but with other
//! names, so that neither the first one nor one that a reader has added to the workspace interferes. They must pass
//! the suite, and each change must touch no more files than the book says.

use std::fs;

use anyhow::{Result, ensure};

use crate::project::recipe::{CHAPTER, Change, MOST_TOUCHED, parse, renamed, touched};
use crate::project::{backends::Backend, scratch, workspace::Workspace};
use crate::runner::{call::Call, log::Log, step::Outcome};
use crate::tasks::tidy;

/// The names of the backends.
const NAMES: [&str; 2] = ["earlier", "later"];

/// As a step of `cargo xtask test`.
pub(super) fn step(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    let git = workspace.own_dir("adding").join(".git");
    if git.exists() {
        fs::remove_dir_all(git)?;
    }
    let root = scratch::copy_of_workspace(workspace, "adding")?;
    let target = workspace.own_dir("adding-target");
    let git = |args: &str| Call::new("git", args).dir(&root);
    // The git index holds the original workspace.
    log.call(&git("init --quiet"))?;
    log.call(&git("add --all"))?;

    let changes = parse(&workspace.read(CHAPTER)?)?;
    // Optimised as the tests are: the suite runs four times.
    let cargo = |call: Call| call.dir(&root).flags("", &target);
    let mut known = workspace.backends()?.to_vec();
    let mut differing = Vec::new();
    for backend in NAMES {
        let changes = renamed(&changes, name(&changes)?, backend);
        changes.iter().try_for_each(|change| change.apply(&root))?;
        log.call(&cargo(Call::cargo("update --workspace --offline")))?;
        differing = log.stdout(&git("diff --name-only"))?.lines().map(str::to_owned).collect();
        let mut expected = touched(&changes);
        expected.insert("Cargo.lock");
        ensure!(differing.iter().eq(&expected), "these files were touched: {}", differing.join(", "));
        ensure!(differing.len() <= MOST_TOUCHED, "more than {MOST_TOUCHED}: {}", differing.join(", "));
        log.call(&git("add --all"))?;
        // The command need not be recompiled to list it: the suite finds it in the registry below.
        known.push(Backend { name: backend.to_owned(), ..known[0].clone() });
    }
    let house = tidy::step(&Workspace::at(&root)?.with_backends(known), log)?;
    ensure!(matches!(house, Outcome::Passed(_)), "the rules of the house: {house:?}");

    // Their own tests, from the book.
    let tests: String = NAMES.iter().map(|backend| format!(" -p placemat-{backend}")).collect();
    log.call(&cargo(Call::tests(&format!("test --locked{tests}"))))?;
    // The suite, through the registry; and a build that fixes the backend.
    for backend in NAMES {
        let suite = "run --locked -p placemat --all-features --example suite -- --quick --backend";
        let report = log.call(&cargo(Call::cargo(suite).arg(backend)))?;
        ensure!(report.contains(" 0 failed, ") && report.contains("(Quick)"), "the suite did not run");
    }
    let fixed = Call::cargo("check -p placemat --all-features");
    let flags = format!("--cfg placemat_backend=\"{}\" -D warnings", NAMES[0]);
    log.call(&fixed.dir(&root).flags(&flags, &workspace.own_dir("fixed")))?;
    Ok(Outcome::Passed(format!("{} files touched: {}", differing.len(), differing.join(", "))))
}

/// The name of the recipe's backend: from `crates/placemat-NAME/Cargo.toml`.
fn name(changes: &[Change]) -> Result<&str> {
    let names: Vec<_> = changes
        .iter()
        .filter(|change| matches!(change, Change::New { .. }))
        .filter_map(|change| change.path().strip_prefix("crates/placemat-")?.strip_suffix("/Cargo.toml"))
        .collect();
    ensure!(names.len() == 1, "{CHAPTER} makes {} crates", names.len());
    Ok(names[0])
}
