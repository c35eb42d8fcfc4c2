//! `placemat-parquet FILE...`: validates the string columns of Parquet files, row by row.

use std::{env, fs, io, process::ExitCode};

use anyhow::{Context, Result};
use placemat_parquet::{check, timing};

fn main() -> ExitCode {
    let args: Vec<_> = env::args().skip(1).collect();
    if args.is_empty() {
        eprintln!("usage: placemat-parquet FILE...");
        return ExitCode::from(2);
    }
    // Used by `ratios.py`.
    if args == ["--time"] {
        return match timing::serve(io::stdin().lock(), io::stdout().lock()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => fail(&error),
        };
    }
    let mut status = ExitCode::SUCCESS;
    for name in args {
        if let Err(error) = report(&name) {
            status = fail(&error);
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

fn fail(error: &anyhow::Error) -> ExitCode {
    eprintln!("error: {error:#}");
    ExitCode::FAILURE
}
