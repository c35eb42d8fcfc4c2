//! The command `placemat`: checks whether files are UTF-8 (RFC 3629, STD 63), and if not, where and why.
//!
//! A module imports only from rows below its own.
//!
//! | module | contents |
//! | --- | --- |
//! | `check`, `convert` (and `repair`), `lines`, `inspect`, `backends`, `pages` | the commands |
//! | `output` | reports for people and for programs |
//! | `progress` | the progress bar on standard error |
//! | `order` | concurrent inputs, with output in the order of the arguments |
//! | `hint`, `lint` | guesses at the real encoding; rules beyond RFC 3629 |
//! | `conversion` | conversion between encodings |
//! | `respell` | text that was encoded twice, or is not in Normalization Form C |
//! | `stream` | one input, read through a fixed buffer: positions and findings |
//! | `failure` | why an output is missing or incomplete |
//! | `editorconfig` | the encodings that `.editorconfig` files require |
//! | `inputs` | arguments, lists and directories as one lazy sequence of inputs |
//! | `source`, `destination` | the files that `convert` and `repair` read and write |
//! | `place` | files by the descriptor of their directory |
//! | `args` | the command line |
//! | `evidence` | what an input is, by counts over all of it |
//! | `charset` | encodings and their labels |
//! | `reason`, `why` | why bytes are invalid: in any encoding; in UTF-8, in plain words |
//! | `backend_choice` | the backend that validates, and messages for an unusable `--backend NAME` |
//! | `sniff` | the file type, by the first bytes |
//! | `stdio` | standard input and output |
//! | `text` | names of inputs, messages and numbers, safe for a terminal |
//! | `status` | the exit status |
//!
//! Memory is bounded for any size and number of inputs and any number of errors: each worker has one buffer (two,
//! while all validate one large file), and the output that has not been printed is limited; at the limit workers wait.

// Not `forbid`: `stdio` has a function that runs before `main`, and `destination` examines signals.
#![deny(unsafe_code)]

mod args;
mod backend_choice;
mod backends;
mod charset;
mod check;
mod conversion;
mod convert;
mod destination;
mod editorconfig;
mod evidence;
mod failure;
mod hint;
mod inputs;
mod inspect;
mod lines;
mod lint;
mod order;
mod output;
mod pages;
mod place;
mod progress;
mod reason;
mod respell;
mod sniff;
mod source;
mod status;
mod stdio;
mod stream;
mod text;
mod why;

use std::io::{self, Write};
use std::{env, process::ExitCode};

use args::Command;
use status::Status;

fn main() -> ExitCode {
    let status = match args::parse(env::args_os().collect()).map(|cli| cli.command) {
        Ok(Command::Check(args)) => check::run(*args),
        Ok(Command::Convert(args)) => convert::run(&args),
        Ok(Command::Repair(args)) => convert::repair(&args),
        Ok(Command::Lines(args)) => lines::run(&args),
        Ok(Command::Inspect(args)) => inspect::run(&args),
        Ok(Command::Backends(args)) => backends::run(args.format),
        Ok(Command::Pages(args)) => pages::pages(&args.out),
        Ok(Command::Completions(args)) => pages::completions(args.shell),
        Ok(Command::Man(args)) => pages::man(args.page.as_deref()),
        Err(answer) => print_answer(&answer),
    };
    status.into()
}

/// Prints clap's output: help, or an error in the command line.
fn print_answer(answer: &clap::Error) -> Status {
    if answer.use_stderr() {
        // If standard error is closed, only the exit status remains.
        let _ = answer.print();
        return Status::Trouble;
    }
    let ready = stdio::check_output();
    stdio::status_of(ready.and_then(|()| answer.print()).and_then(|()| io::stdout().flush()))
}
