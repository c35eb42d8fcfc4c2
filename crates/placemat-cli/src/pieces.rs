//! Validates one large file on all cores.
//!
//! Several threads validate the file in pieces. If all pieces are valid, so is the file, and there is nothing to
//! report. If a piece is invalid, the other threads stop, and a single thread reads the file from its start until all
//! errors to be listed are found, so the output does not depend on the pieces. The errors in the rest only have to be
//! counted, which is again done in pieces.
//!
//! A piece begins where no sequence can continue: at a byte that is not a continuation byte, or after three of them.
//! No sequence, valid or not, straddles such a boundary, so each piece can be validated by itself.

use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::{fs::File, thread};

use crate::stream::{Sizes, Stream, Tally};
use crate::text::{continuations, count};
use crate::{backend_choice::BackendChoice, evidence::Share, progress::Progress};

/// A file, and how to divide and validate it.
#[derive(Clone, Copy)]
pub(crate) struct Division<'a> {
    pub(crate) choice: BackendChoice,
    /// The number of threads.
    pub(crate) jobs: usize,
    /// The approximate size of a piece, in bytes; at least 1.
    pub(crate) piece: u64,
    pub(crate) file: &'a File,
    pub(crate) len: u64,
    pub(crate) progress: &'a Progress,
}

/// When to stop.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    FirstError,
    End,
}

impl Until {
    fn sizes(self) -> Sizes {
        Sizes { share: self == Self::End, ..Sizes::COUNT }
    }
}

/// The counts of a piece or of several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    errors: u64,
    share: Share,
}

impl Division<'_> {
    /// Whether the file is valid. `false` if it is invalid, cannot be read, or changes its length.
    pub(crate) fn is_valid(&self) -> bool {
        self.counts(Until::FirstError, 0).is_some_and(|found| found.errors == 0)
    }

    /// Adds the errors in the rest of the file, from this offset on, which no sequence straddles. `false` if the file
    /// cannot be read, or changes its length.
    pub(crate) fn add_rest(&self, from: u64, tally: &mut Tally) -> bool {
        let Some(counts) = self.counts(Until::End, from) else { return false };
        tally.bytes = self.len;
        tally.errors += counts.errors;
        tally.share.add(counts.share);
        true
    }

    /// The same with one thread, up to the end of the file, or up to a read error.
    pub(crate) fn add_rest_in_order(&self, from: u64, tally: &mut Tally, buffer: &mut Vec<u8>) {
        let piece = Piece { file: self.file, at: from, end: u64::MAX };
        let stream = Stream::new(self.choice, piece, Until::End.sizes(), buffer);
        let rest = stream.tally_to_end(|bytes| self.progress.passed(bytes));
        tally.bytes = from + rest.bytes;
        tally.errors += rest.errors;
        tally.share.add(rest.share);
        tally.failure = rest.failure;
    }

    /// The counts of all pieces from this offset on, or up to any error.
    fn counts(&self, until: Until, from: u64) -> Option<Counts> {
        let (next, found) = (AtomicU64::new(0), Mutex::new(Counts::default()));
        let (stop, failed) = (AtomicBool::new(false), AtomicBool::new(false));
        let take_pieces = || {
            let mut buffer = Vec::new();
            while !stop.load(Ordering::Relaxed) {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let start = index.saturating_mul(self.piece).saturating_add(from);
                if start >= self.len {
                    break;
                }
                let piece = self.piece(start, from).ok();
                match piece.and_then(|piece| self.count(piece, until, &stop, &mut buffer)) {
                    Some(counts) => {
                        let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
                        found.errors += counts.errors;
                        found.share.add(counts.share);
                    }
                    None => {
                        failed.store(true, Ordering::Relaxed);
                        stop.store(true, Ordering::Relaxed);
                    }
                }
            }
        };
        thread::scope(|scope| {
            for _ in 1..self.jobs {
                // Fewer threads only take longer.
                let _ = thread::Builder::new().spawn_scoped(scope, take_pieces);
            }
            take_pieces();
        });
        let is_whole =
            !failed.load(Ordering::Relaxed) && self.file.metadata().is_ok_and(|of| of.len() == self.len);
        is_whole.then(|| found.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// The piece at `start`, with both ends moved to where no sequence can continue; `from` and `len` already are.
    fn piece(&self, start: u64, from: u64) -> io::Result<Piece<'_>> {
        let at = if start == from { start } else { border(self.file, start, self.len)? };
        Ok(Piece { file: self.file, at, end: border(self.file, start.saturating_add(self.piece), self.len)? })
    }

    /// The counts of a piece, or up to an error in any piece. `None` if it cannot be read to its end.
    fn count(
        &self, mut piece: Piece<'_>, until: Until, stop: &AtomicBool, buffer: &mut Vec<u8>,
    ) -> Option<Counts> {
        let mut stream = Stream::new(self.choice, &mut piece, until.sizes(), buffer);
        while !stop.load(Ordering::Relaxed)
            && let Some(read) = stream.read()
        {
            if stream.parts().any(|part| part.error.is_some() && until == Until::FirstError) {
                stop.store(true, Ordering::Relaxed);
            }
            self.progress.passed(read);
        }
        let Tally { errors, share, failure, .. } = stream.tally();
        let is_read = piece.at == piece.end || stop.load(Ordering::Relaxed);
        (failure.is_none() && is_read).then_some(Counts { errors, share })
    }
}

