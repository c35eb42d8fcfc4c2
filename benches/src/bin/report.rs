//! The runner: measures, prints tables, writes JSON and HTML, compares with a baseline, checks the targets,
//! saves results and the chapter of the book that is made from them. `cargo xtask bench` starts it.

#![forbid(unsafe_code)]

use std::{fs, io, path::PathBuf, process::ExitCode};

use clap::Parser;
use placemat_benches::{
    baseline, chapter,
    check::{self, Judged},
    contenders::{self, Contender, Kind},
    history, html,
    origin::Origin,
    plan::{self, Extent, Planned},
    quiet::Core,
    record::{FORMAT, Record},
    results, run,
    summary::{Finding, Summary},
    terminal,
    texts::{self, Mix, Text},
};

/// How fast placemat's backends are, compared with their peers: one process, one pinned core, all contenders
/// interleaved.
#[derive(Parser)]
struct Args {
    /// Measure less of everything, in under a minute.
    #[arg(long, conflicts_with = "check")]
    quick: bool,
    /// Take the texts from a folder, every file in it, all of them UTF-8, instead of the generated ones.
    #[arg(long, value_name = "DIR")]
    corpus: Option<PathBuf>,
    /// Measure only these contenders, by name; with `text=PART` only texts (or mixes) whose names contain PART,
    /// with `group=NAME` only that group of cells, with `size=N` only inputs of so many octets.
    #[arg(long, value_name = "NAME", num_args = 1..)]
    only: Vec<String>,
    /// Measure the texts looped as well, the same input again and again, and show both side by side.
    #[arg(long, conflicts_with = "check")]
    looped: bool,
    /// Say what changed since an earlier run, whose report.json this is.
    #[arg(long, value_name = "JSON")]
    baseline: Option<PathBuf>,
    /// Measure what the targets need, and check them: exit status 0 met, 1 missed, 3 too noisy to tell.
    #[arg(long)]
    check: bool,
    /// How many rounds to measure; each contender takes its turn once in each.
    #[arg(long, value_name = "N", default_value_t = 31)]
    rounds: usize,
    /// What texts and samples are made from.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Measure nothing: take an earlier run, whose report.json this is, print its rows and write its report.html;
    /// or, with --check, judge an earlier check once more, by the targets as they are now.
    #[arg(long, value_name = "JSON", conflicts_with_all = ["quick", "corpus", "only", "baseline"])]
    from: Option<PathBuf>,
    /// Save the results of a full run as benches/results/NAME.json, or those of a check beside them, and write
    /// the book's chapters that are made from them.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["quick", "corpus", "only"])]
    save: Option<String>,
    /// The same under the processor's own name, to send in. The file does not identify you, and what it says
    /// of your machine is printed.
    #[arg(long, conflicts_with_all = ["quick", "corpus", "only", "check", "save"])]
    submit: bool,
    /// Measure nothing: write the book's chapters from benches/results.
    #[arg(long, exclusive = true)]
    page: bool,
    /// The folder for report.json, report.html and the reports of earlier runs.
    #[arg(long, value_name = "DIR", default_value = "target/bench")]
    out: PathBuf,
}

fn main() -> ExitCode {
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
    if args.page {
        write_chapters()?;
        return Ok(0);
    }
    let (summary, judged) = match &args.from {
        Some(json) => {
            let record = Record::read(json)?;
            let (summary, judged) = if args.check {
                (Summary::of(&record), Some(check::verdict(&check::targets()?, &record)))
            } else {
                (earlier(&record), None)
            };
            write_page(args, &summary, None)?;
            (summary, judged)
        }
        None => measure(args)?,
    };
    if let Some(name) = name_of_results(args, &summary.origin)? {
        let file = match &judged {
            Some(judged) => judged.save(&results::checks(), &name)?,
            None => results::save(&results::folder(), &name, &summary)?,
        };
        println!("{}", file.display());
        write_chapters()?;
    }
    if args.submit {
        println!("\nThe file says this of your machine, and nothing of you:");
        for line in terminal::head(&summary.origin.impersonal(), summary.rounds, summary.seed) {
            println!("{line}");
        }
        println!("CONTRIBUTING.md says how to send it.");
    }
    Ok(judged.map_or(0, |judged| judged.status()))
}

