//! Inputs, outputs and messages.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use placemat::bom::{self, Form};

use super::guess::{Remembered, Watched};
use super::totals::{Outcome, Totals};
use crate::args::{Bom, DestinationArgs, SelectionArgs};
use crate::charset::{self, Charset};
use crate::conversion::{self, Fix, Plan, Stop, Tally};
use crate::destination::{Destination, Losses};
use crate::failure::{Failure, unwritten};
use crate::inputs::{Found, Input, Inputs};
use crate::place::{Place, pause};
use crate::source::{Source, Utf8};
use crate::text::{Name, shown, warn};
use crate::{hint::Hint, respell::double::Counts, sniff::FileType, status::Status};

/// Why a file is not converted again.
pub(super) const ALREADY: &str = "it is UTF-8 already, and not only ASCII; --force converts it nevertheless";

/// What to do with every input.
#[derive(Clone, Copy)]
pub(super) struct Job<'a> {
    pub(super) plan: Plan,
    pub(super) known: Known,
    pub(super) destination: &'a DestinationArgs,
    pub(super) selection: &'a SelectionArgs,
    /// Write nothing, and report what would change.
    pub(super) check: bool,
    /// Do it in spite of doubts.
    pub(super) force: bool,
}

/// What is known about the encoding of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// It is that of the plan.
    Encoding,
    /// It is UTF-8 or that of the plan.
    UnlessUtf8,
    Nothing,
}

