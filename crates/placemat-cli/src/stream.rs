//! Reads one input through a fixed buffer, and validates it on the way.
//!
//! ```text
//! buffer:   | shown before | carried | ............ just read ............ | free |
//!                          ^ at                             ^ limit        ^ filled
//! ```
//!
//! The bytes `at..limit` are validated now, except for a sequence that `limit` truncates: its bytes, at most three,
//! are carried to the front, and the next read appends to them. An error is reported with the byte after it, and to
//! people with more context. So a few validated bytes stay before `at`, and the last few, after `limit`, wait for
//! another read.

mod position;
mod sample;
mod share;

use std::io::{self, Read};

use placemat::ErrorKind;

use crate::{backend_choice::BackendChoice, text::count};

pub(crate) use position::Position;
pub(crate) use sample::Sample;
pub(crate) use share::{Share, ratio};

/// The sizes of the buffer's parts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sizes {
    /// The maximum number of bytes per read; at least 1.
    pub(crate) read: usize,
    /// The number of bytes available before an ill-formed sequence.
    pub(crate) before: usize,
    /// The number of bytes available after it. At least 1 for an observer that uses [`Finding::next`].
    pub(crate) after: usize,
    /// Whether to take a [`Sample`].
    pub(crate) sample: bool,
    /// The maximum length of the sample, in bytes.
    pub(crate) sample_len: usize,
    /// Whether to compute the [`Share`].
    pub(crate) share: bool,
}

impl Sizes {
    /// For an observer that only counts errors.
    pub(crate) const COUNT: Self =
        Self { read: 128 << 10, before: 0, after: 0, sample: false, sample_len: sample::NEAR, share: false };

    /// For an observer that only needs the byte after an error.
    #[cfg(test)]
    pub(crate) const PLAIN: Self = Self { after: 1, ..Self::COUNT };

    /// For an observer that guesses the real encoding. With `after` bytes after an error.
    pub(crate) const fn to_guess(after: usize) -> Self {
        Self { before: sample::BEFORE, after, sample: true, share: true, ..Self::COUNT }
    }

    /// For an input that cannot be read again.
    pub(crate) const fn once(self) -> Self {
        Self { sample_len: 1 << 20, ..self }
    }

    const fn buffer(self) -> usize {
        // Three: a truncated sequence.
        self.read + self.before + self.after + 3
    }
}

/// An error that has just been found.
#[derive(Debug)]
pub(crate) struct Finding<'a> {
    /// The number of bytes before it in the input.
    pub(crate) offset: u64,
    pub(crate) kind: ErrorKind,
    pub(crate) position: Position,
    /// The ill-formed sequence: the maximal subpart.
    pub(crate) bytes: &'a [u8],
    /// The byte after it. `None` if the input ends there.
    pub(crate) next: Option<u8>,
    /// The bytes before it, at most [`Sizes::before`].
    pub(crate) before: &'a [u8],
    /// The sequence and its successors: at least [`Sizes::after`] bytes after it, unless the input ends earlier.
    pub(crate) from: &'a [u8],
}

/// Text between errors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passage<'a> {
    /// The number of bytes before it in the input.
    pub(crate) offset: u64,
    pub(crate) text: &'a str,
}

impl Finding<'_> {
    /// The length of the ill-formed sequence; `None` if the input ends inside it.
    pub(crate) fn len(&self) -> Option<usize> {
        (self.kind != ErrorKind::Truncated).then_some(self.bytes.len())
    }
}

/// Stops all work, because the output can no longer be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

/// Receives the results of a stream.
pub(crate) trait Observer {
    /// Whether it would list another error. Once this is `false`, it stays `false`.
    fn wants_more(&self) -> bool {
        false
    }

    /// Receives an error, if it wants more.
    fn found(&mut self, _: &Finding<'_>) -> Result<(), Stopped> {
        Ok(())
    }

    /// This many more bytes have been read, and validated except for the last few.
    fn passed(&mut self, _: usize) -> Result<(), Stopped> {
        Ok(())
    }

    /// Receives non-empty text, divided at the ends of the buffer.
    fn text(&mut self, _: Passage<'_>) -> Result<(), Stopped> {
        Ok(())
    }

    /// Receives every error, wanted or not, after [`found`](Self::found).
    fn invalid(&mut self, _: &[u8], _: ErrorKind) -> Result<(), Stopped> {
        Ok(())
    }

    /// Whether the rest of the input is not needed. Then it is not read.
    fn has_enough(&self) -> bool {
        false
    }

    /// Whether only the number of errors in the rest is needed. Then the rest is left to the caller, which may be
    /// able to count faster.
    fn leaves_the_rest(&self) -> bool {
        false
    }
}

/// The sums at the end of an input.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    /// The number of bytes read.
    pub(crate) bytes: u64,
    /// The offset of the rest that is left to the caller, and has not been validated. No sequence straddles it.
    pub(crate) rest: Option<u64>,
    /// The number of errors found, listed or not.
    pub(crate) errors: u64,
    /// Why the input could not be read to its end.
    pub(crate) failure: Option<io::Error>,
    /// The bytes around the first errors; empty if no sample was wanted, or if there is no error.
    pub(crate) sample: Sample,
    pub(crate) share: Share,
}

