//! `placemat lines`: prints the lines that are not UTF-8, or the others, one input after another.

mod held;
mod out;
mod sort;
mod stop;

use std::io::{self, IsTerminal, Write};
use std::{fs, path::Path};

use same_file::Handle;

use crate::failure::{Failure, unwritten};
use crate::inputs::{Input, Inputs};
use crate::stream::{Sizes, Stream, Tally};
use crate::text::{Name, number, shown, warn};
use crate::{
    args::LinesArgs, destination::Destination, hint::Checked, output::Palette, sniff::FileType,
    source::Source, status::Status, stdio,
};
use out::{Out, Prefix};
use sort::Sort;
use stop::Stop;

/// Sorts the lines of the inputs that the arguments name.
pub(crate) fn run(args: &LinesArgs) -> Status {
    let inputs = Inputs::new(&args.paths, &args.selection).map_err(Failure::Trouble);
    match inputs.and_then(|inputs| Ok((inputs, Job::new(args)?))) {
        Ok((inputs, job)) => job.run(inputs),
        Err(failure) => failure.report(),
    }
}

struct Job<'a> {
    args: &'a LinesArgs,
    sort: Sort<Destination>,
    /// The file that the rejects replace, which must not be an input.
    replaced: Option<Handle>,
    /// The place of the first invalid line.
    first: Option<String>,
    /// The number of binary files that were skipped.
    binary: u64,
    /// Whether names are printed to a terminal, and have to be escaped.
    is_terminal: bool,
    buffer: Vec<u8>,
}

impl<'a> Job<'a> {
    fn new(args: &'a LinesArgs) -> Result<Self, Failure> {
        let mut replaced = None;
        let mut rejects = None;
        if let Some(path) = &args.rejects {
            let failure = |error| unwritten(Some(path), &error);
            if fs::metadata(path).is_ok_and(|of| of.is_file()) {
                let handle = Handle::from_path(path).map_err(failure)?;
                if Handle::stdout().is_ok_and(|stdout| stdout == handle) {
                    return Err(failure(io::Error::other("it is standard output as well")));
                }
                replaced = Some(handle);
            }
            if !args.check {
                rejects = Some(Destination::besides_stdout(path).map_err(failure)?);
            }
        }
        let is_terminal = io::stdout().is_terminal();
        let end = if args.null_data { 0 } else { b'\n' };
        let stdout = || (!args.check && !args.count).then_some(Destination::Stdout);
        let prints_valid = args.valid || args.rejects.is_some();
        let (valid, invalid, prefix) = if prints_valid {
            (stdout(), rejects, None)
        } else {
            let has_prefix = !(args.no_filename && args.no_line_number);
            let prefix = Prefix::new(!args.no_line_number, Palette::for_stdout(args.color));
            (None, stdout(), has_prefix.then_some(prefix))
        };
        let valid = valid.map(|destination| Out::new(destination, end, None));
        let invalid = invalid.map(|destination| Out::new(destination, end, prefix));
        let sort = Sort::new(valid, invalid, end, args.max_rejects.unwrap_or(u64::MAX));
        Ok(Self { args, sort, replaced, first: None, binary: 0, is_terminal, buffer: Vec::new() })
    }

    fn run(mut self, inputs: Inputs) -> Status {
        let mut worst = Status::Good;
        for input in inputs {
            let (path, source) = match input {
                Input::Stdin => ("-".into(), Ok(Source::STDIN)),
                Input::Named(path) => (path.clone(), Source::open(&path)),
                Input::Found(found) => {
                    let source = found.open().and_then(Source::new);
                    let source = source.and_then(|source| self.unless_binary(source));
                    match source.transpose() {
                        Some(source) => (found.into_path(), source),
                        None => continue,
                    }
                }
                Input::Failed(path, error) => (path, Err(error)),
                Input::Note(path, text) => {
                    warn(format_args!("{}: {text}", shown(&path)));
                    continue;
                }
            };
            match source.map(|source| self.sort_input(&path, source)) {
                Ok(Ok(())) => {}
                Err(error) | Ok(Err(Stop::Read(error))) => {
                    warn(format_args!("{}: {error}", shown(&path)));
                    worst = Status::Trouble;
                }
                Ok(Err(stop)) => return self.failure(stop, &path).report().max(self.status()).max(worst),
            }
        }
        if self.binary > 0 {
            warn(format_args!("{} skipped", number(self.binary, "binary file", "binary files")));
        }
        let status = self.status().max(worst);
        let finished = match &self.args.rejects {
            Some(path) if worst > Status::Good && !self.args.check => {
                let name = shown(path);
                Err(Failure::Trouble(format!("{name}: not written, because an input could not be read")))
            }
            Some(path) => self.finish(path),
            None => Ok(()),
        };
        finished.map_or_else(|failure| failure.report().max(status), |()| status)
    }