impl Job<'_> {
    /// Returns the worst status of all inputs; of standard input, if there is no path.
    pub(super) fn run(self, paths: &[PathBuf]) -> Status {
        let mut totals = Totals::default();
        if !self.check && !self.destination.in_place {
            let path = match paths {
                [] => Path::new("-"),
                [path] if path.is_dir() => {
                    warn(format_args!("{}: is a directory; add --in-place or --check", shown(path)));
                    return Status::Trouble;
                }
                [path] => path,
                _ => {
                    warn("there is more than one input; --in-place takes several");
                    return Status::Trouble;
                }
            };
            return self.convert_input(path, None, &mut totals);
        }
        let inputs = match Inputs::new(paths, self.selection) {
            Ok(inputs) => inputs,
            Err(message) => {
                warn(message);
                return Status::Trouble;
            }
        };
        let mut has_summary = self.known != Known::Encoding;
        let mut worst = Status::Good;
        for input in inputs {
            has_summary |= matches!(input, Input::Found(_));
            worst = worst.max(match input {
                Input::Stdin => self.convert_input(Path::new("-"), None, &mut totals),
                Input::Named(path) => self.convert_input(&path, None, &mut totals),
                Input::Found(found) if self.destination.is_backup(found.path()) => continue,
                Input::Found(found) => self.convert_input(found.path(), Some(&found), &mut totals),
                Input::Failed(path, error) => {
                    warn(format_args!("{}: {error}", shown(&path)));
                    totals.add(Outcome::Failed);
                    Status::Trouble
                }
                Input::Note(path, text) => {
                    warn(format_args!("{}: {text}", shown(&path)));
                    Status::Good
                }
            });
        }
        if has_summary && !self.destination.quiet {
            warn(totals.words(self.check));
        }
        worst
    }

    /// Handles one input. If it was `found`, the user has not named it, only a directory above it.
    fn convert_input(self, path: &Path, found: Option<&Found>, totals: &mut Totals) -> Status {
        let name = shown(path);
        let (outcome, status) = match self.convert(path, &name, found) {
            Ok(Outcome::Changed) if self.check => (Outcome::Changed, Status::Invalid),
            Ok(outcome) => (outcome, Status::Good),
            Err(failure) => (Outcome::Failed, failure.report()),
        };
        totals.add(outcome);
        status
    }

    fn convert(self, path: &Path, name: &str, found: Option<&Found>) -> Result<Outcome, Failure> {
        let trouble = |error: io::Error| Failure::Trouble(format!("{name}: {error}"));
        let invalid = |reason: &str| Failure::Invalid(format!("{name}: {reason}"));
        let &DestinationArgs { in_place, keep_times, ref backup, .. } = self.destination;
        let is_file = path != Path::new("-");
        if in_place && !is_file {
            return Err(trouble(io::Error::other("standard input cannot be replaced")));
        }
        let place = match found {
            Some(found) => Some(found.place()),
            None => (is_file && (in_place || self.check)).then(|| Place::named(path)),
        };
        let place = place.transpose().map_err(trouble)?;
        // Before the source is read, so that a later change by another program is noticed.
        let replacement = match place.clone().filter(|_| in_place) {
            Some(place) => {
                Destination::must_be_regular(&place).map_err(trouble)?;
                let losses = if self.force { Losses::Accepted } else { Losses::Forceable };
                Some(Destination::in_place(place, keep_times, backup.as_deref(), losses))
            }
            None => None,
        };
        pause("reading");
        let source = match &place {
            Some(place) if in_place || found.is_some() => place.open(false).and_then(Source::new),
            _ => Source::open(path),
        };
        let mut source = source.map_err(trouble)?;
        if let Some(Ok(replacement)) = &replacement {
            replacement.must_replace(&source).map_err(trouble)?;
        }
        if self.is_fallback() || self.known != Known::Encoding {
            source = source.rewindable().map_err(trouble)?;
        }
        if found.is_some() {
            let head = source.peek().map_err(trouble)?;
            let is_utf16 = bom::detect(head).is_some_and(|form| form != Form::Utf8);
            match FileType::of(head) {
                FileType::Binary => return Ok(Outcome::Binary),
                FileType::Text if !is_utf16 => {}
                _ if self.known == Known::Nothing || self.plan.from.is_wide() => {}
                _ => return Err(invalid("it is UTF-16 or UTF-32; name it to convert it all the same")),
            }
        }
        let mut plan = self.plan;
        let changes_file = (in_place || self.check) && !self.force && plan.fix.is_none();
        let utf8 = if changes_file || self.known != Known::Encoding {
            source.encoding().map_err(trouble)?
        } else {
            Utf8::No
        };
        let mut source = Remembered::new(source, self.destination.quiet);
        plan.from = self.encoding(path, name, utf8, &mut source)?;
        if utf8 == Utf8::No
            && let Some(reason) = self.refusal(path, &mut source)
        {
            return Err(invalid(&reason));
        }
        let is_done = plan.from == Charset::Utf8 && plan.to == Charset::Utf8 && plan.bom == Bom::Keep;
        if self.known != Known::Encoding && is_done && (in_place || self.check) {
            return Ok(Outcome::Utf8);
        }
        let output = if in_place { Some(path) } else { self.destination.output.as_deref() };
        let compared = place.filter(|_| self.check && source.source().file().is_some());
        let destination = replacement.unwrap_or_else(|| match (compared, output) {
            (Some(place), _) => Destination::compare(place),
            _ if self.check => Ok(Destination::Nowhere),
            (_, Some(output)) => Destination::file(output, source.source()),
            (_, None) => Destination::stdout(source.source()),
        });
        let destination = destination.map_err(|error| unwritten(output, &error))?;
        Self { plan, ..self }.write(path, name, source, destination, output)
    }

    /// The encoding of the input, if it is certain and can be converted.
    fn encoding(
        self, path: &Path, name: &str, utf8: Utf8, source: &mut Remembered,
    ) -> Result<Charset, Failure> {
        const OR_REPAIR: &str = ", or replace its errors with `placemat repair`";
        match self.known {
            Known::Encoding if utf8 == Utf8::BeyondAscii && !self.plan.from.has_utf8() => {
                return Err(Failure::Invalid(format!("{name}: {ALREADY}")));
            }
            Known::UnlessUtf8 if utf8 != Utf8::No => return Ok(Charset::Utf8),
            Known::Encoding | Known::UnlessUtf8 => return Ok(self.plan.from),
            Known::Nothing => {}
        }
        let (hint, likely) = source.hint(path);
        source.source().rewind().map_err(|error| Failure::Trouble(format!("{name}: {error}")))?;
        let label = hint.as_ref().and_then(Hint::convert_from);
        if let Some(Ok(charset)) = label.map(|label| charset::by_label(&label)) {
            return Ok(charset);
        }
        if utf8 != Utf8::No {
            return Ok(Charset::Utf8);
        }
        let (words, or) = match hint {
            Some(hint) if hint.is_another() => (format!(" ({})", hint.words()), ""),
            Some(hint) => (format!(" ({})", hint.words()), OR_REPAIR),
            None if likely.is_empty() => (String::new(), OR_REPAIR),
            None => (format!(" (perhaps {likely}, or a mixture: `placemat repair --fallback`)"), ""),
        };
        Err(Failure::Invalid(format!("{name}: its encoding is not certain{words}; name it with --from{or}")))
    }

    /// Converts an input to its destination.
    fn write(
        self, path: &Path, name: &str, mut source: Remembered, mut destination: Destination,
        output: Option<&Path>,
    ) -> Result<Outcome, Failure> {
        let Self { mut plan, .. } = self;
        if let Some(Fix::Double(counts)) = &mut plan.fix {
            *counts = Counts::of(path);
        }
        let trouble = |error: io::Error| Failure::Trouble(format!("{name}: {error}"));
        let invalid = |error: io::Error| Failure::Invalid(format!("{name}: {error}"));
        let is_stdout = destination.is_stdout();
        let failure = |stop, source: &mut Remembered| match stop {
            Stop::Problem(problem) => {
                let hint = if plan.guessed { source.hint(path).0 } else { None };
                let advice = match plan.fix {
                    Some(Fix::Double(_) | Fix::Remove(_)) => format!(
                        "; first use `placemat repair {}`, or its --fallback if these bytes are another encoding",
                        Name::new(path).in_command()
                    ),
                    _ => hint.map_or_else(String::new, |hint| format!("; {}", hint.words())),
                };
                Failure::Invalid(format!("{name}:{problem}{advice}"))
            }
            Stop::NoBom(charset) => Failure::Trouble(format!(
                "{name}: no byte order mark at the start says the order of the bytes; name {charset}LE or \
                 {charset}BE"
            )),
            Stop::Read(error) if error.kind() == io::ErrorKind::InvalidData => invalid(error),
            Stop::Read(error) => trouble(error),
            Stop::Write(error) if is_stdout => Failure::Stdout(error),
            Stop::Write(error) => unwritten(output, &error),
        };
        let accept = |tally: &Tally| match tally.changes.damage() {
            Some(damage) if self.is_fallback() && !self.force => Err(Failure::Invalid(format!(
                "{name}: its invalid bytes look like damaged UTF-8 ({damage}); `placemat repair` alone replaces them, \
                 and --force decodes them nevertheless"
            ))),
            _ => Ok(()),
        };
        // A file in another encoding, or one that cannot be repaired, produces no output at all.
        if (plan.guessed || self.is_fallback()) && destination.is_final() && source.source().rewind().is_ok()
        {
            let tried = conversion::run(plan, &mut Watched::new(&mut source, false), &mut io::sink());
            accept(&tried.map_err(|stop| failure(stop, &mut source))?)?;
            source.source().rewind().map_err(trouble)?;
        }
        let mut input = Watched::new(&mut source, is_stdout && io::stdout().is_terminal());
        let converted = conversion::run(plan, &mut input, &mut destination);
        drop(input);
        let tally = converted.map_err(|stop| failure(stop, &mut source))?;
        accept(&tally)?;
        drop(source);
        let changes = destination.commit().map_err(|error| unwritten(output, &error))?;
        self.report(name, &tally, changes);
        let changes = changes || tally.errors > 0 || tally.changes.number > 0;
        Ok(if changes { Outcome::Changed } else { Outcome::Same })
    }

    fn is_fallback(self) -> bool {
        matches!(self.plan.fix, Some(Fix::Fallback(_)))
    }
}
