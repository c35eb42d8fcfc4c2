//! `placemat-conformance`: tests any program that decodes or encodes UTF-8 with the vectors.
//!
//! The chapters "Conformance" and "The adapter's protocol" of the book document its use.

#![forbid(unsafe_code)]

mod args;
mod cases;
mod checker;
mod drive;
mod foreign;
mod own;
mod practice;
mod protocol;
mod questions;
mod reference;
mod report;
mod score;
mod show;

use std::process::ExitCode;

use clap::Parser;

use args::{Args, Task};

/// The exit statuses of `drive` and `score`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    /// No failures.
    Passed,
    /// There were failures.
    Failed,
    /// Nothing could be checked: the command could not be started, or an argument is invalid.
    Impossible,
}

fn main() -> ExitCode {
    let result = match Args::parse().task {
        Task::Drive(drive) => drive::main(&drive),
        Task::Reference { backend } => own::by_name(backend.as_deref())
            .and_then(|decoder| reference::main(&decoder).map_err(|error| error.to_string()))
            .map(|()| Status::Passed),
        #[cfg(unix)]
        Task::Keep => {
            foreign::group::keeper::main();
            Ok(Status::Passed)
        }
        Task::List(choice) => show::list(&choice),
        Task::Show { id } => show::show(&id),
        Task::Vectors(choice) => show::vectors(&choice),
        Task::Score { files, format } => score::main(&files, format),
    };
    match result {
        Ok(Status::Passed) => ExitCode::SUCCESS,
        Ok(Status::Failed) => ExitCode::FAILURE,
        Ok(Status::Impossible) => ExitCode::from(2),
        Err(message) => {
            eprintln!("error: {}", report::printable(&message));
            ExitCode::from(2)
        }
    }
}
