//! Inputs, outputs and messages.

use std::{
    io,
    path::{Path, PathBuf},
};

use super::{
    conversion::{self, Plan, Tally},
    stop::Stop,
};
use crate::{
    args::{DestinationArgs, OnError},
    destination::Destination,
    source::Source,
    status::Status,
    stdio,
    text::{complain, number, shown},
};

/// What is to be done with every input.
#[derive(Clone, Copy)]
pub(crate) struct Job<'a> {
    pub(crate) plan: Plan,
    pub(crate) destination: &'a DestinationArgs,
    /// Write nothing, and say whether there are errors.
    pub(crate) check: bool,
}

impl Job<'_> {
    /// The worst status of all inputs; of standard input, if there is no path.
    pub(crate) fn run(self, paths: &[PathBuf]) -> Status {
        let many = self.check || self.destination.in_place;
        if paths.len() > 1 && !many {
            complain("there is more than one input; --in-place takes several");
            return Status::Trouble;
        }
        let stdin = [PathBuf::from("-")];
        let paths = if paths.is_empty() { &stdin } else { paths };
        paths.iter().map(|path| self.one(path)).max().unwrap_or(Status::Good)
    }

    fn one(self, path: &Path) -> Status {
        let name = shown(path);
        let trouble = |error: io::Error| {
            complain(format_args!("{name}: {error}"));
            Status::Trouble
        };
        let mut source = match Source::open(path) {
            Ok(source) => source,
            Err(error) => return trouble(error),
        };
        let (output, destination) = self.destination(path, &source);
        let mut destination = match destination {
            Ok(destination) => destination,
            Err(error) => {
                complain(format_args!("{output}: {error}"));
                return Status::Trouble;
            }
        };
        let result = conversion::run(self.plan, &mut source, &mut destination);
        let committed = match result {
            Ok(tally) => destination.commit().map(|()| tally),
            Err(Stop::Problem(problem)) => {
                complain(format_args!("{name}:{problem}"));
                return Status::Ill;
            }
            Err(Stop::NoSignature(charset)) => {
                complain(format_args!(
                    "{name}: no signature at the start says the order of the bytes; name {charset}LE or \
                     {charset}BE"
                ));
                return Status::Trouble;
            }
            Err(Stop::Read(error)) => return trouble(error),
            Err(Stop::Write(error)) => Err(error),
        };
        match committed {
            Ok(tally) => self.report(&name, &tally),
            Err(error) if output == STDOUT => stdio::status_of(Err(error)),
            Err(error) => {
                complain(format_args!("{output}: {error}"));
                Status::Trouble
            }
        }
    }

    /// Where the output of this input goes, and what that is called.
    fn destination(self, path: &Path, source: &Source) -> (String, io::Result<Destination>) {
        let DestinationArgs { output, in_place, keep_times, .. } = self.destination;
        match output {
            _ if self.check => (STDOUT.to_owned(), Ok(Destination::Nowhere)),
            _ if *in_place && path == Path::new("-") => {
                (shown(path), Err(io::Error::other("standard input cannot be replaced")))
            }
            _ if *in_place => (shown(path), Destination::in_place(path, *keep_times)),
            Some(output) => (shown(output), Destination::file(output, source)),
            None => (STDOUT.to_owned(), Destination::stdout(source)),
        }
    }

    /// Says what was done about errors.
    fn report(self, name: &str, tally: &Tally) -> Status {
        let Some(first) = &tally.first else { return Status::Good };
        let errors = number(tally.errors, "error", "errors");
        let done = match self.plan.on_error {
            _ if self.check => "to replace",
            OnError::Fail | OnError::Replace => "replaced",
            OnError::Escape => "escaped",
            OnError::Skip => "left out",
        };
        if !self.destination.quiet {
            complain(format_args!("{name}: {errors} {done}; the first: {first}"));
            if self.plan.on_error == OnError::Skip {
                complain(format_args!("{name}: {DELETION}"));
            }
        }
        if self.check { Status::Ill } else { Status::Good }
    }
}

/// What may come of `--on-error skip`.
const DELETION: &str = "what stood on both sides of an error is together now and may mean something else; check \
                        the result, not the input (RFC 3629, section 10)";

/// What standard output is called in messages.
const STDOUT: &str = "standard output";