/// A reader for a piece of a file.
struct Piece<'a> {
    file: &'a File,
    at: u64,
    end: u64,
}

/// The first offset from this one on at which no sequence can continue.
fn border(file: &File, offset: u64, len: u64) -> io::Result<u64> {
    if offset >= len {
        return Ok(len);
    }
    let mut bytes = [0; 3];
    let mut filled = 0;
    while filled < bytes.len() {
        match read_at(file, &mut bytes[filled..], offset + count(filled)) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok((offset + count(continuations(&bytes[..filled]))).min(len))
}

impl Read for Piece<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = usize::try_from(self.end.saturating_sub(self.at)).unwrap_or(usize::MAX);
        let most = left.min(buffer.len());
        let read = read_at(self.file, &mut buffer[..most], self.at)?;
        self.at += count(read);
        Ok(read)
    }
}

/// Reads at this offset, without the file position that all threads share.
#[cfg(unix)]
fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, offset)
}

#[cfg(not(unix))]
fn read_at(_: &File, _: &mut [u8], _: u64) -> io::Result<usize> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(test)]
mod tests {
    use std::{io::Write, sync::LazyLock};

    use placemat_conformance::{cases, random::Random};

    use super::*;

    fn in_pieces(file: &File, len: u64, piece: u64, jobs: usize) -> Division<'_> {
        static PROGRESS: LazyLock<Progress> = LazyLock::new(Progress::default);
        Division { choice: BackendChoice::Dispatched, jobs, piece, file, len, progress: &PROGRESS }
    }

    fn file_of(bytes: &[u8]) -> File {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        file
    }

    /// Counts the errors with std.
    fn errors_of(bytes: &[u8]) -> u64 {
        count(bytes.utf8_chunks().filter(|chunk| !chunk.invalid().is_empty()).count())
    }

    #[test]
    fn pieces_of_any_size_give_the_number_of_errors() {
        let mut random = Random(2279);
        let mut bytes_of = |len: usize| -> Vec<u8> {
            let hostile: Vec<_> = cases::all().map(|case| case.bytes).collect();
            (0..len).flat_map(|_| random.pick(&hostile)).copied().collect()
        };
        let mut all = 0;
        for round in 0..30 {
            let bytes = bytes_of(round);
            let file = file_of(&bytes);
            // The offsets at which no sequence continues.
            let borders = bytes.utf8_chunks().scan(0, |at, chunk| {
                let border = *at;
                *at += chunk.valid().len() + chunk.invalid().len();
                Some(border)
            });
            for from in borders.take(6) {
                let expected = errors_of(&bytes[from..]);
                all += expected;
                for (piece, jobs) in [(1, 1), (2, 3), (3, 1), (5, 3), (64, 2)] {
                    let len = count(bytes.len());
                    let division = in_pieces(&file, len, piece, jobs);
                    let (mut found, mut in_order) = (Tally::default(), Tally::default());
                    assert!(division.add_rest(count(from), &mut found));
                    division.add_rest_in_order(count(from), &mut in_order, &mut Vec::new());
                    for tally in [&found, &in_order] {
                        let about = format!("{bytes:x?} from {from} in pieces of {piece}");
                        assert_eq!((tally.errors, tally.bytes), (expected, len), "{about}");
                    }
                    assert_eq!(found.share.ratio(), in_order.share.ratio());
                }
            }
        }
        assert!(all > 500, "{all} errors are too few");
    }

    #[test]
    fn every_hostile_sequence_is_noticed_at_every_border() {
        for case in cases::all() {
            for lead in 0..5 {
                let bytes = [&vec![b'x'; lead], case.bytes, "\u{1F37D}\u{20AC}\u{E9}".as_bytes()].concat();
                let file = file_of(&bytes);
                for (piece, jobs) in [(1, 1), (2, 3), (3, 1), (4, 3), (5, 1)] {
                    let found = in_pieces(&file, count(bytes.len()), piece, jobs).is_valid();
                    assert_eq!(found, errors_of(&bytes) == 0, "{bytes:x?} in pieces of {piece}");
                }
            }
        }
    }

    #[test]
    fn a_file_of_another_length_is_not_valid() {
        let file = file_of(b"text, all of it");
        assert!(in_pieces(&file, 15, 4, 2).is_valid());
        for len in [14, 16, 100] {
            assert!(!in_pieces(&file, len, 4, 2).is_valid(), "{len}");
        }
    }
}
