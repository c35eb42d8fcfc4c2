//! `placemat check`: the inputs, the workers and the exit status.

mod division;
mod opened;
#[cfg(unix)]
mod pieces;
mod recorder;
mod verdict;

use std::{
    fs::File,
    io,
    iter::Enumerate,
    num::NonZeroUsize,
    path::Path,
    sync::{Arc, Mutex, PoisonError},
    thread,
};

use crate::{
    args::{Binary, BomRule, CheckArgs, ReportFormat},
    backend_choice::BackendChoice,
    hint::{Evidence, Hint},
    inputs::{Input, Inputs},
    lint::Lints,
    order::{Order, Printer, Target, Ticket, Worker},
    output::{Checked, Ended, Style, Sums, Totals},
    progress::Progress,
    status::Status,
    stdio,
    stream::{self, Stopped, Tally},
    text::{Name, warn},
};
use opened::{Opened, Peeked};
use recorder::Recorder;
use verdict::Verdict;

/// The maximum number of concurrent inputs, which keeps their buffers far below 64 MiB.
const MOST_JOBS: usize = 64;

/// Checks all inputs that the arguments name.
pub(crate) fn run(args: CheckArgs) -> Status {
    if args.statistics && !matches!(args.format, ReportFormat::Human | ReportFormat::Json) {
        warn("statistics are for --format human or json");
        return Status::Trouble;
    }
    let inputs = match Inputs::new(&args) {
        Ok(inputs) => inputs,
        Err(message) => {
            warn(message);
            return Status::Trouble;
        }
    };
    let progress = Progress::start(inputs.total(), args.quiet);
    let style = Style::new(&args);
    if let Err(error) = progress.print(Target::Out, style.start().as_bytes()) {
        return stdio::status_of(Err(error));
    }
    let jobs = args.jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
    let jobs = jobs.min(MOST_JOBS);
    let order = Arc::new(Order::new(joined(progress.printer(), style.separator())));
    let work = Arc::new(Shared {
        choice: args.backend.unwrap_or(BackendChoice::Dispatched),
        args,
        jobs,
        whole_machine: Mutex::new(()),
        worst: Verdict::new(style.is_quiet()),
        style,
        inputs: Mutex::new(inputs.enumerate()),
        progress,
        totals: Mutex::default(),
        sums: Mutex::default(),
    });

    for job in 0..jobs {
        let (work, worker) = (Arc::clone(&work), order.worker());
        // Not joined: if the output fails, the command must end even if a worker waits for a pipe.
        let spawned = thread::Builder::new().spawn(move || work.take_turns(&worker));
        if let Err(error) = spawned {
            // Fewer workers only take longer. Without any, the command fails.
            if job == 0 {
                warn(format_args!("cannot start a thread: {error}"));
                return Status::Trouble;
            }
            break;
        }
    }

    let written = order.wait();
    work.progress.finish();
    stdio::status_of(written.and_then(|()| work.summary())).max(work.worst.get())
}

/// A printer of records that start with a separator; removes it from the first one.
fn joined(mut printer: Printer, separator: &'static str) -> Printer {
    let mut begun = false;
    Box::new(move |target, text| {
        let mut text = text;
        if target == Target::Out && !begun && !text.is_empty() {
            begun = true;
            text = text.strip_prefix(separator.as_bytes()).unwrap_or(text);
        }
        printer(target, text)
    })
}

/// The state that all workers share.
struct Shared {
    choice: BackendChoice,
    args: CheckArgs,
    jobs: usize,
    /// Locked while one file is validated by all threads.
    #[cfg_attr(not(unix), expect(dead_code, reason = "there files are not divided"))]
    whole_machine: Mutex<()>,
    style: Style,
    inputs: Mutex<Enumerate<Inputs>>,
    progress: Progress,
    totals: Mutex<Totals>,
    sums: Mutex<Sums>,
    worst: Verdict,
}

impl Shared {
    /// Checks inputs until there are no more.
    fn take_turns(&self, worker: &Worker) {
        let mut buffer = Vec::new();
        loop {
            let next = self.inputs.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((number, input)) = next else { return };
            if self.take_turn(input, worker.turn(number), &mut buffer).is_err() {
                return;
            }
        }
    }

    fn take_turn(&self, input: Input, turn: Ticket<'_>, buffer: &mut Vec<u8>) -> Result<(), Stopped> {
        match input {
            Input::Stdin => self.check(&self.args.stdin_name, Ok(Opened::stdin()), turn, buffer),
            Input::Named(path) => {
                let binary = self.args.binary.unwrap_or(Binary::Check);
                let opened = File::open(&path).and_then(|file| self.open(&path, file, binary));
                self.check(&path, opened, turn, buffer)
            }
            Input::Found(found) => {
                let binary = self.args.binary.unwrap_or(Binary::Skip);
                let opened = found.open().and_then(|file| self.open(found.path(), file, binary));
                self.check(found.path(), opened, turn, buffer)
            }
            Input::Failed(path, error) => self.check(&path, Err(error), turn, buffer),
            Input::Note(path, text) => self.note(&path, &text, turn),
        }
    }

