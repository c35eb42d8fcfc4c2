//! `cargo xtask bench`: how fast placemat is beside its peers.
//!
//! A program of the benchmarks' package measures. This task builds it, with the peers that are written in C++
//! if there is a compiler for them, and runs it.

use std::{env, path::PathBuf, process};

use anyhow::{Context, Result, ensure};
use cargo_metadata::TargetKind;
use clap::Args;

use crate::{
    host::probe::succeeds,
    project::workspace::{Workspace, targets},
    runner::{call::Call, log::Log, step::Outcome},
};

/// What `cargo xtask bench` takes.
#[derive(Args)]
pub(crate) struct Options {
    /// Measure less of everything, in under a minute once it is built
    #[arg(long)]
    quick: bool,
    /// Take the texts from a folder, every file in it, instead of generated ones
    #[arg(long, value_name = "DIR")]
    corpus: Option<PathBuf>,
    /// Measure these contenders, texts, groups and sizes only: `--only avx2 std text=thai group=validate size=64`
    #[arg(long, value_name = "NAME", num_args = 1..)]
    only: Vec<String>,
    /// Measure the texts looped as well, the same input again and again, and show both side by side
    #[arg(long)]
    looped: bool,
    /// Say what changed since an earlier run, whose report.json this is
    #[arg(long, value_name = "JSON")]
    baseline: Option<PathBuf>,
    /// Measure nothing: take an earlier run, whose report.json this is, print its rows and write its report.html
    #[arg(long, value_name = "JSON")]
    from: Option<PathBuf>,
    /// Save the results of a full run, or of a check, in benches/results, and write the book's chapters of them
    #[arg(long, value_name = "NAME")]
    save: Option<String>,
    /// Save the results under the processor's own name, to send them in; the file says nothing of you
    #[arg(long)]
    submit: bool,
    /// Measure nothing: write the book's chapters from benches/results
    #[arg(long, exclusive = true)]
    page: bool,
    /// Check the targets; exit status 0 if they are met, 1 if one is missed, 3 if it is too noisy to tell
    #[arg(long)]
    check: bool,
    /// How many rounds to measure; each contender takes its turn once in each
    #[arg(long, value_name = "N")]
    rounds: Option<u32>,
    /// The folder for report.json, report.html and the reports of earlier runs; target/bench without this
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// As a task of its own. Exits with the status of the program, which says more than success or failure.
pub(crate) fn main(workspace: &Workspace, options: &Options) -> Result<bool> {
    let cpp = has_cpp();
    if !cpp {
        println!("no C++ compiler (`c++`, or what CXX names): simdutf does not take part");
    }
    if let Some(note) = first_build(workspace, cpp) {
        println!("{note}");
    }
    let call = call(workspace, options, cpp)?;
    println!("$ {call}");
    let status = call.command(&workspace.root).status().context("cargo could not be started")?;
    match status.code() {
        Some(0) => Ok(true),
        Some(code @ 2..) => process::exit(code),
        _ => Ok(false),
    }
}

/// Each benchmark once and without timing, as a step of `cargo xtask test`: they compile, and every contender
/// gives the answers that it should.
pub(crate) fn step(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    let (options, note) = match has_cpp() {
        true => ("--features placemat-benches/simdutf", ""),
        false => ("", "; simdutf: not run: it needs a C++ compiler"),
    };
    // By their names, not by their package, like the tests: so nothing is compiled twice.
    let names = workspace.packages.iter().flat_map(|package| targets(package, TargetKind::Bench));
    let benches: String = names.map(|name| format!(" --bench {name}")).collect();
    ensure!(!benches.is_empty(), "there are no benchmarks");
    let bench = Call::cargo(&format!("bench --workspace {options} {benches} -- --test")).without_lto();
    let count = tried(&log.call(&bench)?);
    ensure!(count > 0, "no benchmark ran");
    Ok(Outcome::Passed(format!("{count} benchmarks{note}")))
}

/// How many benchmarks criterion has tried.
fn tried(output: &str) -> usize {
    output.lines().filter(|line| line.trim() == "Success").count()
}

fn call(workspace: &Workspace, options: &Options, cpp: bool) -> Result<Call> {
    let features = if cpp { "--features simdutf" } else { "" };
    let mut call = Call::cargo(&format!("run --release -p placemat-benches {features} --bin report --"));
    if options.page {
        return Ok(call.arg("--page"));
    }
    let mut path = |option: &str, path: &PathBuf| -> Result<()> {
        // The program runs in the workspace's root, the caller may be elsewhere.
        let path = std::path::absolute(path)?;
        call = call.clone().arg(option).arg(path.display().to_string());
        Ok(())
    };
    path("--out", options.out.as_ref().unwrap_or(&workspace.target.join("bench")))?;
    options.corpus.iter().try_for_each(|folder| path("--corpus", folder))?;
    options.baseline.iter().try_for_each(|file| path("--baseline", file))?;
    options.from.iter().try_for_each(|file| path("--from", file))?;
    for (given, option) in [
        (options.quick, "--quick"),
        (options.check, "--check"),
        (options.submit, "--submit"),
        (options.looped, "--looped"),
    ] {
        if given {
            call = call.arg(option);
        }
    }
    if let Some(rounds) = options.rounds {
        call = call.arg("--rounds").arg(rounds.to_string());
    }
    if let Some(name) = &options.save {
        call = call.arg("--save").arg(name);
    }
    if !options.only.is_empty() {
        call = options.only.iter().fold(call.arg("--only"), Call::arg);
    }
    Ok(call)
}

/// What the build before the first run takes; `None` if there is a build to start from.
fn first_build(workspace: &Workspace, cpp: bool) -> Option<String> {
    let program = format!("report{}", env::consts::EXE_SUFFIX);
    let peers = if cpp { "simdutf in C++ among them, " } else { "" };
    let note = format!(
        "the first build compiles placemat and its peers, {peers}with optimisation: this takes several minutes, \
         once"
    );
    (!workspace.target.join("release").join(program).exists()).then_some(note)
}

/// Whether simdutf can be compiled here.
fn has_cpp() -> bool {
    let compiler = env::var("CXX").unwrap_or_else(|_| "c++".to_owned());
    succeeds(&format!("{compiler} --version"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::workspace::fake;

    #[test]
    fn what_was_tried_is_counted() {
        assert_eq!(tried("Testing validate/ascii/std/64\nSuccess\n\nTesting x\nSuccess\n"), 2);
        assert_eq!(tried("Finished `bench` profile\n"), 0);
    }

    #[test]
    fn options_are_passed_on() {
        let workspace = fake::workspace(Vec::new());
        let options = Options {
            quick: true,
            corpus: Some("/texts".into()),
            only: vec!["avx2".to_owned(), "text=thai".to_owned()],
            baseline: None,
            from: None,
            save: Some("acme-1".to_owned()),
            submit: true,
            looped: true,
            page: false,
            check: false,
            rounds: Some(31),
            out: None,
        };
        let line = call(&workspace, &options, true).unwrap().to_string();
        assert!(line.contains("--features simdutf --bin report -- --out /r/target/bench"), "{line}");
        assert!(
            line.ends_with(
                "--corpus /texts --quick --submit --looped --rounds 31 --save acme-1 --only avx2 text=thai"
            ),
            "{line}"
        );
        assert!(!call(&workspace, &options, false).unwrap().to_string().contains("simdutf"));
        let line = call(&workspace, &Options { out: Some("/kept".into()), ..options }, true).unwrap();
        assert!(line.to_string().contains("--bin report -- --out /kept --corpus"), "{line}");
    }

    #[test]
    fn the_first_build_is_announced() {
        // There is no such folder, and so no build in it.
        let workspace = fake::workspace(Vec::new());
        let note = first_build(&workspace, true).unwrap();
        assert!(note.contains("C++") && note.contains("minutes"), "{note}");
        assert!(!first_build(&workspace, false).unwrap().contains("C++"));
    }
}
