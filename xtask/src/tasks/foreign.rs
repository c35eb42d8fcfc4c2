//! `cargo xtask foreign`: decoders of other languages against the vectors, and the scorecard of the book.

mod rows;
mod scorecard;

use std::{collections::BTreeSet, fs, process::Command};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use serde_json::Value;

use crate::{
    project::{cargo::cargo, workspace::Workspace},
    runner::{call::Call, log::Log, step::Outcome},
};
use rows::{ROWS, Row, words};

/// Which decoders, and what becomes of the results.
#[derive(Args)]
pub(crate) struct Options {
    /// Run only these drivers: `--only python ruby`
    #[arg(long, value_name = "NAME", num_args = 1..)]
    only: Vec<String>,

    /// Only the cases of the smoke set
    #[arg(long)]
    smoke: bool,

    /// Print the names of the drivers, and whether their language is here
    #[arg(long)]
    list: bool,

    /// Write the scorecard, `conformance/scorecard.json` and the chapter, from the complete vectors
    #[arg(long, conflicts_with_all = ["only", "smoke"])]
    save: bool,

    /// Write the chapter anew, from the results that are committed
    #[arg(long)]
    page: bool,
}

/// The packages of Debian that all languages are in.
pub(crate) fn packages() -> BTreeSet<&'static str> {
    ROWS.iter().flat_map(|row| row.debian.split_whitespace()).collect()
}

/// As a task of its own. The complete results and a page with all of them stay below `target/`.
pub(crate) fn main(workspace: &Workspace, options: &Options) -> Result<bool> {
    if options.list {
        for row in ROWS {
            println!("{:20} {}", row.name, if row.is_here() { "here" } else { row.debian });
        }
        return Ok(true);
    }
    if options.page {
        scorecard::page(workspace)?;
        return Ok(true);
    }
    if let Some(unknown) = options.only.iter().find(|name| !ROWS.iter().any(|row| row.name == **name)) {
        bail!("there is no driver `{unknown}`; `cargo xtask foreign --list` has them");
    }
    let program = program(workspace, "--release")?;
    let wanted = |row: &&Row| options.only.is_empty() || options.only.iter().any(|name| name == row.name);
    let (mut all, mut good, mut files) = (Vec::new(), true, Vec::new());
    for row in ROWS.iter().filter(wanted) {
        match drive(workspace, &program, row, options.smoke)? {
            Driven::Results(results, file) => {
                println!("{:20} {}", row.name, scorecard::summary(&results));
                all.push(results);
                files.push(file);
            }
            Driven::NotHere => println!("{:20} not run: `cargo xtask setup --foreign` installs it", row.name),
            Driven::Failed(why) => {
                println!("{:20} FAILED: {why}", row.name);
                good = false;
            }
        }
    }
    ensure!(!all.is_empty(), "no driver ran");
    let page = workspace.own_dir("foreign").join("results.html");
    let compared = files.iter().flat_map(|file| ["--compare".to_owned(), file.clone()]);
    let mut html = Command::new(&program);
    html.args(["drive", "--format", "html", "--backend", "std", "--flag", "smoke"]).args(compared);
    fs::write(&page, html.output()?.stdout)?;
    println!("every failure: {}", page.display());
    if options.save {
        scorecard::save(workspace, &all)?;
    }
    Ok(good)
}

/// As a step: the drivers whose language is here and that are quick, with the smoke set. What a decoder gets
/// wrong is its own affair; that it can be asked is ours.
pub(crate) fn step(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    log.call(&Call::cargo(&format!("build {PROGRAM}")))?;
    let program = program(workspace, "")?;
    let (mut ran, mut left) = (Vec::new(), Vec::new());
    for row in ROWS {
        let driven = if row.slow { Driven::NotHere } else { drive(workspace, &program, row, true)? };
        match driven {
            Driven::Results(results, _) => {
                log.line(format!("{}: {}", row.name, scorecard::summary(&results)))?;
                ran.push(row.name);
            }
            Driven::NotHere => left.push(row.name),
            Driven::Failed(why) => return Ok(Outcome::Failed(format!("{}: {why}", row.name))),
        }
    }
    if ran.is_empty() {
        return Ok(Outcome::NotRun("needs one of the languages of conformance/drivers".to_owned()));
    }
    Ok(Outcome::Passed(format!("{}; not run: {}", ran.join(", "), left.join(", "))))
}

/// The program that drives, with the features of the whole workspace: so cargo finds what other steps have
/// compiled.
const PROGRAM: &str = "--workspace --features program --bin placemat-conformance";

/// What came of a driver.
enum Driven {
    /// Its results, and the file that they are in.
    Results(Value, String),
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
    let out = workspace.own_dir("foreign");
    fs::create_dir_all(&out)?;
    let out = out.display().to_string();
    let command = |text: &str| words(&text.replace("{out}", &out));
    if let [build, arguments @ ..] = &command(row.build)[..] {
        let built = Command::new(build).args(arguments).current_dir(&workspace.root).output()?;
        if !built.status.success() {
            return Ok(Driven::Failed(String::from_utf8_lossy(&built.stderr).into_owned()));
        }
    }
    let mut driven = Command::new(program);
    driven.current_dir(&workspace.root).args(["drive", "--format", "json", "--timeout", "30"]);
    driven.args(if smoke { &["--flag", "smoke"][..] } else { &[] }).arg("--").args(command(row.command));
    let output = driven.output()?;
    if !matches!(output.status.code(), Some(0 | 1)) {
        return Ok(Driven::Failed(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    let file = format!("{out}/{}.json", row.name);
    fs::write(&file, &output.stdout)?;
    let document: Value = serde_json::from_slice(&output.stdout)?;
    let results = document["results"].get(0).context("there are no results")?.clone();
    if let Some(trouble) = scorecard::trouble(&results) {
        return Ok(Driven::Failed(trouble));
    }
    Ok(Driven::Results(results, file))
}
