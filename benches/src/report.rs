//! The program: measures, prints tables, writes JSON, compares with a baseline, checks the targets, saves
//! results. `cargo xtask bench` starts it.

use std::{io, path::PathBuf, process::ExitCode};

use clap::Parser;
use interleave::Core;

use crate::cell::{self, Cell};
use crate::check::{self, Targets};
use crate::plan::{Only, Sources};
use crate::record::{CellRecord, Record};
use crate::texts::{self, Text};
use crate::{baseline, contenders, environment::Environment, group::Group, saved, terminal};

/// Benchmarks placemat's backends and their peers in one process on one pinned core, all contenders interleaved.
#[derive(Parser)]
#[command(name = "cargo xtask bench")]
struct Args {
    /// Measure less of everything, in one to three minutes.
    #[arg(long, conflicts_with = "check")]
    quick: bool,
    /// Measure the files in a folder, which must be UTF-8, instead of the texts in benches/texts.
    #[arg(long, value_name = "DIR")]
    corpus: Option<PathBuf>,
    /// Only these contenders and groups, by name; `text=PART` selects texts (or mixes) whose names contain PART,
    /// `size=N` inputs of N bytes: `--only avx2 std validate text=thai size=64`. The groups `invalid`,
    /// `looped` and `position` are measured only if they are named.
    #[arg(long, value_name = "NAME", num_args = 1..)]
    only: Vec<String>,
    /// Compare with the report.json of an earlier run.
    #[arg(long, value_name = "JSON")]
    baseline: Option<PathBuf>,
    /// Check the performance targets: exit status 0 met, 1 missed, 3 too noisy to tell.
    #[arg(long)]
    check: bool,
    /// Measure nothing: check that every contender gives the right results, in child processes too.
    #[arg(long)]
    answers: bool,
    /// The number of rounds; each measures every contender once.
    #[arg(long, value_name = "N", default_value_t = 31)]
    rounds: usize,
    /// The seed of samples.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Measure nothing: print the rows of an earlier run from its report.json; with --check, compare it with the current
    /// targets.
    #[arg(long, value_name = "JSON", conflicts_with_all = ["quick", "corpus", "only", "baseline"])]
    from: Option<PathBuf>,
    /// Save the results of a full run as benches/results/NAME.json (those of a check in a folder there), from which
    /// benches/results.py makes pages.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["quick", "corpus", "only"])]
    save: Option<String>,
    /// The output folder for report.json; keeps the reports of earlier runs.
    #[arg(long, value_name = "DIR", default_value = "target/bench")]
    out: PathBuf,
}

/// The program.
#[must_use]
pub fn main() -> ExitCode {
    contenders::serve_if_child();
    match report(&Args::parse()) {
        Ok(status) => ExitCode::from(status),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn report(args: &Args) -> io::Result<u8> {
    let targets = check::targets()?;
    let (record, changes) = match &args.from {
        Some(json) => (saved::parse(json)?, None),
        None => match measure(args, &targets)? {
            Some(measured) => measured,
            None => return Ok(0),
        },
    };
    let checked = args.check.then(|| check::verdict(&targets, &record));
    if args.from.is_some() && !args.check {
        let mut group = None;
        head(&record.environment, args);
        record.cells.iter().for_each(|cell| print_rows(cell, &mut group));
    }
    if !args.check {
        println!();
        terminal::trust(&record).iter().for_each(|line| println!("{line}"));
    }
    if let Some(changes) = &changes {
        println!("\n{changes}");
    }
    if args.from.is_none() {
        println!();
        for json in record.write(&args.out)? {
            println!("{}", json.display());
        }
    }
    if let Some(name) = &args.save {
        let file = match &checked {
            Some(checked) => checked.save(&saved::results().join("checks"), name)?,
            None => record.save(&saved::results(), name)?,
        };
        println!("{}\nnow run `python3 benches/results.py`", file.display());
    }
    Ok(checked.map_or(0, |checked| checked.status()))
}

/// The times of a run, and the changes since the baseline; `None` if only answers were checked.
fn measure(args: &Args, targets: &Targets) -> io::Result<Option<(Record, Option<String>)>> {
    if args.rounds < 30 {
        return Err(io::Error::other("fewer than 30 rounds say too little"));
    }
    let baseline = args.baseline.as_deref().map(saved::parse).transpose()?;
    let environment = Environment::find(cell::pin());
    args.save.iter().try_for_each(|name| saved::may_save(name, &environment))?;
    let only = Only::of(&args.only)?;
    let mut sources = Sources::all();
    if let Some(folder) = &args.corpus {
        let own = texts::read_folder(folder)?;
        // The targets name texts that a user's folder may lack.
        if !args.check {
            (sources.texts, sources.mixes) = (Vec::new(), texts::pieces_of(&own));
        }
        let is_new = |text: &Text| !own.iter().any(|other| other.name == text.name);
        sources.texts.retain(is_new);
        sources.texts.extend(own.iter().cloned());
    }
    sources.keep(&only)?;
    let cells = if args.check {
        let mut cells = check::cells(targets, &sources);
        cells.retain(|cell| only.has(cell));
        cells
    } else {
        sources.run(args.quick, args.answers, &only)
    };
    if cells.is_empty() {
        return Err(io::Error::other("nothing of that is measured"));
    }
    if args.answers {
        println!("{} answers are right", cell::answers(&cells, args.seed)?);
        return Ok(None);
    }
    head(&environment, args);
    println!("{:10} {}", "cells", cells.len());
    let (mut arena, mut core, mut group) = (cell::arena(cells.iter())?, Core::probed(), None);
    let cells = cell::run(&mut arena, &mut core, cells, args.rounds, args.seed, |cell| {
        if !args.check {
            print_rows(cell, &mut group);
        } else if group.replace(cell.group) != Some(cell.group) {
            // The rows are not informative; the verdicts come at the end.
            println!("measuring {}", cell.group.about().title);
        }
    })?;
    let mut record = Record::new(environment, args.rounds, args.seed, cells);
    if args.check {
        println!();
        check::measure_again(targets, &mut record, &sources, |cells: Vec<Cell>, rounds| {
            cell::run(&mut arena, &mut core, cells, rounds, args.seed ^ 0xA6A1, |_| {})
        })?;
    }
    let changes = baseline.map(|baseline| baseline::changes(&baseline, &record));
    Ok(Some((record, changes)))
}

fn head(environment: &Environment, args: &Args) {
    terminal::head(environment, args.rounds, args.seed).iter().for_each(|line| println!("{line}"));
}

fn print_rows(cell: &CellRecord, group: &mut Option<Group>) {
    if group.replace(cell.group) != Some(cell.group) {
        println!("\n{}", terminal::heading(cell.group));
    }
    terminal::rows(cell).iter().for_each(|row| println!("{row}"));
}
