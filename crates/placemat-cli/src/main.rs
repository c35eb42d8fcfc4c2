//! The command `placemat`: are these files UTF-8 (RFC 3629, STD 63), and if not, where and why.
//!
//! A module imports only from the rows below its own.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `check`, `convert` (and `repair`), `inspect`, `backends`, `pages` | the commands |
//! | `output` | findings as a report for people or for programs |
//! | `progress` | the bar on standard error |
//! | `order` | several inputs at a time, with their output in the order of the arguments |
//! | `hint`, `lint` | what an input may be instead of UTF-8; rules of ours |
//! | `conversion` | from one encoding to another |
//! | `stream` | one input, read through a fixed buffer: positions and findings |
//! | `inputs` | arguments, lists and directories as one lazy sequence of inputs |
//! | `source`, `destination` | the files that `convert` and `repair` read and write |
//! | `args` | what can be said on the command line |
//! | `charset` | encodings and their labels |
//! | `reason` | why bytes are invalid, in plain words |
//! | `choice` | which backend validates, and the messages for a `--backend NAME` that will not do |
//! | `sniff` | what a file is, by its first bytes |
//! | `stdio` | standard input and output |
//! | `text` | names of inputs, messages and numbers, in a form that cannot hurt a terminal |
//! | `status` | how the command ends |
//!
//! Memory is bounded, whatever the size of the input, the number of errors and the number of inputs: each
//! worker has one buffer (two, while all validate one large file), and output that must wait for its turn has a limit, at which the worker waits too.

// Not `forbid`: `stdio` has a function that runs before `main`, and `destination` looks at signals.
#![deny(unsafe_code)]

mod args;
mod backend_choice;
mod backends;
mod charset;
mod check;
mod conversion;
mod convert;
mod destination;
mod hint;
mod inputs;
mod inspect;
mod lint;
mod order;
mod output;
mod pages;
mod progress;
mod reason;
mod sniff;
mod source;
mod status;
mod stdio;
mod stream;
mod text;

use std::{
    env,
    io::{self, Write},
    process::ExitCode,
};

use args::Command;
use status::Status;

fn main() -> ExitCode {
    let status = match args::parse(env::args_os().collect()).map(|cli| cli.command) {
        Ok(Command::Check(args)) => check::run(*args),
        Ok(Command::Convert(args)) => convert::run(&args),
        Ok(Command::Repair(args)) => convert::repair(&args),
        Ok(Command::Inspect(args)) => inspect::run(&args),
        Ok(Command::Backends(args)) => backends::run(args.format),
        Ok(Command::Pages(args)) => pages::pages(&args.out),
        Ok(Command::Completions(args)) => pages::completions(args.shell),
        Ok(Command::Man(args)) => pages::man(args.page),
        Err(answer) => print_answer(&answer),
    };
    status.into()
}

/// Prints clap's answer: help that was asked for, or what is wrong with the command line.
fn print_answer(answer: &clap::Error) -> Status {
    if answer.use_stderr() {
        // If standard error is closed, only the exit status is left.
        let _ = answer.print();
        return Status::Trouble;
    }
    let ready = stdio::check_output();
    stdio::status_of(ready.and_then(|()| answer.print()).and_then(|()| io::stdout().flush()))
}
