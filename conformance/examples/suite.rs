//! Holds backends of this build against the suite and prints the reports.
//!
//! ```text
//! cargo run --release -p placemat-conformance --example suite -- [--backend NAME] [--quick] [--threads N] [--record] [ROW...]
//! ```
//!
//! With `--record` the reports are for programs (see `Report::record`), after lines about this build and
//! machine that begin with `#`.

use std::process::ExitCode;

use placemat_conformance::{
    subject::{Std, Subject},
    suite::{self, Options, Row},
};

#[path = "../tests/common/mod.rs"]
mod common;

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
    let mut backend = None;
    let mut rows = Vec::new();
    let mut record = false;
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or_else(|| format!("{argument} needs a value"));
        match argument.as_str() {
            "--backend" => backend = Some(value()?),
            "--threads" => {
                options.threads = value()?.parse().map_err(|error| format!("--threads: {error}"))?;
            }
            "--record" => record = true,
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
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    if !rows.is_empty() {
        options = options.only(&rows);
    }
    let progress = |row: &Row| eprint!("{row}");
    options.progress = Some(&progress);

    if record {
        header();
    }
    let mut passed = true;
    let mut held = |subject: &dyn Subject| {
        let report = suite::run(subject, &options);
        if record {
            print!("{}", report.record());
        } else {
            println!("{report}");
        }
        passed &= report.passed();
    };
    match backend.as_deref() {
        Some("std") => held(&Std),
        Some(name) => {
            let entry = placemat::backend::by_name(name).map_err(|error| error.to_string())?;
            held(&common::Placemat(Some(entry.get().map_err(|missing| missing.to_string())?)));
        }
        None => {
            held(&Std);
            for entry in placemat::backend::all() {
                match entry.get() {
                    Ok(backend) => held(&common::Placemat(Some(backend))),
                    Err(missing) if record => println!("# not run\t{}\t{missing}", entry.name()),
                    Err(missing) => println!("{}: not run: {missing}", entry.name()),
                }
            }
        }
    }
    Ok(passed)
}

/// Lines about what may differ from machine to machine.
fn header() {
    use std::env::consts::{ARCH, OS};
    let endian = if cfg!(target_endian = "big") { "big" } else { "little" };
    println!("# machine\t{ARCH} {OS}, {endian}-endian, addresses of {} bits", usize::BITS);
    let active = placemat::backend::active();
    println!("# active\t{}\t{}", active.entry.name(), active.why);
}