/// Writes the chapters and their pictures, and prints what README may say, which a test holds it to.
fn write_chapters() -> io::Result<()> {
    let all = results::read(&results::folder())?;
    for (file, content) in chapter::files(&all)? {
        fs::write(&file, content)?;
        println!("{}", file.display());
    }
    for claim in all.iter().filter_map(chapter::claim) {
        println!("README may say: {claim}");
    }
    Ok(())
}

/// A run that was measured before, with its rows.
fn earlier(record: &Record) -> Summary {
    let summary = Summary::of(record);
    for line in terminal::head(&summary.origin, summary.rounds, summary.seed) {
        println!("{line}");
    }
    let mut group = None;
    for finding in &summary.findings {
        print_rows(finding, &mut group);
    }
    print_trust(&summary);
    print_beside(&summary);
    summary
}

fn measure(args: &Args) -> io::Result<(Summary, Option<Judged>)> {
    if args.rounds < 30 {
        return Err(io::Error::other("fewer than 30 rounds say too little"));
    }
    let baseline = args.baseline.as_deref().map(Record::read).transpose()?;
    let origin = Origin::find(run::pin());
    name_of_results(args, &origin)?.iter().try_for_each(|name| results::may_save(name, &origin))?;
    let contenders = chosen(contenders::all(), &args.only)?;
    let (texts, mixes) = texts_and_mixes(args)?;
    let shares = chosen_shares(args);
    let targets = args.check.then(check::targets).transpose()?;
    let mut record =
        Record { format: FORMAT, origin, rounds: args.rounds, seed: args.seed, cells: Vec::new() };
    for line in terminal::head(&record.origin, record.rounds, record.seed) {
        println!("{line}");
    }
    let mut cells = match &targets {
        Some(targets) => check::cells(targets, &contenders, &texts, &mixes, &shares),
        None => {
            let extent = if args.quick { Extent::Quick } else { Extent::Full };
            let mut cells = plan::cells(extent, &contenders, &texts, &mixes);
            cells.extend(plan::shares(extent, &contenders, &shares));
            if args.looped {
                let texts: Vec<_> = shares.iter().chain(&texts).collect();
                cells.extend(plan::looped(extent, &contenders, &texts));
            }
            cells
        }
    };
    keep_chosen(&mut cells, &args.only)?;
    println!("{:10} {}", "cells", cells.len());
    let (mut core, mut group) = (Core::listen(), None);
    let mut advance = progress("measured", cells.len());
    record.cells = run::run(&mut core, cells, args.rounds, args.seed, |cell| {
        // In a check, rows of chosen contenders say little; the verdicts come at the end.
        if args.check {
            advance();
        } else if let Some(finding) = Finding::of(cell, &record.origin) {
            print_rows(&finding, &mut group);
        }
    })?;
    let judged = match &targets {
        None => None,
        Some(targets) => {
            println!();
            let again = |cells: Vec<Planned>, rounds| {
                let mut advance = progress("measured again", cells.len());
                run::run(&mut core, cells, rounds, args.seed ^ 0xA6A1, |_| advance())
            };
            Some(check::judge(targets, &mut record, &contenders, &texts, &mixes, &shares, again)?)
        }
    };
    // Only now, since a check may have measured again: the files have the times that the verdicts are from.
    let summary = Summary::of(&record);
    if !args.check {
        print_trust(&summary);
        print_beside(&summary);
    }
    let changes = baseline.map(|baseline| baseline::changes(&baseline, &record));
    if let Some(changes) = &changes {
        println!("\n{changes}");
    }
    println!();
    for json in history::write(&args.out, &record)? {
        println!("{}", json.display());
    }
    write_page(args, &summary, changes.as_deref())?;
    Ok((summary, judged))
}

/// Says how far a check has come: a line for each twentieth of its cells.
fn progress(what: &str, count: usize) -> impl FnMut() {
    let (mut done, step) = (0, count.div_ceil(20).max(1));
    move || {
        done += 1;
        if done % step == 0 || done == count {
            println!("{what} {done} of {count}");
        }
    }
}

