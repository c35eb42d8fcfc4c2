//! `placemat check`: the inputs, the workers and the exit status.

use std::{
    fs::File,
    io::{self, Cursor, Read},
    iter::Enumerate,
    num::NonZeroUsize,
    path::Path,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU8, Ordering},
    },
    thread,
};

use memchr::memchr;

use crate::{
    args::{Binary, CheckArgs},
    inputs::{Found, Input, Inputs},
    judge::Judge,
    order::{Order, Target, Turn, Worker},
    output::{End, Listing, Style, Totals},
    progress::Progress,
    status::Status,
    stdio,
    stream::{self, Finding, Observer, Stopped, Tally},
    text::{Name, complain},
};

/// No more than this many inputs are checked at a time, so that their buffers stay far below 64 MiB.
const MOST_JOBS: usize = 64;

/// How much of a file is searched for a NUL, which makes it binary.
const SNIFF: u64 = 8 << 10;

/// Checks everything that the arguments name.
pub(crate) fn run(args: &CheckArgs) -> Status {
    let inputs = match Inputs::new(args) {
        Ok(inputs) => inputs,
        Err(message) => {
            complain(message);
            return Status::Trouble;
        }
    };
    let progress = Progress::start(inputs.total(), args.quiet);
    let order = Arc::new(Order::new(progress.printer()));
    let work = Arc::new(Work {
        judge: args.backend.unwrap_or(Judge::Dispatched),
        binary: args.binary,
        style: Style::new(args),
        inputs: Mutex::new(inputs.enumerate()),
        progress,
        totals: Mutex::default(),
        worst: Worst::default(),
    });

    let jobs = args.jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
    for job in 0..jobs.min(MOST_JOBS) {
        let (work, worker) = (Arc::clone(&work), order.worker());
        // Not joined: when the output fails, the command must end even if a worker waits for a pipe.
        let spawned = thread::Builder::new().spawn(move || work.take_turns(&worker));
        if let Err(error) = spawned {
            // With fewer workers the work takes longer. Without any it cannot be done.
            if job == 0 {
                complain(format_args!("cannot start a thread: {error}"));
                return Status::Trouble;
            }
            break;
        }
    }

    let written = order.wait();
    work.progress.finish();
    let written = written.and_then(|()| work.summary());
    match written {
        Ok(()) => work.worst.get(),
        // The reader has closed the pipe.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => work.worst.get(),
        Err(error) => {
            complain(format_args!("standard output: {error}"));
            Status::Trouble
        }
    }
}

/// What all workers share.
struct Work {
    judge: Judge,
    binary: Binary,
    style: Style,
    inputs: Mutex<Enumerate<Inputs>>,
    progress: Progress,
    totals: Mutex<Totals>,
    worst: Worst,
}

impl Work {
    /// Checks one input after another, until there are no more.
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

    fn take_turn(&self, input: Input, turn: Turn<'_>, buffer: &mut Vec<u8>) -> Result<(), Stopped> {
        match input {
            Input::Stdin => self.check(Path::new("-"), || Ok(Opened::Text(stdio::Input)), turn, buffer),
            Input::Named(path) => self.check(&path, || File::open(&path).map(Opened::Text), turn, buffer),
            Input::Found(found) => self.check(found.path(), || self.open_found(&found), turn, buffer),
            Input::Failed(path, error) => self.check(&path, || Err::<Opened<File>, _>(error), turn, buffer),
            Input::Note(path, text) => self.note(&path, &text, turn),
        }
    }

    /// Opens a file that was found in a directory, and finds out whether it is text.
    fn open_found(&self, found: &Found) -> io::Result<Opened<impl Read>> {
        let mut file = found.open()?;
        let mut head = Vec::new();
        if self.binary == Binary::Skip {
            file.by_ref().take(SNIFF).read_to_end(&mut head)?;
            if memchr(0, &head).is_some() {
                return Ok(Opened::Binary);
            }
        }
        Ok(Opened::Text(Cursor::new(head).chain(file)))
    }

    fn check<R: Read>(
        &self,
        path: &Path,
        open: impl FnOnce() -> io::Result<Opened<R>>,
        turn: Turn<'_>,
        buffer: &mut Vec<u8>,
    ) -> Result<(), Stopped> {
        let listing = self.style.listing(Name::new(path), self.judge.name());
        let mut recorder = Recorder { listing, turn, work: self };
        let end = match open() {
            Ok(Opened::Text(input)) => {
                let tally = stream::check(self.judge, input, self.style.sizes(), buffer, &mut recorder)?;
                if tally.errors > 0 {
                    self.worst.at_least(Status::Ill);
                }
                End::Checked(tally)
            }
            Ok(Opened::Binary) => End::Binary,
            Err(error) => End::Checked(Tally { failure: Some(error), ..Tally::default() }),
        };
        let Recorder { listing, mut turn, .. } = recorder;
        if let End::Checked(Tally { failure: Some(error), .. }) = &end {
            self.worst.at_least(Status::Trouble);
            turn.write(Target::Err, |text| listing.name().complain(error, text));
        }
        self.totals.lock().unwrap_or_else(PoisonError::into_inner).add(&end);
        self.progress.one_more();
        turn.write(Target::Out, |text| listing.end(&end, text));
        turn.finish()
    }

    fn note(&self, path: &Path, text: &str, mut turn: Turn<'_>) -> Result<(), Stopped> {
        if self.style.shows_remarks() {
            turn.write(Target::Err, |out| Name::new(path).complain(&text, out));
        }
        turn.finish()
    }

    fn summary(&self) -> io::Result<()> {
        let totals = self.totals.lock().unwrap_or_else(PoisonError::into_inner);
        self.progress.print(Target::Out, &self.style.summary(&totals, self.judge.name()))
    }
}

/// An input that could be opened.
enum Opened<R> {
    Text(R),
    Binary,
}

/// Passes on what the stream reports: to the listing, and from there to the output.
struct Recorder<'a> {
    listing: Listing<'a>,
    turn: Turn<'a>,
    work: &'a Work,
}

impl Observer for Recorder<'_> {
    fn wants_more(&self) -> bool {
        self.listing.wants_more()
    }

    fn found(&mut self, finding: &Finding<'_>) -> Result<(), Stopped> {
        // Before it is written, so that the status is right if the reader closes the pipe now.
        self.work.worst.at_least(Status::Ill);
        self.turn.write(Target::Out, |text| self.listing.found(finding, text));
        self.turn.relieve()
    }

    fn passed(&mut self, octets: usize) -> Result<(), Stopped> {
        self.work.progress.passed(octets);
        self.turn.offer()
    }
}

/// The worst status so far.
#[derive(Debug, Default)]
struct Worst(AtomicU8);

impl Worst {
    const ALL: [Status; 3] = [Status::Good, Status::Ill, Status::Trouble];

    fn at_least(&self, status: Status) {
        // Relaxed is enough: it is read at the end, after a lock that the writer has held.
        self.0.fetch_max(status as u8, Ordering::Relaxed);
    }

    fn get(&self) -> Status {
        Self::ALL.get(usize::from(self.0.load(Ordering::Relaxed))).copied().unwrap_or(Status::Trouble)
    }
}
