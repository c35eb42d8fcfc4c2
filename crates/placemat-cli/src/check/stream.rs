//! One input, read through a fixed buffer and judged as it flows.
//!
//! ```text
//! buffer:   | shown before | carried | ............ just read ............ | free |
//!                          ^ at                             ^ limit        ^ filled
//! ```
//!
//! What lies in `at..limit` is judged now, but for a sequence that its end cuts off: those octets, three at most,
//! are carried to the front, and the next read goes behind them. An error is told with the octet behind it, and to
//! people with some more around it; for that a few judged octets stay in front of `at`, and the last few behind
//! `limit` wait for one more read.
//!
//! Kernels read ahead, by up to 4 KiB. Where errors are dense, starting one on the whole buffer behind each of them
//! would cost the square of that; so behind an error the kernel gets a few octets, and four times as many each time
//! that it finds no other.

use std::io::{self, Read};

use placemat::ErrorKind;

use super::place::{Place, count};
use crate::kernel::Kernel;

/// How many octets the kernel gets behind an error; more than a sequence has.
const NEAR: usize = 16;

/// The sizes of the buffer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sizes {
    /// How many octets are read at a time, at most; at least 1.
    pub(crate) read: usize,
    /// How many octets before an ill-formed sequence are at hand.
    pub(crate) before: usize,
    /// How many octets behind it are. At least 1 for who wants to know [`Finding::next`].
    pub(crate) behind: usize,
}

impl Sizes {
    /// For a listener that only counts errors.
    pub(crate) const COUNT: Self = Self { read: 128 << 10, before: 0, behind: 0 };

    /// For a listener that looks no farther than the octet behind an error.
    pub(crate) const PLAIN: Self = Self { behind: 1, ..Self::COUNT };

    const fn buffer(self) -> usize {
        // Three: a sequence that is cut off.
        self.read + self.before + self.behind + 3
    }
}

/// An error, as it is found.
#[derive(Debug)]
pub(crate) struct Finding<'a> {
    /// Octets before it in the input.
    pub(crate) offset: u64,
    pub(crate) kind: ErrorKind,
    pub(crate) place: Place,
    /// The ill-formed sequence: the maximal subpart.
    pub(crate) octets: &'a [u8],
    /// The octet behind it. `None` where the input ends.
    pub(crate) next: Option<u8>,
    /// Octets before it, at most [`Sizes::before`].
    pub(crate) before: &'a [u8],
    /// Itself and what is behind it: at least [`Sizes::behind`] octets, unless the input ends.
    pub(crate) from: &'a [u8],
}

impl Finding<'_> {
    /// The length of the ill-formed sequence; `None` where the input ends inside it.
    pub(crate) fn len(&self) -> Option<usize> {
        (self.kind != ErrorKind::Truncated).then_some(self.octets.len())
    }
}

/// Someone asked for the end of all work: the reader of the output has gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

/// What the stream tells about.
pub(crate) trait Listener {
    /// Whether another error would be listed. Once it is `false` it stays so.
    fn wants_more(&self) -> bool;

    /// An error that is wanted.
    fn found(&mut self, finding: &Finding<'_>) -> Result<(), Stopped>;

    /// So many octets more have been read, and judged but for a few.
    fn passed(&mut self, octets: usize) -> Result<(), Stopped>;
}

/// The sums at the end of an input.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    /// How many octets were read.
    pub(crate) bytes: u64,
    /// How many errors were found, listed or not.
    pub(crate) errors: u64,
    /// Why the input could not be read to its end.
    pub(crate) failure: Option<io::Error>,
}