/// Reads all of `input` through `buffer`, and reports errors to `observer`.
pub(crate) fn check(
    choice: BackendChoice,
    mut input: impl Read,
    sizes: Sizes,
    buffer: &mut Vec<u8>,
    observer: &mut impl Observer,
) -> Result<Tally, Stopped> {
    buffer.resize(sizes.buffer(), 0);
    let mut stream = Stream {
        choice,
        sizes,
        buffer,
        base: 0,
        at: 0,
        filled: 0,
        position: Position::START,
        errors: 0,
        sample: Sample::default(),
        share: Share::inside(sizes.sample),
    };
    loop {
        if observer.has_enough() {
            return Ok(stream.tally(None));
        }
        stream.make_room();
        let read = match input.read(stream.free()) {
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => {
                // A truncated sequence is no error here, since the following bytes are unknown.
                stream.check(Extent::Complete, observer)?;
                return Ok(stream.tally(Some(error)));
            }
        };
        stream.filled += read;
        if read == 0 {
            stream.check(Extent::End, observer)?;
            return Ok(stream.tally(None));
        }
        stream.check(Extent::Reportable, observer)?;
        observer.passed(read)?;
        if observer.leaves_the_rest() && (!sizes.sample || stream.sample.is_full(sizes.sample_len)) {
            let rest = Some(stream.base + count(stream.at));
            return Ok(Tally { rest, ..stream.tally(None) });
        }
    }
}

/// How far to validate the bytes in the buffer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// Except for the last few, so that an error can be reported with what follows it.
    Reportable,
    /// All, except for a truncated sequence.
    Complete,
    /// All: the input ends here.
    End,
}

struct Stream<'a> {
    choice: BackendChoice,
    sizes: Sizes,
    buffer: &'a mut [u8],
    /// The offset of the buffer's first byte in the input.
    base: u64,
    /// The first byte of the buffer that is not validated.
    at: usize,
    /// The number of bytes in the buffer.
    filled: usize,
    /// The position of `at`.
    position: Position,
    errors: u64,
    sample: Sample,
    share: Share,
}

impl Stream<'_> {
    /// Moves the bytes that are still needed to the front.
    fn make_room(&mut self) {
        let needed = self.at.saturating_sub(self.sizes.before);
        self.buffer.copy_within(needed..self.filled, 0);
        self.base += count(needed);
        self.at -= needed;
        self.filled -= needed;
    }

    /// The destination of the next read. Not empty after `make_room`: at most `before` validated bytes and `after +
    /// 3` waiting ones precede it.
    fn free(&mut self) -> &mut [u8] {
        let end = self.buffer.len().min(self.filled + self.sizes.read);
        &mut self.buffer[self.filled..end]
    }

    fn check(&mut self, extent: Extent, observer: &mut impl Observer) -> Result<(), Stopped> {
        let limit = match extent {
            Extent::Reportable => self.filled.saturating_sub(self.sizes.after),
            Extent::Complete | Extent::End => self.filled,
        };
        self.validate(limit, extent, observer)?;
        if extent == Extent::End && self.sizes.sample {
            self.share.end();
        }
        if self.sizes.sample {
            let most = self.sizes.sample_len;
            self.sample.extend(self.base, &self.buffer[..self.filled], most, extent == Extent::End);
        }
        Ok(())
    }

    fn validate(
        &mut self,
        limit: usize,
        extent: Extent,
        observer: &mut impl Observer,
    ) -> Result<(), Stopped> {
        for chunk in self.choice.chunks(&self.buffer[self.at.min(limit)..limit]) {
            let wanted = observer.wants_more();
            if wanted {
                self.position.pass_text(chunk.valid());
            }
            if self.sizes.share {
                self.share.add_text(chunk.valid());
            }
            if !chunk.valid().is_empty() {
                observer.text(Passage { offset: self.base + count(self.at), text: chunk.valid() })?;
            }
            self.at += chunk.valid().len();
            let Some(error) = chunk.error() else { break };
            if error.kind == ErrorKind::Truncated && extent != Extent::End {
                // Truncated by the limit: waits for the bytes after that.
                break;
            }
            if wanted {
                observer.found(&self.finding(error.len, error.kind))?;
                self.position.pass_invalid();
            }
            observer.invalid(chunk.invalid(), error.kind)?;
            self.errors += 1;
            if self.sizes.sample {
                self.sample.begin(self.base + count(self.at), self.share.valid == 0);
            }
            self.share.add_error(count(error.len));
            self.at += error.len;
            if observer.has_enough() {
                break;
            }
        }
        Ok(())
    }

    /// The error of `len` bytes at `at`.
    fn finding(&self, len: usize, kind: ErrorKind) -> Finding<'_> {
        let (before, from) = self.buffer[..self.filled].split_at(self.at);
        Finding {
            offset: self.base + count(self.at),
            kind,
            position: self.position,
            bytes: &from[..len],
            next: from.get(len).copied(),
            before: &before[self.at.saturating_sub(self.sizes.before)..],
            from,
        }
    }

    fn tally(self, failure: Option<io::Error>) -> Tally {
        let bytes = self.base + count(self.filled);
        Tally { bytes, rest: None, errors: self.errors, failure, sample: self.sample, share: self.share }
    }
}

#[cfg(test)]
mod tests;
