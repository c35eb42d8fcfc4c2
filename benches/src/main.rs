//! Compares contenders on texts; see `--help`.

#![forbid(unsafe_code)]

use std::{io, path::PathBuf, process::ExitCode};

use clap::Parser;
use placemat_benches::{
    contenders, interleave,
    stats::{Ratio, median},
    texts,
};

/// How fast placemat's backends are, beside their peers: ratios from one interleaved run, pinned to one core.
#[derive(Parser)]
struct Args {
    /// The folder with the texts: every `.txt` file in it.
    #[arg(long, value_name = "DIR")]
    corpus: PathBuf,
    /// Octets of an input.
    #[arg(long, value_name = "N", default_values_t = [1 << 20])]
    size: Vec<usize>,
    /// The contender that the ratios are to.
    #[arg(long, value_name = "NAME", default_value = "std")]
    against: String,
    /// Only these contenders, and the one that the ratios are to.
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// Only texts whose names contain one of these.
    #[arg(long, value_name = "NAME")]
    text: Vec<String>,
    /// Rounds; each contender is timed once in each.
    #[arg(long, value_name = "N", default_value_t = 41)]
    rounds: usize,
}

fn main() -> ExitCode {
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
    if !args.only.is_empty() {
        contenders.retain(|one| one.name == args.against || args.only.contains(&one.name));
    }
    let Some(base) = contenders.iter().position(|one| one.name == args.against) else {
        return Err(io::Error::other(format!("there is no contender {}", args.against)));
    };
    for text in texts::read_folder(&args.corpus)? {
        if !args.text.is_empty() && !args.text.iter().any(|name| text.name.contains(name)) {
            continue;
        }
        for &size in &args.size {
            let times = interleave::run(&contenders, &text, size, args.rounds);
            println!("{}, {size} octets, times {}", text.name, args.against);
            for (one, their) in contenders.iter().zip(&times) {
                let ratio = Ratio::of(&times[base], their);
                let inputs = (1usize << 17).div_ceil(size);
                let octets = (size * inputs) as f64 / 1e9;
                let best = their.iter().copied().fold(f64::INFINITY, f64::min);
                println!(
                    "  {:12} {:7.2}  [{:5.2}, {:5.2}]  {:7.2} GB/s, at best {:7.2}",
                    one.name,
                    ratio.median,
                    ratio.low,
                    ratio.high,
                    octets / median(their),
                    octets / best
                );
            }
        }
    }
    Ok(())
}
