//! `cargo xtask other_languages`: tests decoders of other languages with the vectors. `conformance/scorecard.py`
//! generates the book's scorecard from the results.

mod rows;

use std::{collections::BTreeSet, fs, process::Command};

use anyhow::{Context, Result, ensure};
use clap::{Args, builder::PossibleValuesParser};
use serde_json::Value;

use crate::{
    project::{cargo::cargo, workspace::Workspace},
    runner::{call::Call, log::Log, step::Outcome},
};
use rows::{ROWS, Row};

/// Which decoders, and what becomes of the results.
#[derive(Args)]
pub(crate) struct Options {
    /// Only these adapters: `--only python ruby`
    #[arg(long, value_name = "NAME", num_args = 1.., value_parser = PossibleValuesParser::new(ROWS.iter().map(|row| row.name)))]
    only: Vec<String>,

    /// Only the smoke cases
    #[arg(long)]
    smoke: bool,

    /// Print the names of the adapters, and whether their language is installed
    #[arg(long)]
    list: bool,
}

/// The Debian packages of all languages.
pub(crate) fn packages() -> BTreeSet<&'static str> {
    ROWS.iter().flat_map(|row| row.debian.split_whitespace()).collect()
}

/// Runs the task. The results stay below `target/xtask/other_languages`, a file for each adapter.
pub(crate) fn main(workspace: &Workspace, options: &Options) -> Result<bool> {
    if options.list {
        for row in ROWS {
            println!("{:20} {}", row.name, if row.is_here() { "here" } else { row.debian });
        }
        return Ok(true);
    }
    let program = program(workspace, "--release")?;
    let wanted = |row: &&Row| options.only.is_empty() || options.only.iter().any(|name| name == row.name);
    let (mut ran, mut good) = (0, true);
    for row in ROWS.iter().filter(wanted) {
        match drive(workspace, &program, row, options.smoke)? {
            Driven::Results(results) => {
                println!("{:20} {}", row.name, summary(&results));
                ran += 1;
            }
            Driven::NotHere => println!("{:20} not run: needs {}", row.name, row.debian),
            Driven::Failed(why) => {
                println!("{:20} FAILED: {why}", row.name);
                good = false;
            }
        }
    }
    ensure!(ran > 0, "no adapter ran");
    Ok(good)
}

/// As a step: the fast adapters whose language is installed, with the smoke set. A decoder's failures do not fail the
/// step, but a broken adapter does.
pub(crate) fn step(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    log.call(&Call::cargo(&format!("build {PROGRAM}")))?;
    let program = program(workspace, "")?;
    let mut ran = Vec::new();
    for row in ROWS {
        let driven = if row.slow { Driven::NotHere } else { drive(workspace, &program, row, true)? };
        match driven {
            Driven::Results(results) => {
                log.line(format!("{}: {}", row.name, summary(&results)))?;
                ran.push(row.name);
            }
            Driven::NotHere => log.leave_out(row.name),
            Driven::Failed(why) => return Ok(Outcome::Failed(format!("{}: {why}", row.name))),
        }
    }
    if ran.is_empty() {
        return Ok(Outcome::NotRun("needs one of the languages of conformance/adapters".to_owned()));
    }
    Ok(Outcome::Passed(ran.join(", ")))
}

/// The conformance program, with the features of the whole workspace, so that cargo reuses the output of other steps.
const PROGRAM: &str = "--workspace --features program --bin placemat-conformance";

/// The outcome of an adapter.
enum Driven {
    Results(Value),
    NotHere,
    Failed(String),
}

fn program(workspace: &Workspace, profile: &str) -> Result<String> {
    let mut command = Command::new(cargo());
    command
        .current_dir(&workspace.root)
        .args(format!("build --quiet {PROGRAM} {profile}").split_whitespace());
    ensure!(command.status()?.success(), "placemat-conformance does not compile");
    let dir = if profile.is_empty() { "debug" } else { "release" };
    Ok(workspace.target.join(dir).join("placemat-conformance").display().to_string())
}

fn drive(workspace: &Workspace, program: &str, row: &Row, smoke: bool) -> Result<Driven> {
    if !row.is_here() {
        return Ok(Driven::NotHere);
    }
    let out = workspace.own_dir("other-languages");
    fs::create_dir_all(&out)?;
    let out = out.display().to_string();
    let built = Command::new("sh")
        .args(["-c", &row.build.replace("{out}", &out)])
        .current_dir(&workspace.root)
        .output()?;
    if !built.status.success() {
        return Ok(Driven::Failed(String::from_utf8_lossy(&built.stderr).into_owned()));
    }
    let mut driven = Command::new(program);
    driven.current_dir(&workspace.root).args(["drive", "--format", "json", "--timeout", "30"]);
    driven
        .args(if smoke { &["--flag", "smoke"][..] } else { &[] })
        .arg("--")
        .args(["sh", "-c"])
        .arg(format!("exec {}", row.command.replace("{out}", &out)));
    let output = driven.output()?;
    if !matches!(output.status.code(), Some(0 | 1)) {
        return Ok(Driven::Failed(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    fs::write(format!("{out}/{}.json", row.name), &output.stdout)?;
    let document: Value = serde_json::from_slice(&output.stdout)?;
    let results = document["results"].get(0).context("there are no results")?.clone();
    Ok(trouble(&results).map_or(Driven::Results(results), Driven::Failed))
}

/// A line about the results of a decoder: the number of correct and wrong answers, by profile.
fn summary(results: &Value) -> String {
    let count = |counts: &Value, mark: &str| counts[mark].as_u64().unwrap_or(0);
    let profiles = results["profiles"].as_object().into_iter().flatten();
    let profiles =
        profiles.map(|(name, counts)| format!("{name} {}:{}", count(counts, "pass"), count(counts, "fail")));
    profiles.collect::<Vec<_>>().join(", ")
}

/// The problem of the adapter itself, if any.
fn trouble(results: &Value) -> Option<String> {
    if let Some(incident) = results["incidents"].get(0) {
        return Some(incident.as_str().unwrap_or("an incident").to_owned());
    }
    let profiles = results["profiles"].as_object()?;
    let has = |marks: &[&str]| profiles.values().any(|p| marks.iter().any(|mark| p.get(mark).is_some()));
    match (has(&["crash", "timeout", "not-run"]), has(&["pass", "fail"])) {
        (true, _) => Some("it crashed, or did not answer".to_owned()),
        (_, false) => Some("it answered nothing".to_owned()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn trouble_is_noticed() {
        assert_eq!(trouble(&json!({ "incidents": [], "profiles": { "a": { "pass": 9, "fail": 1 } } })), None);
        for results in [
            json!({ "incidents": ["x"], "profiles": { "a": { "pass": 9 } } }),
            json!({ "incidents": [], "profiles": { "a": { "pass": 9, "crash": 1 } } }),
            json!({ "incidents": [], "profiles": { "a": { "unsupported": 9 } } }),
        ] {
            assert!(trouble(&results).is_some(), "{results}");
        }
    }
}
