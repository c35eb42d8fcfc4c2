//! The hint for an input that was assumed to be UTF-8 and is not, as in `check`.

use std::io::{self, ErrorKind, Read};
use std::path::Path;

use super::guard::Guard;
use crate::hint::{Checked, Hint};
use crate::stream::{Sizes, Stream, Tally};
use crate::{charset::Charset, evidence::Share, progress::Progress, source::Source};

/// An input that can be examined after an error: a file, or the first piece of another input.
pub(super) struct Remembered {
    source: Source,
    first: Vec<u8>,
    pieces: u64,
    quiet: bool,
    guard: Option<Guard>,
}

/// How many encodings a refusal names: a word may fit one of Cyrillic and two of East Asia.
const LIKELY: usize = 3;

/// A bar needs a thread, which smaller files do not get.
const LARGE: u64 = 16 << 20;

impl Remembered {
    pub(super) fn new(source: Source, quiet: bool) -> Self {
        Self { source, first: Vec::new(), pieces: 0, quiet, guard: None }
    }

    pub(super) fn source(&mut self) -> &mut Source {
        &mut self.source
    }

    /// From now on, a read fails if the input is rather UTF-8 than in this encoding.
    pub(super) fn guard(&mut self, from: Charset) {
        self.guard = Some(Guard::new(from));
    }

    /// The progress bar of a pass, if it is a large file or none.
    fn progress(&self, quiet: bool) -> Progress {
        let total = self.source.file().and_then(|file| Some(file.metadata().ok()?.len()));
        Progress::start(total, quiet || self.quiet || total.is_some_and(|total| total < LARGE))
    }

    /// The hint for the input with this name, which is read to its end, and the likeliest encodings.
    pub(super) fn hint(&mut self, path: &Path) -> (Option<Hint>, String) {
        self.examine(path).map_or((None, String::new()), |(hint, _, likely)| (hint, likely))
    }

    /// The same, and the share of valid sequences.
    pub(super) fn examine(&mut self, path: &Path) -> Option<(Option<Hint>, Share, String)> {
        let tally = self.tally(Sizes::to_guess(0))?;
        let readings = tally.counts.readings();
        let likely: Vec<_> = readings.iter().take(LIKELY).map(|reading| reading.charset.name()).collect();
        let (head, file) = (self.source.head(), self.source.file());
        let hint = Checked { path, head, tally: &tally, file }.hint();
        let likely = match likely.as_slice() {
            [more @ .., last] if !more.is_empty() => format!("{} or {last}", more.join(", ")),
            one => one.concat(),
        };
        Some((hint, tally.share, likely))
    }

    /// The share of valid sequences.
    pub(super) fn share(&mut self) -> Option<Share> {
        Some(self.tally(Sizes::to_compare())?.share)
    }

    /// The sums over the input, if all of it can be read.
    fn tally(&mut self, sizes: Sizes) -> Option<Tally> {
        let from_start = self.source.rewind().is_ok();
        let first = if from_start { &[] } else { self.first.as_slice() };
        if !from_start && self.pieces > 1 {
            return None;
        }
        let progress = self.progress(false);
        let sizes = if from_start { sizes } else { sizes.once() };
        let mut buffer = Vec::new();
        let input = first.chain(&mut self.source);
        let stream = Stream::new(None, input, sizes, &mut buffer);
        let tally = stream.tally_to_end(|bytes| progress.passed(bytes));
        progress.finish();
        tally.failure.is_none().then_some(tally)
    }
}

impl Read for Remembered {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(buffer)?;
        if self.pieces == 0 {
            self.first = buffer[..read].to_vec();
        }
        self.pieces += u64::from(read > 0);
        let refusal = self.guard.as_mut().and_then(|guard| guard.refusal(&buffer[..read]));
        refusal.map_or(Ok(read), |reason| Err(io::Error::new(ErrorKind::InvalidData, reason)))
    }
}

/// An input with a progress bar.
pub(super) struct Watched<'a> {
    input: &'a mut Remembered,
    progress: Progress,
}

impl<'a> Watched<'a> {
    pub(super) fn new(input: &'a mut Remembered, quiet: bool) -> Self {
        let progress = input.progress(quiet);
        Self { input, progress }
    }
}

impl Read for Watched<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        self.progress.passed(read);
        Ok(read)
    }
}

impl Drop for Watched<'_> {
    fn drop(&mut self) {
        self.progress.finish();
    }
}
