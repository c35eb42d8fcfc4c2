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

use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command};

fn main() -> ExitCode {
    let cli = Cli::parse();
    let status = match cli.command {
        Command::Check(args) => check::run(&args),
        Command::Backends(args) => backends::run(args.format),
        Command::Completions(args) => pages::completions(args.shell),
        Command::Man(args) => pages::man(args.page),
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

/// Writes all of `text` to standard output. A reader who has gone away is no trouble.
fn print(text: &[u8]) -> Status {
    use std::io::{ErrorKind, Write};
    let mut out = std::io::stdout().lock();
    match out.write_all(text).and_then(|()| out.flush()) {
        Ok(()) => Status::Good,
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Status::Good,
        Err(error) => {
            output::complain(format_args!("standard output: {error}"));
            Status::Trouble
        }
    }
}
