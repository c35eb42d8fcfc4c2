//! The runner: measures, prints tables, writes JSON and HTML, compares with a baseline, checks the targets. It is what
//! `cargo xtask bench` starts.

#![forbid(unsafe_code)]

use std::{fs, io, path::PathBuf, process::ExitCode};

use clap::Parser;
use placemat_benches::{
    baseline, check,
    contenders::{self, Contender, Kind},
    html, markdown,
    origin::Origin,
    plan::{self, Extent},
    record::{FORMAT, Record},
    run, terminal,
    texts::{self, Text},
};

/// How fast placemat's backends are, beside their peers: one process, one pinned core, all contenders interleaved.
#[derive(Parser)]
struct Args {
    /// Less of everything, in under a minute.
    #[arg(long, conflicts_with = "check")]
    quick: bool,
    /// Texts from a folder, every file in it, all of them UTF-8, instead of the generated ones.
    #[arg(long, value_name = "DIR")]
    corpus: Option<PathBuf>,
    /// Only these contenders, by name, and as `text=PART` only texts (or mixes) whose names contain PART.
    #[arg(long, value_name = "NAME", num_args = 1..)]
    only: Vec<String>,
    /// The JSON file of an earlier run, to say what changed.
    #[arg(long, value_name = "JSON")]
    baseline: Option<PathBuf>,
    /// Measure what the targets need, and check them: exit status 0 met, 1 missed, 3 too noisy to tell.
    #[arg(long)]
    check: bool,
    /// Rounds; each contender takes its turn once in each.
    #[arg(long, value_name = "N", default_value_t = 31)]
    rounds: usize,
    /// What texts and samples are made from.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Measure nothing; print the tables of an earlier run's JSON file, as the book has them.
    #[arg(long, value_name = "JSON", conflicts_with_all = ["quick", "corpus", "only", "baseline", "check"])]
    tables: Option<PathBuf>,
    /// The folder for report.json and report.html.
    #[arg(long, value_name = "DIR", default_value = "target/bench")]
    out: PathBuf,
}

fn main() -> ExitCode {
    contenders::serve_if_child();
    match measure(&Args::parse()) {
        Ok(status) => ExitCode::from(status),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn measure(args: &Args) -> io::Result<u8> {
    if let Some(json) = &args.tables {
        print!("{}", markdown::tables(&Record::read(json)?));
        return Ok(0);
    }
    if args.rounds < 30 {
        return Err(io::Error::other("fewer than 30 rounds say too little"));
    }
    let baseline = args.baseline.as_deref().map(Record::read).transpose()?;
    let core = run::pin();
    let contenders = chosen(contenders::all(), &args.only)?;
    let generated = texts::generated(args.seed);
    let texts = match &args.corpus {
        None => generated,
        // The targets name texts of which a folder may lack some.
        Some(folder) if args.check => together(texts::read_folder(folder)?, generated),
        Some(folder) => texts::read_folder(folder)?,
    };
    let texts: Vec<_> = texts.into_iter().filter(|text| is_chosen(&text.name, &args.only)).collect();
    let mixes: Vec<_> =
        texts::mixes(args.seed).into_iter().filter(|mix| is_chosen(&mix.name, &args.only)).collect();
    for part in args.only.iter().filter_map(|name| name.strip_prefix("text=")) {
        let mut names = texts.iter().map(|text| &text.name).chain(mixes.iter().map(|mix| &mix.name));
        if !names.any(|name| name.contains(part)) {
            return Err(io::Error::other(format!("there is no text {part}")));
        }
    }
    let targets = args.check.then(check::targets).transpose()?;
    let mut record = Record {
        format: FORMAT,
        origin: Origin::find(core),
        rounds: args.rounds,
        seed: args.seed,
        cells: Vec::new(),
    };
    terminal::head(&record);
    let cells = match &targets {
        Some(targets) => check::cells(targets, &contenders, &texts, &mixes),
        None => {
            let extent = if args.quick { Extent::Quick } else { Extent::Full };
            plan::cells(extent, &contenders, &texts, &mixes)
        }
    };
    println!("{:10} {}", "cells", cells.len());
    let mut group = None;
    record.cells = run::run(cells, args.rounds, args.seed, |cell| {
        if args.check {
            // Rows of chosen contenders say little; the verdicts come at the end.
            return;
        }
        if group.replace(cell.group) != Some(cell.group) {
            println!("\n{}", terminal::heading(cell.group));
        }
        for row in terminal::rows(cell) {
            println!("{row}");
        }
    })?;
    let status = match &targets {
        None => {
            println!("\n{}", terminal::verdict(&record.cells));
            terminal::children(&record).iter().for_each(|row| println!("{row}"));
            Ok(0)
        }
        Some(targets) => {
            println!();
            let again = |cells, rounds| run::run(cells, rounds, args.seed ^ 0xA6A1, |_| ());
            check::judge(targets, &mut record, &contenders, &texts, &mixes, again)
        }
    };
    // Behind the judge, who may have measured again: the files have the times that the verdicts are from.
    if let Some(baseline) = &baseline {
        println!("\n{}", baseline::changes(baseline, &record));
    }
    fs::create_dir_all(&args.out)?;
    let (json, page) = (args.out.join("report.json"), args.out.join("report.html"));
    record.write(&json)?;
    fs::write(&page, html::page(&record, baseline.as_ref()))?;
    println!("\n{}\n{}", json.display(), page.display());
    status
}

/// The contenders that were asked for: all, or those by name; and the limits.
fn chosen(mut contenders: Vec<Contender>, only: &[String]) -> io::Result<Vec<Contender>> {
    let names: Vec<_> = only.iter().filter(|name| !name.contains('=')).collect();
    for name in &names {
        if !contenders.iter().any(|one| one.name == **name) {
            return Err(io::Error::other(format!("there is no contender {name}")));
        }
    }
    let named = |one: &Contender| names.is_empty() || names.contains(&&one.name);
    contenders.retain(|one| named(one) || one.kind == Kind::Limit);
    Ok(contenders)
}

/// Whether a text was asked for.
fn is_chosen(name: &str, only: &[String]) -> bool {
    let mut names = only.iter().filter_map(|name| name.strip_prefix("text=")).peekable();
    names.peek().is_none() || names.any(|part| name.contains(part))
}

/// The first, and of the second those of other names.
fn together(mut first: Vec<Text>, second: Vec<Text>) -> Vec<Text> {
    for text in second {
        if !first.iter().any(|other| other.name == text.name) {
            first.push(text);
        }
    }
    first
}
