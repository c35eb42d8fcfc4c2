//! A backend is added to a scratch copy of the workspace, exactly as the book says. It must pass the suite,
//! and the change must touch no more files than the book says.

use std::fs;

use anyhow::{Result, ensure};

use crate::{
    project::{
        backends::Backend,
        recipe::{CHAPTER, Change, MOST_TOUCHED, parse, touched},
        scratch,
        workspace::Workspace,
    },
    runner::{call::Call, log::Log, step::Outcome},
    tasks::tidy,
};

/// As a step of `cargo xtask test`.
pub(super) fn step(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    let git = workspace.own_dir("adding").join(".git");
    if git.exists() {
        fs::remove_dir_all(git)?;
    }
    let root = scratch::copy_of_workspace(workspace, "adding")?;
    let target = workspace.own_dir("adding-target").display().to_string();
    let git = |args: &str| Call::new("git", args).dir(&root);
    // What is in git's index is the workspace as it was.
    log.call(&git("init --quiet"))?;
    log.call(&git("add --all"))?;

    let changes = parse(&workspace.read(CHAPTER)?)?;
    changes.iter().try_for_each(|change| change.apply(&root))?;
    let backend = name(&changes)?;

    // Without debug information, it compiles faster.
    let cargo =
        |call: Call| call.dir(&root).env("CARGO_TARGET_DIR", &target).env("CARGO_PROFILE_DEV_DEBUG", "false");
    // Its own test, as the book has it.
    log.call(&cargo(Call::tests(&format!("test -p placemat-{backend}"))))?;
    // The suite, through the registry.
    let suite = "run -p placemat-conformance --example suite -- --quick --backend";
    let report = log.call(&cargo(Call::cargo(suite).arg(backend)))?;
    ensure!(report.contains(" 0 failed, ") && report.contains("(Quick)"), "the suite did not run");
    // A build that fixes it.
    let fixed = Call::cargo("check -p placemat --features all-backends");
    let flags = format!("--cfg placemat_backend=\"{backend}\" -D warnings");
    log.call(&fixed.dir(&root).flags(&flags, &workspace.own_dir("fixed")))?;
    // The rules of the house. The suite has found the backend in the registry, so the command need not be
    // compiled once more to list it.
    let known = workspace.backends()?;
    let added = Backend { name: backend.to_owned(), ..known[0].clone() };
    let known = known.iter().cloned().chain([added]).collect();
    let house = tidy::step(&Workspace::at(&root)?.with_backends(known), log)?;
    ensure!(matches!(house, Outcome::Passed(_)), "the rules of the house: {house:?}");

    // Cargo writes its locks by itself.
    let differing = log.stdout(&git("diff --name-only"))?;
    let differing: Vec<_> = differing.lines().filter(|file| !file.ends_with("Cargo.lock")).collect();
    let expected: Vec<_> = touched(&changes).into_iter().collect();
    ensure!(differing == expected, "these files were touched: {}", differing.join(", "));
    ensure!(differing.len() <= MOST_TOUCHED, "more than {MOST_TOUCHED}: {}", differing.join(", "));
    Ok(Outcome::Passed(format!("{} files touched: {}", differing.len(), differing.join(", "))))
}

/// The backend that the recipe makes: of `crates/placemat-NAME/Cargo.toml`.
fn name(changes: &[Change]) -> Result<&str> {
    let names: Vec<_> = changes
        .iter()
        .filter(|change| matches!(change, Change::New { .. }))
        .filter_map(|change| change.path().strip_prefix("crates/placemat-")?.strip_suffix("/Cargo.toml"))
        .collect();
    ensure!(names.len() == 1, "{CHAPTER} makes {} crates", names.len());
    Ok(names[0])
}
