//! Compares contenders on texts; see `--help`.

#![forbid(unsafe_code)]

use std::{io, path::PathBuf, process::ExitCode};

use clap::Parser;
use placemat_benches::{
    arena::Arena,
    contenders::{self, Contender, Kind},
    interleave::Cell,
    loads::Load,
    stats::{Ratio, median_of},
    texts,
};

/// How fast placemat's backends are, beside their peers: ratios from one interleaved run, pinned to one core.
#[derive(Parser)]
struct Args {
    /// The folder with the texts: every file in it, all of them UTF-8; without it, the generated texts.
    #[arg(long, value_name = "DIR")]
    corpus: Option<PathBuf>,
    /// Octets of an input.
    #[arg(long, value_name = "N", default_values_t = [1 << 20])]
    size: Vec<usize>,
    /// Short strings of shuffled lengths instead.
    #[arg(long)]
    short: bool,
    /// The contender that the ratios are to.
    #[arg(long, value_name = "NAME", default_value = "std")]
    against: String,
    /// Only these contenders, and the one that the ratios are to.
    #[arg(long, value_name = "NAME", num_args = 1..)]
    only: Vec<String>,
    /// Only texts (or mixes) whose names contain one of these.
    #[arg(long, value_name = "NAME", num_args = 1..)]
    text: Vec<String>,
    /// Rounds; each contender is timed once in each.
    #[arg(long, value_name = "N", default_value_t = 41)]
    rounds: usize,
    /// What the texts and samples are made from.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

fn main() -> ExitCode {
    contenders::serve_if_child();
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("compare: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &Args) -> io::Result<()> {
    let pinned = core_affinity::get_core_ids()
        .and_then(|cores| cores.last().copied())
        .is_some_and(core_affinity::set_for_current);
    if !pinned {
        eprintln!("compare: not pinned to one core; expect wider intervals");
    }
    let mut contenders = contenders::all();
    let named = |one: &Contender| one.name == args.against || args.only.contains(&one.name);
    // The limits, and the facade in processes of its own, take part where they are asked for by name.
    let usual = |one: &Contender| one.kind != Kind::Limit && !one.name.contains('@');
    contenders.retain(|one| named(one) || (args.only.is_empty() && usual(one)));
    let Some(base) = contenders.iter().position(|one| one.name == args.against) else {
        return Err(io::Error::other(format!("there is no contender {}", args.against)));
    };
    for name in &args.only {
        if !contenders.iter().any(|one| one.name == *name) {
            return Err(io::Error::other(format!("there is no contender {name}")));
        }
    }
    let wanted = |name: &str| args.text.is_empty() || args.text.iter().any(|part| name.contains(part));
    let texts = match (args.short, &args.corpus) {
        (true, _) => Vec::new(),
        (false, Some(folder)) => texts::read_folder(folder)?,
        (false, None) => texts::generated(args.seed),
    };
    let mixes = if args.short { texts::mixes(args.seed) } else { Vec::new() };
    let mut loads: Vec<Load> = mixes.iter().filter(|mix| wanted(&mix.name)).map(Load::Strings).collect();
    for text in texts.iter().filter(|text| wanted(&text.name)) {
        loads.extend(args.size.iter().map(|&size| Load::Pieces { text, size }));
    }
    if loads.is_empty() {
        return Err(io::Error::other(format!("there is no text {}", args.text.join(", "))));
    }
    let cells: Vec<_> = loads.iter().map(|&load| Cell::simple(load, &contenders)).collect();
    // One region for all: the children map it once.
    let mut arena = Arena::new(cells.iter().map(Cell::room).max().unwrap_or(0))?;
    for cell in &cells {
        let measured = cell.run(&mut arena, args.rounds, args.seed)?;
        println!("{}, times {}", cell.loads[0], args.against);
        for (i, lane) in cell.lanes.iter().enumerate() {
            let ratio = Ratio::of(&measured.times[base], &measured.times[i]);
            let time = median_of(&measured.times[i]);
            println!(
                "  {:16} {:7.2}  [{:5.2}, {:5.2}]  {:7.2} GB/s  {:9.1} ns a call",
                lane.contender.name,
                ratio.median,
                ratio.low,
                ratio.high,
                measured.octets[i] / time,
                time / measured.calls[i] as f64,
            );
        }
    }
    Ok(())
}
