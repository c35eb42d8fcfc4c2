//! `cargo xtask parquet`: the example `examples/parquet`, tested, and how much faster parquet reads strings
//! with placemat's drop-in than with simdutf8 itself.
//!
//! A patch applies to a whole program, so each contender is a build of the example in its own directory.

mod ratios;

use std::{
    env::consts::EXE_SUFFIX,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::{
    project::{
        lock::{Simdutf8, simdutf8},
        scratch::update,
        workspace::Workspace,
    },
    runner::{
        call::Call,
        log::Log,
        run,
        step::{Need, Outcome, Step},
        table,
    },
};

/// How to measure.
#[derive(Args)]
pub(crate) struct Options {
    /// How many rounds to measure; each build reads each column once in each
    #[arg(long, value_name = "N", default_value_t = 31, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,

    /// Measure nothing: build and test
    #[arg(long)]
    no_ratios: bool,
}

/// A build of the example.
#[derive(Clone, Copy)]
struct Contender {
    name: &'static str,
    about: &'static str,
    /// What checks its strings, for the table.
    text: &'static str,
    change: Change,
}

/// What is changed in the example's manifest.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    /// Nothing: placemat's drop-in takes the place of simdutf8.
    None,
    /// Without the patch: parquet has simdutf8 without its features, which is scalar on x86-64.
    Default,
    /// Without the patch, and with simdutf8's feature `std`, which detects AVX2.
    Std,
}

const CONTENDERS: [Contender; 3] = [
    Contender {
        name: "parquet-placemat",
        about: "the example as it is: with the drop-in",
        text: "placemat",
        change: Change::None,
    },
    Contender {
        name: "parquet-default",
        about: "the default build, with simdutf8 as parquet has it",
        text: "default",
        change: Change::Default,
    },
    Contender {
        name: "parquet-std",
        about: "the same, and simdutf8 with its feature `std`",
        text: "with simdutf8's `std`",
        change: Change::Std,
    },
];

const EXAMPLE: &str = "examples/parquet";
const PROGRAM: &str = "placemat-parquet";

/// As a task of its own: whether all is well.
pub(crate) fn main(workspace: &Workspace, options: &Options) -> Result<bool> {
    let steps = CONTENDERS.map(|contender| {
        let step = Step::new(contender.name, contender.about, move |workspace, log| {
            build(contender, workspace, log)
        });
        Step { need: Need::Asked, ..step }
    });
    let built = table::print(&run::run(workspace, &steps)?, true, "");
    if built && !options.no_ratios {
        let programs = CONTENDERS.map(|contender| (contender.text, program(contender, workspace)));
        println!("\n{}", ratios::measure(&programs, options.rounds)?);
    }
    Ok(built)
}

/// Tests a contender, and keeps its program.
fn build(contender: Contender, workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    let dir = match contender.change {
        Change::None => workspace.root.join(EXAMPLE),
        change => copy(workspace, &own(contender, workspace).join("package"), change)?,
    };
    let locked = if contender.change == Change::None { "--locked" } else { "" };
    let target = workspace.own_dir("parquet").join("target");
    let cargo = |call: Call| call.dir(&dir).env("CARGO_TARGET_DIR", target.display().to_string());
    if contender.change == Change::None {
        log.call(&cargo(Call::cargo("fmt --check")))?;
    }
    log.call(&cargo(Call::tests(&format!("test --release {locked}"))))?;
    log.call(&cargo(Call::cargo(&format!("build --release {locked}"))))?;
    let found = simdutf8(&fs::read_to_string(dir.join("Cargo.lock"))?)?;
    let found = match (contender.change, found) {
        (Change::None, Simdutf8::DropIn) => "placemat's drop-in".to_owned(),
        (Change::Default | Change::Std, Simdutf8::Published(version)) => format!("simdutf8 {version}"),
        (_, found) => bail!("compiled with {found:?}"),
    };
    // The next contender uses the same target directory, since most of what it compiles is the same.
    fs::create_dir_all(own(contender, workspace))?;
    let made = target.join("release").join(format!("{PROGRAM}{EXE_SUFFIX}"));
    fs::copy(made, program(contender, workspace)).context("cannot copy the program")?;
    Ok(Outcome::Passed(format!("{found}, {}", log.note())))
}

/// Where a contender's program is, and its package if that is a copy.
fn own(contender: Contender, workspace: &Workspace) -> PathBuf {
    workspace.own_dir("parquet").join(contender.name)
}

fn program(contender: Contender, workspace: &Workspace) -> PathBuf {
    own(contender, workspace).join(format!("{PROGRAM}{EXE_SUFFIX}"))
}

/// Copies the example, with another manifest.
fn copy(workspace: &Workspace, dir: &Path, change: Change) -> Result<PathBuf> {
    let files = workspace.files()?;
    for file in files.iter().filter(|file| file.starts_with(EXAMPLE)) {
        let name = file.strip_prefix(EXAMPLE)?;
        let to = dir.join(name);
        fs::create_dir_all(to.parent().unwrap_or(dir))?;
        let text = workspace.read(file)?;
        if name == Path::new("Cargo.toml") {
            let text = changed(&text, &workspace.root, change).context("the manifest of the example")?;
            update(&to, text.as_bytes())?;
        } else if name == Path::new("Cargo.lock") {
            // Cargo changes the copy, for the other simdutf8. So it is written only if the example's is new.
            if update(&dir.join("Cargo.lock.example"), text.as_bytes())? {
                fs::write(to, text)?;
            }
        } else {
            update(&to, text.as_bytes())?;
        }
    }
    Ok(dir.to_owned())
}

/// The manifest without the patch, for another directory.
fn changed(manifest: &str, root: &Path, change: Change) -> Result<String> {
    let (kept, patch) = manifest.split_once("\n[patch.crates-io]\n").context("there is no patch in it")?;
    if patch.contains("\n[") {
        bail!("the patch is not the last table in it");
    }
    // In single quotes TOML has no escapes, so a Windows path needs none.
    let at = format!("path = '{}", root.join("crates").join("placemat").display());
    let mut text = kept.replace("path = \"../../crates/placemat\"", &format!("{at}'"));
    if change == Change::Std {
        text.push_str("\n[dependencies.simdutf8]\nversion = \"0.1.5\"\n");
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_builds_are_without_the_patch() {
        let manifest = "[dependencies]\nplacemat = { path = \"../../crates/placemat\" }\n\n[workspace]\n\n\
                        [patch.crates-io]\nsimdutf8 = { path = \"x\" }\n";
        let default = changed(manifest, Path::new("root"), Change::Default).unwrap();
        assert!(!default.contains("simdutf8") && !default.contains("../.."), "{default}");
        assert!(default.contains("[workspace]\n"), "{default}");
        let std = changed(manifest, Path::new("root"), Change::Std).unwrap();
        assert!(std.ends_with("[dependencies.simdutf8]\nversion = \"0.1.5\"\n"), "{std}");
        assert!(changed("[workspace]\n", Path::new("root"), Change::Default).is_err());
        let more = format!("{manifest}\n[profile.dev]\n");
        assert!(changed(&more, Path::new("root"), Change::Default).is_err());
    }
}
