//! `placemat-parquet FILE...`: validates the string columns of Parquet files, row by row.

use std::{env, fs, process::ExitCode};

use anyhow::{Context, Result};
use placemat_parquet::check;

fn main() -> ExitCode {
    let args: Vec<_> = env::args().skip(1).collect();
    if args.is_empty() {
        eprintln!("usage: placemat-parquet FILE...");
        return ExitCode::from(2);
    }
    let mut status = ExitCode::SUCCESS;
    for name in args {
        if let Err(error) = report(&name) {
            eprintln!("error: {error:#}");
            status = ExitCode::FAILURE;
        }
    }
    status
}

fn report(name: &str) -> Result<()> {
    let file = fs::read(name).with_context(|| format!("cannot read {name}"))?;
    let read = check(file.into()).with_context(|| name.to_owned())?;
    println!("{name}: {} rows, {} columns of strings: valid UTF-8", read.rows, read.columns);
    Ok(())
}