/// The name of the file in benches/results, if one is to be written.
fn name_of_results(args: &Args, origin: &Origin) -> io::Result<Option<String>> {
    if !args.submit {
        return Ok(args.save.clone());
    }
    let name = origin.file_name().ok_or_else(|| {
        io::Error::other("the system does not tell the processor's name: choose one with --save NAME")
    })?;
    if results::folder().join(format!("{name}.json")).exists() {
        return Err(io::Error::other(format!("there are results for {name}; --save {name} replaces them")));
    }
    Ok(Some(name))
}

fn write_page(args: &Args, summary: &Summary, changes: Option<&str>) -> io::Result<()> {
    fs::create_dir_all(&args.out)?;
    let page = args.out.join("report.html");
    fs::write(&page, html::page(summary, changes))?;
    println!("{}", page.display());
    Ok(())
}

fn print_rows(finding: &Finding, group: &mut Option<placemat_benches::record::Group>) {
    if group.replace(finding.group()) != Some(finding.group()) {
        println!("\n{}", terminal::heading(finding.group()));
    }
    for row in terminal::rows(finding) {
        println!("{row}");
    }
}

fn print_trust(summary: &Summary) {
    println!();
    for line in [terminal::trust(summary), terminal::children(summary)].concat() {
        println!("{line}");
    }
}

fn print_beside(summary: &Summary) {
    let lines = terminal::beside(summary);
    if !lines.is_empty() {
        println!("\n{}", lines.join("\n"));
    }
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

/// The texts and mixes that were asked for.
fn texts_and_mixes(args: &Args) -> io::Result<(Vec<Text>, Vec<Mix>)> {
    let generated = texts::generated(args.seed);
    let mut texts = match &args.corpus {
        None => generated,
        // The targets name texts of which a folder may lack some.
        Some(folder) if args.check => together(texts::read_folder(folder)?, generated),
        Some(folder) => texts::read_folder(folder)?,
    };
    let mut mixes = texts::mixes(args.seed);
    let shares = chosen_shares(args);
    texts.retain(|text| is_chosen(&text.name, &args.only));
    mixes.retain(|mix| is_chosen(&mix.name, &args.only));
    for part in args.only.iter().filter_map(|name| name.strip_prefix("text=")) {
        let names = texts.iter().chain(&shares).map(|text| &text.name);
        let mut names = names.chain(mixes.iter().map(|mix| &mix.name));
        if !names.any(|name| name.contains(part)) {
            return Err(io::Error::other(format!("there is no text {part}")));
        }
    }
    Ok((texts, mixes))
}

/// The texts with a share of blocks that are not ASCII, as far as they were asked for.
fn chosen_shares(args: &Args) -> Vec<Text> {
    let mut shares = texts::shares(args.seed);
    shares.retain(|text| is_chosen(&text.name, &args.only));
    shares
}

/// Leaves the cells of the groups and sizes that were asked for.
fn keep_chosen(cells: &mut Vec<Planned>, only: &[String]) -> io::Result<()> {
    let groups: Vec<_> = only.iter().filter_map(|name| name.strip_prefix("group=")).collect();
    let sizes: Vec<_> = only.iter().filter_map(|name| name.strip_prefix("size=")).collect();
    cells.retain(|cell| groups.is_empty() || groups.contains(&cell.group.name()));
    cells.retain(|cell| sizes.is_empty() || sizes.contains(&cell.size.to_string().as_str()));
    if cells.is_empty() {
        return Err(io::Error::other("nothing of that is measured"));
    }
    Ok(())
}

/// Whether a text was asked for.
fn is_chosen(name: &str, only: &[String]) -> bool {
    let mut names = only.iter().filter_map(|name| name.strip_prefix("text=")).peekable();
    names.peek().is_none() || names.any(|part| name.contains(part))
}

/// All of the first, and those of the second that have other names.
fn together(mut first: Vec<Text>, second: Vec<Text>) -> Vec<Text> {
    for text in second {
        if !first.iter().any(|other| other.name == text.name) {
            first.push(text);
        }
    }
    first
}
