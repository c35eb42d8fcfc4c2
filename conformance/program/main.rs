//! `placemat-conformance`: tests any program that decodes or encodes UTF-8 with the vectors.
//!
//! The chapters "Conformance" and "The adapter's protocol" of the book document its use.

#![forbid(unsafe_code)]

mod args;
mod checker;
mod drive;
mod foreign;
mod own;
mod practice;
mod protocol;
mod questions;
mod report;
mod show;

use std::process::ExitCode;

use clap::Parser;

use args::{Args, Task};

fn main() -> ExitCode {
    let result = match Args::parse().task {
        Task::Drive(drive) => drive::main(&drive),
        Task::Reference { backend } => own::by_name(backend.as_deref())
            .and_then(|decoder| decoder.serve().map_err(|error| error.to_string()))
            .map(|()| ExitCode::SUCCESS),
        Task::List(choice) => show::list(&choice),
        Task::Show { id } => show::show(&id),
        Task::Score { files, format } => show::score(&files, format),
    };
    result.unwrap_or_else(|message| {
        eprintln!("error: {}", report::printable(&message));
        ExitCode::from(2)
    })
}
