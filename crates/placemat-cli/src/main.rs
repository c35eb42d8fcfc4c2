//! The command `placemat`: are these files UTF-8 (RFC 3629, STD 63), and if not, where and why.
//!
//! | room | what is in it |
//! | --- | --- |
//! | `args` | what the user can say |
//! | `kernel` | `--backend NAME`, and what is said about a name that will not do |
//! | `inputs` | from arguments, lists and directories to one lazy sequence of inputs |
//! | `check` | the stream of one input: a fixed buffer, positions, findings; and the command around it |
//! | `output` | findings as a report for people or as JSON Lines |
//! | `order` | several inputs at a time, their output in the order of the arguments |
//! | `progress` | the bar on standard error |
//! | `backends`, `pages` | the other commands |
//!
//! The whole of it lives in bounded memory: whatever the input's size, however many errors it has and however
//! many inputs there are, each worker has one buffer, and output that must wait for its turn has a limit behind
//! which the worker waits with it.

#![forbid(unsafe_code)]

mod args;
mod backends;
mod check;
mod inputs;
mod kernel;
mod order;
mod output;
mod pages;
mod progress;

use std::{
    env,
    io::{self, Write},
    process::ExitCode,
};

use clap::Parser;

use args::{Cli, Command};

fn main() -> ExitCode {
    let status = match Cli::try_parse().map(|cli| cli.command) {
        Ok(Command::Check(args)) => check::run(&args),
        Ok(Command::Backends(args)) => backends::run(args.format),
        Ok(Command::Completions(args)) => pages::completions(args.shell),
        Ok(Command::Man(args)) => pages::man(args.page),
        Err(answer) => tell(answer),
    };
    status.into()
}

/// How the command ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Status {
    /// Everything was read, and all of it is UTF-8.
    Good,
    /// Everything was read, and some of it is not UTF-8.
    Ill,
    /// Something could not be read or written, or was asked for in a way that makes no sense.
    Trouble,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(match status {
            Status::Good => 0,
            Status::Ill => 1,
            Status::Trouble => 2,
        })
    }
}

/// Tells what clap has to say: help that was asked for, or what is wrong with the command line.
fn tell(mut answer: clap::Error) -> Status {
    if let Some(first) = env::args_os().nth(1) {
        args::advise(&mut answer, &first);
    }
    let printed = answer.print().and_then(|()| io::stdout().flush());
    if answer.use_stderr() { Status::Trouble } else { status_of(printed) }
}

/// Writes all of `text` to standard output.
fn print(text: &[u8]) -> Status {
    let mut out = io::stdout().lock();
    status_of(out.write_all(text).and_then(|()| out.flush()))
}

/// What became of standard output. A reader who has gone away is no trouble.
fn status_of(written: io::Result<()>) -> Status {
    match written {
        Ok(()) => Status::Good,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Status::Good,
        Err(error) => {
            output::complain(format_args!("standard output: {error}"));
            Status::Trouble
        }
    }
}
