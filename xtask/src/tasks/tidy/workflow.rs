//! The workflows of continuous integration: they call tasks and steps that exist, and actions that cannot
//! change.

use anyhow::Result;

use super::Report;
use crate::{project::workspace::Workspace, runner::number::number};

pub(super) fn judge(workspace: &Workspace, report: &mut Report) -> Result<()> {
    let mut calls = 0;
    for (file, text) in files(workspace)? {
        calls += called(&text).count();
        report.faults(not_pinned(&file, &text));
    }
    report.remarks.push(format!("{} in workflows", number(calls, "call")));
    Ok(())
}

/// The files that say what continuous integration does: path and text.
pub(crate) fn files(workspace: &Workspace) -> Result<Vec<(String, String)>> {
    let mut files = Vec::new();
    for file in workspace.files()? {
        let name = file.to_string_lossy().replace('\\', "/");
        if name.starts_with(".github/workflows/") || name == ".ci/run" {
            files.push((name, workspace.read(&file)?));
        }
    }
    Ok(files)
}

/// The words that follow each call of xtask.
pub(crate) fn called(text: &str) -> impl Iterator<Item = Vec<&str>> {
    let commands = text.lines().filter(|line| !line.trim_start().starts_with('#'));
    commands.filter_map(|line| {
        let (_, rest) = line
            .split_once("cargo xtask ")
            .or_else(|| line.split_once("--package xtask")?.1.split_once(" -- "))?;
        Some(rest.split_whitespace().collect())
    })
}

/// The calls of tasks and steps that do not exist.
#[cfg(test)]
pub(crate) fn unknown(file: &str, text: &str, tasks: &[&str], steps: &[&str]) -> Vec<String> {
    let mut faults = Vec::new();
    for words in called(text) {
        let Some((task, rest)) = words.split_first() else { continue };
        if !tasks.contains(task) {
            faults.push(format!("{file} calls the task `{task}`, which does not exist"));
        }
        let only = rest.iter().skip_while(|word| **word != "--only").skip(1);
        for step in only.take_while(|word| !word.starts_with('-')) {
            if *task == "test" && !steps.contains(step) {
                faults.push(format!("{file} asks for the step `{step}`, which does not exist"));
            }
        }
    }
    faults
}

fn not_pinned(file: &str, text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    for line in text.lines() {
        if let Some((_, action)) = line.split_once("uses: ") {
            let commit = action.split_once('@').map(|(_, rest)| rest.split(' ').next().unwrap_or_default());
            let pinned = |commit: &str| commit.len() == 40 && commit.bytes().all(|b| b.is_ascii_hexdigit());
            if !commit.is_some_and(pinned) {
                faults.push(format!("{file} uses {action}, and not by the hash of a commit"));
            }
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let mut found = unknown("ci.yml", text, &["test", "fuzz"], &["msrv", "deny"]);
        found.extend(not_pinned("ci.yml", text));
        assert_eq!(found.len(), expected.len(), "{found:?}");
        for (fault, words) in found.iter().zip(expected) {
            assert!(fault.contains(words), "{fault}");
        }
    }

    #[test]
    fn what_exists_may_be_called() {
        check("  - run: cargo xtask test --only msrv deny\n  - run: cargo xtask fuzz --seconds 9\n", &[]);
        check("# cargo xtask gone\n- run: cargo run --package xtask --target-dir x -- test\n", &[]);
    }

    #[test]
    fn what_does_not_exist_is_a_fault() {
        check("  - run: cargo xtask tset --all\n", &["the task `tset`"]);
        check("  - run: cargo run --package xtask -- tset\n", &["the task `tset`"]);
        check("  - run: cargo xtask test --only msvr deny --all\n", &["the step `msvr`"]);
    }

    #[test]
    fn actions_are_pinned() {
        check("- uses: actions/checkout@v4\n", &["actions/checkout@v4"]);
        check("- uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2\n", &[]);
    }
}