    /// The file, unless it is binary and has to be skipped.
    fn unless_binary(&mut self, mut source: Source) -> io::Result<Option<Source>> {
        if !self.args.null_data && FileType::of(source.peek()?) == FileType::Binary {
            self.binary += 1;
            return Ok(None);
        }
        Ok(Some(source))
    }

    /// Sorts the lines of one input.
    fn sort_input(&mut self, path: &Path, mut source: Source) -> Result<(), Stop> {
        if self.replaced.as_ref().is_some_and(|rejects| source.is(rejects)) {
            return Err(Stop::Invalid(io::Error::other("it is an input as well")));
        }
        if !self.args.check {
            Destination::stdout(&source).map_err(Stop::Read)?;
        }
        if let Some(prefix) = self.sort.invalid.as_mut().and_then(Out::prefix)
            && !self.args.no_filename
        {
            prefix.set_name(Name::new(path), self.is_terminal);
        }
        let rejects = self.sort.rejects;
        self.sort.lines = 0;
        let tally = self.sort_lines(path, &mut source)?;
        if self.args.count {
            self.print_count(path, self.sort.rejects - rejects).map_err(Stop::Valid)?;
        }
        if !self.args.null_data {
            let hint = Checked { path, head: source.head(), tally: &tally, file: source.file() }.hint();
            if let Some(hint) = hint.filter(|hint| hint.convert_from().is_some()) {
                warn(format_args!("{}: {}", shown(path), hint.words()));
            }
        }
        Ok(())
    }

    /// Reads an input, and sorts its lines.
    fn sort_lines(&mut self, path: &Path, source: &mut Source) -> Result<Tally, Stop> {
        let sizes = if source.file().is_some() { Sizes::to_guess(0) } else { Sizes::to_guess(0).once() };
        let mut stream = Stream::new(None, source, sizes, &mut self.buffer);
        while stream.read().is_some() {
            for part in stream.parts() {
                self.sort.text(part.text.as_bytes())?;
                if let Some(error) = part.error {
                    self.sort.error(error.bytes)?;
                    let place = || format!("{}:{}", shown(path), self.sort.lines + 1);
                    self.first.get_or_insert_with(place);
                }
            }
            self.sort.flush()?;
        }
        let mut tally = stream.tally();
        let failure = tally.failure.take();
        self.sort.end(failure.is_none())?;
        failure.map_or(Ok(tally), |error| Err(Stop::Read(error)))
    }

    fn print_count(&self, path: &Path, rejects: u64) -> io::Result<()> {
        let number = if self.args.valid { self.sort.lines - rejects } else { rejects };
        let mut line = Vec::new();
        if !self.args.no_filename {
            Name::new(path).write(self.is_terminal, &mut line);
            line.push(b':');
        }
        writeln!(line, "{number}")?;
        stdio::Output.write_all(&line)
    }

    /// The status without failures.
    fn status(&self) -> Status {
        let is_good = self.sort.rejects <= self.args.max_rejects.unwrap_or(0);
        if is_good { Status::Good } else { Status::Invalid }
    }

    fn failure(&self, stop: Stop, path: &Path) -> Failure {
        match (stop, &self.args.rejects) {
            (Stop::Invalid(error), Some(rejects)) => unwritten(Some(rejects), &error),
            (Stop::Valid(error) | Stop::Invalid(error), _) => Failure::Stdout(error),
            (Stop::Held(error), _) => Failure::Trouble(format!("temporary file: {error}")),
            (Stop::Read(error), _) => Failure::Trouble(format!("{}: {error}", shown(path))),
            (Stop::TooMany, _) => {
                let most = number(self.args.max_rejects.unwrap_or(0), "invalid line", "invalid lines");
                let line = self.sort.lines + 1;
                Failure::Invalid(format!("more than {most}; stopped at {}:{line}", shown(path)))
            }
        }
    }

    /// Completes the file with the rejects, and reports their number.
    fn finish(self, path: &Path) -> Result<(), Failure> {
        // On systems that cannot replace open files, it must be closed.
        drop(self.replaced);
        if let Some(out) = self.sort.invalid {
            let failure = |error| unwritten(Some(path), &error);
            out.into_inner().and_then(Destination::commit).map_err(failure)?;
        }
        if let Some(first) = self.first {
            let lines = number(self.sort.rejects, "line", "lines");
            let done = if self.args.check { "to reject" } else { "rejected" };
            warn(format_args!("{lines} {done}; the first: {first}"));
        }
        Ok(())
    }
}
