//! Compares backends of this build with the suite and prints the reports.
//!
//! ```text
//! cargo run --release -p placemat --features dfa --example suite -- [--backend NAME]... [--quick] [--threads N] [--record] [--convert] [ROW...]
//! ```
//!
//! With `--record` the reports are machine-readable (see `Report::record`), after `#` lines that describe
//! this build and machine.
//!
//! Without names of rows, those about conversions are run with `--convert`, and the others without.

use std::process::ExitCode;

use placemat::backend;
use placemat_conformance::contract::{Decoder, Std};
use placemat_conformance::suite::{self, Options, Row};

#[path = "../tests/decoder/mod.rs"]
mod decoder;

fn main() -> ExitCode {
    match run(std::env::args().skip(1)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(usage) => {
            eprintln!("{usage}");
            ExitCode::from(2)
        }
    }
}

fn run(mut arguments: impl Iterator<Item = String>) -> Result<bool, String> {
    let mut options = Options::full();
    let mut backends = Vec::new();
    let mut rows = Vec::new();
    let (mut record, mut conversions) = (false, false);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or_else(|| format!("{argument} needs a value"));
        match argument.as_str() {
            "--backend" => backends.push(value()?),
            "--threads" => {
                options.threads = value()?.parse().map_err(|error| format!("--threads: {error}"))?;
            }
            "--record" => record = true,
            "--convert" => conversions = true,
            "--quick" => options.depth = suite::Depth::Quick,
            row if suite::rows().any(|(name, _)| name == row) => rows.push(argument),
            other => {
                let names: Vec<_> = suite::rows().map(|(name, _)| name).collect();
                return Err(format!(
                    "{other}: neither an option nor a row; the rows are {}",
                    names.join(", ")
                ));
            }
        }
    }
    let names = suite::rows().map(|(name, _)| name);
    let is_wanted = |name: &&str| match rows.is_empty() {
        true => name.starts_with("convert-") == conversions && !name.starts_with("older-"),
        false => rows.iter().any(|row| row == name),
    };
    let rows: Vec<&str> = names.filter(is_wanted).collect();
    options = options.only(&rows);
    let progress = |row: &Row| eprint!("{row}");
    options.progress = Some(&progress);

    if record {
        header();
    }
    let mut passed = true;
    let mut held = |decoder: &dyn Decoder| {
        let report = suite::run(decoder, &options);
        if record {
            print!("{}", report.record());
        } else {
            println!("{report}");
        }
        passed &= report.passed();
    };
    for name in &backends {
        match name.as_str() {
            "std" => held(&Std),
            name => {
                let entry = backend::by_name(name).map_err(|error| error.to_string())?;
                held(&decoder::Placemat(Some(entry.get().map_err(|missing| missing.to_string())?)));
            }
        }
    }
    if backends.is_empty() {
        if !conversions {
            held(&Std);
        }
        for entry in backend::all() {
            match entry.get() {
                Ok(backend) => held(&decoder::Placemat(Some(backend))),
                Err(missing) if record => println!("# not run\t{}\t{missing}", entry.name()),
                Err(missing) => println!("{}: not run: {missing}", entry.name()),
            }
        }
    }
    Ok(passed)
}

/// Prints the properties that may differ between machines.
fn header() {
    use std::env::consts::{ARCH, OS};
    let endian = if cfg!(target_endian = "big") { "big" } else { "little" };
    println!("# machine\t{ARCH} {OS}, {endian}-endian, addresses of {} bits", usize::BITS);
    let active = backend::active();
    println!("# active\t{}\t{}", active.entry.name(), active.why);
}
