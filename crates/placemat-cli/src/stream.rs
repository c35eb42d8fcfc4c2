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

use std::io::{self, Read};

use placemat::{Chunks, Utf8ErrorKind, backend::Handle};

use crate::evidence::{BEFORE, Counts, NEAR, Sample, Share};
use crate::text::count;

pub(crate) use position::Position;

/// The size of a page of memory.
const PAGE: usize = 4 << 10;

/// The sizes of the buffer's parts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sizes {
    /// The maximum number of bytes per read; at least 1.
    pub(crate) read: usize,
    /// The number of bytes available before an invalid sequence.
    pub(crate) before: usize,
    /// The number of bytes available after it. At least 1 if [`Finding::next`] is used.
    pub(crate) after: usize,
    /// Whether to take a [`Sample`], and to compute the [`Share`].
    pub(crate) sample: bool,
    /// The maximum length of the sample, in bytes.
    pub(crate) sample_len: usize,
    /// Whether to count what the sample begins with, to the end of the input.
    pub(crate) counts: bool,
}

impl Sizes {
    /// To count errors.
    pub(crate) const COUNT: Self =
        Self { read: 128 << 10, before: 0, after: 0, sample: false, sample_len: NEAR, counts: false };

    /// To guess the real encoding, with `after` bytes after an error.
    pub(crate) const fn to_guess(after: usize) -> Self {
        Self { before: BEFORE, after, sample: true, counts: true, ..Self::COUNT }
    }

    /// To tell only whether it is mostly UTF-8.
    pub(crate) const fn to_compare() -> Self {
        Self { counts: false, ..Self::to_guess(0) }
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

/// Valid text, and the error after it, if there is one.
#[derive(Debug)]
pub(crate) struct Part<'a> {
    /// The number of bytes before it in the input.
    pub(crate) offset: u64,
    /// Divided at the ends of the buffer; empty between two errors in a row.
    pub(crate) text: &'a str,
    pub(crate) error: Option<Finding<'a>>,
}

/// An error that has just been found.
#[derive(Debug)]
pub(crate) struct Finding<'a> {
    /// The number of bytes before it in the input.
    pub(crate) offset: u64,
    pub(crate) kind: Utf8ErrorKind,
    /// The invalid sequence: the maximal subpart.
    pub(crate) bytes: &'a [u8],
    /// The byte after it. `None` if the input ends there.
    pub(crate) next: Option<u8>,
    /// The bytes before it, at most [`Sizes::before`].
    pub(crate) before: &'a [u8],
    /// The sequence and its successors: at least [`Sizes::after`] bytes after it, unless the input ends earlier.
    pub(crate) from: &'a [u8],
}

/// The sums over an input.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    /// The number of bytes read.
    pub(crate) bytes: u64,
    /// The number of errors found, listed or not.
    pub(crate) errors: u64,
    /// Why the input could not be read to its end.
    pub(crate) failure: Option<io::Error>,
    /// The bytes around the first errors; empty if no sample was wanted, or if there is no error.
    pub(crate) sample: Sample,
    pub(crate) share: Share,
    /// What is counted from shortly before the first error on; nothing if no sample was wanted.
    pub(crate) counts: Box<Counts>,
}

/// How far to validate the bytes in the buffer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// Except for the last few, so that an error can be reported with what follows it.
    Reportable,
    /// All, except for a truncated sequence: a read failed, so the following bytes are unknown.
    Complete,
    /// All: the input ends here.
    End,
}

/// An input that is read through a buffer: call [`read`](Self::read), then use up [`parts`](Self::parts), until
/// there is no more.
pub(crate) struct Stream<'a, R> {
    /// `None` for the one that placemat dispatches to on this machine.
    backend: Option<Handle>,
    input: R,
    sizes: Sizes,
    buffer: &'a mut [u8],
    /// The offset of the buffer's first byte in the input.
    base: u64,
    /// The first byte of the buffer that is not validated.
    at: usize,
    /// The number of bytes in the buffer.
    filled: usize,
    extent: Extent,
    tally: Tally,
}

impl<'a, R: Read> Stream<'a, R> {
    pub(crate) fn new(backend: Option<Handle>, input: R, sizes: Sizes, buffer: &'a mut Vec<u8>) -> Self {
        // The system copies from the start of a page. To nearly the same offset in another page, where malloc puts a
        // large buffer, it does so at half the speed (4K aliasing); so the buffer begins in the middle of a page.
        buffer.resize(sizes.buffer() + PAGE, 0);
        let start = buffer.as_ptr().align_offset(PAGE).wrapping_add(PAGE / 2) % PAGE;
        let buffer = &mut buffer[start..start + sizes.buffer()];
        Self {
            backend,
            input,
            sizes,
            buffer,
            base: 0,
            at: 0,
            filled: 0,
            extent: Extent::Reportable,
            tally: Tally::default(),
        }
    }

