//! The workflows of continuous integration: they call tasks and steps that exist, and actions that cannot change.

use anyhow::Result;
use clap::CommandFactory;

use super::Report;
use crate::{Args, cross, number::number, test, workspace::Workspace};

pub(super) fn judge(workspace: &Workspace, report: &mut Report) -> Result<()> {
    let args = Args::command();
    let tasks: Vec<_> = args.get_subcommands().map(|task| task.get_name().to_owned()).collect();
    let steps = test::rows::host(workspace).into_iter().chain(cross::steps());
    let steps: Vec<_> = steps.map(|step| step.name).collect();
    let mut calls = 0;
    for file in workspace.files()? {
        let name = file.to_string_lossy().replace('\\', "/");
        if name.starts_with(".github/workflows/") || name == ".ci/run" {
            let text = workspace.read(&file)?;
            calls += called(&text).count();
            report.faults(faults(&name, &text, &tasks, &steps));
        }
    }
    if calls == 0 {
        report.faults(["continuous integration calls no task".to_owned()]);
    }
    report.remarks.push(format!("{} in workflows", number(calls, "call")));
    Ok(())
}

/// The words behind each call of xtask.
fn called(text: &str) -> impl Iterator<Item = Vec<&str>> {
    let commands = text.lines().filter(|line| !line.trim_start().starts_with('#'));
    commands.filter_map(|line| {
        let (_, rest) = line
            .split_once("cargo xtask ")
            .or_else(|| line.split_once("--package xtask")?.1.split_once(" -- "))?;
        Some(rest.split_whitespace().collect())
    })
}

fn faults(file: &str, text: &str, tasks: &[String], steps: &[&str]) -> Vec<String> {
    let mut faults = Vec::new();
    for words in called(text) {
        let Some((task, rest)) = words.split_first() else { continue };
        if !tasks.iter().any(|known| known == task) {
            faults.push(format!("{file} calls the task `{task}`, which does not exist"));
        }
        let only = rest.iter().skip_while(|word| **word != "--only").skip(1);
        for step in only.take_while(|word| !word.starts_with('-')) {
            if *task == "test" && !steps.contains(step) {
                faults.push(format!("{file} asks for the step `{step}`, which does not exist"));
            }
        }
    }
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
        let found = faults("ci.yml", text, &["test".to_owned(), "fuzz".to_owned()], &["msrv", "deny"]);
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