/// Reads all of `input` through `buffer`, and tells `listener` what is not UTF-8.
pub(crate) fn judge(
    kernel: Kernel,
    mut input: impl Read,
    sizes: Sizes,
    buffer: &mut Vec<u8>,
    listener: &mut impl Listener,
) -> Result<Tally, Stopped> {
    buffer.resize(sizes.buffer(), 0);
    let mut stream =
        Stream { kernel, sizes, buffer, base: 0, at: 0, filled: 0, place: Place::START, errors: 0 };
    loop {
        stream.make_room();
        let read = match input.read(stream.free()) {
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => {
                // What is still unjudged is not: nobody knows what would have followed it.
                stream.judge(Reach::Open, listener)?;
                return Ok(stream.tally(Some(error)));
            }
        };
        stream.filled += read;
        if read == 0 {
            stream.judge(Reach::End, listener)?;
            return Ok(stream.tally(None));
        }
        stream.judge(Reach::Told, listener)?;
        listener.passed(read)?;
    }
}

/// How far a stream is judged.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// Up to what must wait, so that enough is there to be told.
    Told,
    /// Up to a sequence that may go on.
    Open,
    /// To the end of the input.
    End,
}

struct Stream<'a> {
    kernel: Kernel,
    sizes: Sizes,
    buffer: &'a mut [u8],
    /// The offset in the input of the buffer's first octet.
    base: u64,
    /// The first octet of the buffer that is not judged.
    at: usize,
    /// Behind the last octet of the buffer that was read.
    filled: usize,
    /// Where `at` stands.
    place: Place,
    errors: u64,
}

impl Stream<'_> {
    /// Moves what is still needed to the front.
    fn make_room(&mut self) {
        let needed = self.at.saturating_sub(self.sizes.before);
        self.buffer.copy_within(needed..self.filled, 0);
        self.base += count(needed);
        self.at -= needed;
        self.filled -= needed;
    }

    /// Where the next octets are read to. Not empty after `make_room`: at most `before` octets are judged, and at
    /// most `behind + 3` wait.
    fn free(&mut self) -> &mut [u8] {
        let end = self.buffer.len().min(self.filled + self.sizes.read);
        &mut self.buffer[self.filled..end]
    }

    fn judge(&mut self, reach: Reach, listener: &mut impl Listener) -> Result<(), Stopped> {
        let limit = match reach {
            Reach::Told => self.filled.saturating_sub(self.sizes.behind),
            Reach::Open | Reach::End => self.filled,
        };
        // How many octets the kernel gets.
        let mut stretch = usize::MAX;
        loop {
            let end = limit.min(self.at.saturating_add(stretch));
            let octets = &self.buffer[self.at.min(end)..end];
            let (good, ill) = match self.kernel.validate(octets) {
                Ok(()) => (octets.len(), None),
                Err(error) => {
                    let good = error.valid_up_to();
                    let len = match error.error_len() {
                        None if reach == Reach::End && end == limit => Some(octets.len() - good),
                        len => len,
                    };
                    (good, len.map(|len| (len, error.kind())))
                }
            };
            let wanted = listener.wants_more();
            if wanted {
                self.place.pass_text(&octets[..good]);
            }
            self.at += good;
            if let Some((len, kind)) = ill {
                if wanted {
                    listener.found(&self.finding(len, kind))?;
                    self.place.pass_ill_formed();
                }
                self.errors += 1;
                self.at += len;
                stretch = NEAR;
            } else if end == limit {
                // What is left is a sequence that the limit cuts off.
                return Ok(());
            } else {
                // The same, but the octets behind it are there. NEAR is longer than any, so this comes to an end.
                stretch = stretch.saturating_mul(4);
            }
        }
    }

    /// The error of `len` octets that stands at `at`.
    fn finding(&self, len: usize, kind: ErrorKind) -> Finding<'_> {
        let (before, from) = self.buffer[..self.filled].split_at(self.at);
        Finding {
            offset: self.base + count(self.at),
            kind,
            place: self.place,
            octets: &from[..len],
            next: from.get(len).copied(),
            before: &before[self.at.saturating_sub(self.sizes.before)..],
            from,
        }
    }

    fn tally(&self, failure: Option<io::Error>) -> Tally {
        Tally { bytes: self.base + count(self.filled), errors: self.errors, failure }
    }
}

#[cfg(test)]
#[path = "stream_tests.rs"]
mod tests;
