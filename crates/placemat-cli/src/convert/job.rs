//! Inputs, outputs and messages.

use std::{
    io,
    path::{Path, PathBuf},
};

use super::guess::Remembered;
use crate::{
    args::{DestinationArgs, OnError},
    conversion::{self, Plan, Stop, Tally},
    destination::Destination,
    source::Source,
    status::Status,
    stdio,
    text::{number, shown, warn},
};

/// What to do with every input.
#[derive(Clone, Copy)]
pub(super) struct Job<'a> {
    pub(super) plan: Plan,
    pub(super) destination: &'a DestinationArgs,
    /// Write nothing, and report whether there are errors.
    pub(super) check: bool,
    /// Convert inputs that are already UTF-8 as well.
    pub(super) force: bool,
}

impl Job<'_> {
    /// Returns the worst status of all inputs; of standard input, if there is no path.
    pub(super) fn run(self, paths: &[PathBuf]) -> Status {
        let many = self.check || self.destination.in_place;
        if paths.len() > 1 && !many {
            warn("there is more than one input; --in-place takes several");
            return Status::Trouble;
        }
        let stdin = [PathBuf::from("-")];
        let paths = if paths.is_empty() { &stdin } else { paths };
        paths.iter().map(|path| self.one(path)).max().unwrap_or(Status::Good)
    }

    fn one(self, path: &Path) -> Status {
        let name = shown(path);
        match self.convert(path, &name) {
            Ok(tally) => self.report(&name, &tally),
            Err(Failure::Invalid(message)) => {
                warn(message);
                Status::Invalid
            }
            Err(Failure::Trouble(message)) => {
                warn(message);
                Status::Trouble
            }
            Err(Failure::Stdout(error)) => stdio::status_of(Err(error)),
        }
    }

    fn convert(self, path: &Path, name: &str) -> Result<Tally, Failure> {
        let trouble = |error: io::Error| Failure::Trouble(format!("{name}: {error}"));
        let (source, mut destination, output) = if self.destination.in_place && !self.check {
            if path == Path::new("-") {
                return Err(trouble(io::Error::other("standard input cannot be replaced")));
            }
            // Before the source is opened, because opening a pipe waits for its other end.
            let destination = Destination::in_place(path, self.destination.keep_times).map_err(trouble)?;
            let mut source = Source::open(path).map_err(trouble)?;
            if !self.force && !self.plan.from.has_utf8() && source.is_utf8_beyond_ascii().map_err(trouble)? {
                return Err(Failure::Invalid(format!("{name}: {ALREADY}")));
            }
            (source, destination, Some(path))
        } else {
            let source = Source::open(path).map_err(trouble)?;
            let output = self.destination.output.as_deref();
            let destination = match output {
                _ if self.check => Ok(Destination::Nowhere),
                Some(output) => Destination::file(output, &source),
                None => Destination::stdout(&source),
            };
            (source, destination.map_err(|error| unwritten(output, &error))?, output)
        };
        let is_stdout = destination.is_stdout();
        let mut source = Remembered::new(source);
        let failure = |stop, source: &mut Remembered| match stop {
            Stop::Problem(problem) => {
                let hint = if self.plan.guessed { source.hint(path) } else { None };
                let hint = hint.map_or_else(String::new, |hint| format!("; {}", hint.words()));
                Failure::Invalid(format!("{name}:{problem}{hint}"))
            }
            Stop::NoSignature(charset) => Failure::Trouble(format!(
                "{name}: no signature at the start says the order of the bytes; name {charset}LE or \
                 {charset}BE"
            )),
            Stop::Read(error) => trouble(error),
            Stop::Write(error) if is_stdout => Failure::Stdout(error),
            Stop::Write(error) => unwritten(output, &error),
        };
        // A file in another encoding produces no output at all.
        if self.plan.guessed && is_stdout && source.source().rewind().is_ok() {
            let tried = conversion::run(self.plan, &mut source, &mut io::sink());
            tried.map_err(|stop| failure(stop, &mut source))?;
            source.source().rewind().map_err(trouble)?;
        }
        let tally = conversion::run(self.plan, &mut source, &mut destination)
            .map_err(|stop| failure(stop, &mut source))?;
        drop(source);
        destination.commit().map_err(|error| unwritten(output, &error))?;
        Ok(tally)
    }

    /// Reports the errors and remarks.
    fn report(self, name: &str, tally: &Tally) -> Status {
        if !self.destination.quiet {
            if tally.second_signature {
                warn(format_args!(
                    "{name}: another U+FEFF follows the signature; it is a character, and stays"
                ));
            }
            if let Some(char) = tally.undefined {
                let (byte, from) = (u32::from(char), self.plan.from);
                warn(format_args!("{name}: {byte:02X} is not defined in {from}; it became U+{byte:04X}"));
            }
        }
        let Some(first) = &tally.first else { return Status::Good };
        let errors = number(tally.errors, "error", "errors");
        let done = match self.plan.on_error {
            _ if self.check => "to replace",
            OnError::Fail | OnError::Replace => "replaced",
            OnError::Escape => "escaped",
            OnError::Skip => "left out",
        };
        if !self.destination.quiet {
            warn(format_args!("{name}: {errors} {done}; the first: {first}"));
            if self.plan.on_error == OnError::Skip {
                warn(format_args!("{name}: {DELETION}"));
            }
        }
        if self.check { Status::Invalid } else { Status::Good }
    }
}

/// The error message if the output is missing or incomplete.
enum Failure {
    /// The input is invalid, or cannot be represented.
    Invalid(String),
    Trouble(String),
    /// Standard output cannot be written, or its reader has closed it.
    Stdout(io::Error),
}

/// The error if an output cannot be created or written.
fn unwritten(output: Option<&Path>, error: &io::Error) -> Failure {
    let name = output.map_or_else(|| "standard output".to_owned(), shown);
    Failure::Trouble(format!("{name}: {error}"))
}

/// Why a file is not converted again.
const ALREADY: &str = "it is UTF-8 already, and not only ASCII; --force converts it nevertheless";

/// The risk of `--on-error skip`.
const DELETION: &str = "what stood on both sides of an error is together now and may mean something else; check \
                        the result, not the input (RFC 3629, section 10)";