    /// Decides what to do with a file; validates it if it is large and valid.
    fn open(&self, path: &Path, file: File, binary: Binary) -> io::Result<Opened> {
        match Opened::new(path, file, binary)? {
            Opened::Text(mut text) => match text.file().and_then(|file| self.clean_len(file)) {
                None => Ok(Opened::Text(text)),
                Some(bytes) => {
                    text.read_head()?;
                    let tally = Tally { bytes, ..Tally::default() };
                    let hint = self.hint(path, &text, &tally);
                    Ok(Opened::Skipped(Ended::Checked(Checked { tally, hint, lints: 0 })))
                }
            },
            skipped => Ok(skipped),
        }
    }

    fn check(
        &self,
        path: &Path,
        opened: io::Result<Opened>,
        turn: Ticket<'_>,
        buffer: &mut Vec<u8>,
    ) -> Result<(), Stopped> {
        let name = Name::new(path);
        let listing = self.style.listing(name, self.choice.name());
        let lints = Lints::new(self.args.bom == BomRule::Forbid, self.args.nfc);
        let divides = match &opened {
            Ok(Opened::Text(input)) => input.file().and_then(|file| self.len_to_divide(file)).is_some(),
            _ => false,
        };
        let mut recorder = Recorder { listing, lints, broken: 0, divides, found: false, turn, work: self };
        let end = match opened {
            Ok(Opened::Text(input)) => Ended::Checked(self.read(path, input, &mut recorder, buffer)?),
            Ok(Opened::Skipped(end)) => end,
            Err(error) => Ended::failed(error),
        };
        let Recorder { mut listing, mut turn, .. } = recorder;
        if let (Ended::Checked(_), Some(measures)) = (&end, listing.measures()) {
            let mut sums = self.sums.lock().unwrap_or_else(PoisonError::into_inner);
            sums.add(path, &measures, self.style.sums_dirs());
        }
        let status = match &end {
            Ended::Checked(Checked { tally: Tally { failure: Some(error), .. }, .. }) => {
                turn.write(Target::Err, |text| name.warn(error, text));
                Status::Trouble
            }
            Ended::Checked(Checked { tally: Tally { errors: 0, .. }, lints: 0, .. })
            | Ended::Binary { .. } => Status::Good,
            Ended::Checked(_) | Ended::Utf16 { .. } => Status::Invalid,
        };
        self.worst.at_least(turn.number(), status);
        self.totals.lock().unwrap_or_else(PoisonError::into_inner).add(&end);
        self.progress.one_more();
        turn.write(Target::Out, |text| listing.end(&end, text));
        turn.finish(self.style.is_quiet() && status > Status::Good)
    }

    /// Reads an input to its end, or until the result is known.
    fn read(
        &self,
        path: &Path,
        mut input: Peeked,
        recorder: &mut Recorder<'_>,
        buffer: &mut Vec<u8>,
    ) -> Result<Checked, Stopped> {
        let is_file = |file: &File| file.metadata().is_ok_and(|of| of.is_file());
        let sizes = self.style.sizes();
        let sizes = if input.file().is_some_and(is_file) { sizes } else { sizes.once() };
        let mut tally = stream::check(self.choice, &mut input, sizes, buffer, recorder)?;
        self.count_rest(input.file(), &mut tally, buffer)?;
        recorder.end()?;
        let hint = self.hint(path, &input, &tally);
        Ok(Checked { tally, hint, lints: recorder.broken })
    }

    /// The guess at the real encoding of an input, if the output shows it.
    fn hint(&self, path: &Path, input: &Peeked, tally: &Tally) -> Option<Hint> {
        let evidence = Evidence { path, head: input.head(), tally, file: input.file() };
        self.style.sizes().sample.then(|| evidence.hint()).flatten()
    }

    fn note(&self, path: &Path, text: &str, mut turn: Ticket<'_>) -> Result<(), Stopped> {
        if !self.style.is_quiet() {
            turn.write(Target::Err, |out| Name::new(path).warn(&text, out));
        }
        turn.finish(false)
    }

    fn summary(&self) -> io::Result<()> {
        let totals = self.totals.lock().unwrap_or_else(PoisonError::into_inner);
        let sums = self.sums.lock().unwrap_or_else(PoisonError::into_inner);
        self.progress.print(Target::Out, &self.style.summary(&totals, &sums, self.choice.name()))
    }
}