    /// Reads more. Returns the number of bytes, which is 0 at the end; then `None`.
    pub(crate) fn read(&mut self) -> Option<usize> {
        if self.extent != Extent::Reportable {
            return None;
        }
        // Moves the bytes that are still needed to the front.
        let needed = self.at.saturating_sub(self.sizes.before);
        self.buffer.copy_within(needed..self.filled, 0);
        self.base += count(needed);
        self.at -= needed;
        self.filled -= needed;
        // Not empty: at most `before` validated bytes and `after + 3` waiting ones precede it.
        let end = self.buffer.len().min(self.filled + self.sizes.read);
        let read = loop {
            match self.input.read(&mut self.buffer[self.filled..end]) {
                Ok(read) => break read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.tally.failure = Some(error);
                    break 0;
                }
            }
        };
        self.filled += read;
        self.tally.bytes += count(read);
        if read == 0 {
            self.extent = if self.tally.failure.is_some() { Extent::Complete } else { Extent::End };
        }
        Some(read)
    }

    /// Validates what has been read.
    pub(crate) fn parts(&mut self) -> Parts<'_> {
        let limit = match self.extent {
            Extent::Reportable => self.filled.saturating_sub(self.sizes.after),
            Extent::Complete | Extent::End => self.filled,
        };
        let bytes = &self.buffer[..self.filled];
        let chunks = placemat::chunks(&bytes[self.at.min(limit)..limit]);
        Parts {
            chunks: match self.backend {
                Some(backend) => chunks.with_backend(backend),
                None => chunks,
            },
            bytes,
            base: self.base,
            at: &mut self.at,
            sizes: self.sizes,
            extent: self.extent,
            tally: &mut self.tally,
        }
    }

    /// The sums over what has been read.
    pub(crate) fn tally(self) -> Tally {
        self.tally
    }

    /// The sums over the whole input. Calls `passed` with the number of bytes of each read.
    pub(crate) fn tally_to_end(mut self, passed: impl Fn(usize)) -> Tally {
        while let Some(read) = self.read() {
            self.parts().for_each(drop);
            passed(read);
        }
        self.tally
    }
}

/// The parts of what has been read, validated one by one.
pub(crate) struct Parts<'a> {
    chunks: Chunks<'a>,
    /// What has been read, with the bytes around.
    bytes: &'a [u8],
    base: u64,
    at: &'a mut usize,
    sizes: Sizes,
    extent: Extent,
    tally: &'a mut Tally,
}

impl<'a> Iterator for Parts<'a> {
    type Item = Part<'a>;

    fn next(&mut self) -> Option<Part<'a>> {
        let Some(chunk) = self.chunks.next() else {
            self.end();
            return None;
        };
        let offset = self.base + count(*self.at);
        let text = chunk.valid();
        *self.at += text.len();
        if self.sizes.sample {
            self.tally.share.add_text(text);
        }
        let error = chunk.error().map(|error| (error.kind, error.len));
        let error = match error {
            // Truncated by the limit: waits for the bytes after that.
            Some((Utf8ErrorKind::Truncated, _)) if self.extent != Extent::End => None,
            error => error.map(|(kind, len)| self.finding(kind, len)),
        };
        Some(Part { offset, text, error })
    }
}

impl<'a> Parts<'a> {
    /// Passes the error of `len` bytes at `at`.
    fn finding(&mut self, kind: Utf8ErrorKind, len: usize) -> Finding<'a> {
        let at = *self.at;
        let (before, from) = self.bytes.split_at(at);
        let offset = self.base + count(at);
        *self.at += len;
        self.tally.errors += 1;
        if self.sizes.sample {
            self.tally.sample.begin(offset, self.tally.share.valid == 0);
        }
        self.tally.share.add_error(count(len));
        Finding {
            offset,
            kind,
            bytes: &from[..len],
            next: from.get(len).copied(),
            before: &before[at.saturating_sub(self.sizes.before)..],
            from,
        }
    }

    fn end(&mut self) {
        if self.sizes.sample {
            let (most, is_end) = (self.sizes.sample_len, self.extent == Extent::End);
            if is_end {
                self.tally.share.end();
            }
            self.tally.sample.extend(self.base, self.bytes, most, is_end);
            if let Some(start) = self.tally.sample.start.filter(|_| self.sizes.counts) {
                self.tally.counts.extend(start, self.base, self.bytes);
            }
        }
    }
}

#[cfg(test)]
mod tests;
