//! Validates one large file on all cores.
//!
//! Several threads validate the file in pieces. If all pieces are valid, so is the file, and there is nothing to
//! report. If a piece is invalid, the other threads stop, and a single thread reads the file from its start until all
//! errors to be listed are found, so the output does not depend on the pieces. The errors in the rest only have to be
//! counted, which is again done in pieces.
//!
//! A piece begins where no sequence can continue: at a byte that is not a continuation byte, or after three of them.
//! No sequence, valid or not, straddles such a boundary, so each piece can be validated by itself.

use std::{
    fs::File,
    io::{self, Read},
    os::unix::fs::FileExt,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
};

use placemat::ErrorKind;

use crate::{
    backend_choice::BackendChoice,
    stream::{self, Observer, Share, Sizes, Stopped, Tally},
    text::count,
};

/// How to divide and validate a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    pub(super) choice: BackendChoice,
    /// The number of threads.
    pub(super) jobs: usize,
    /// The approximate size of a piece, in bytes; at least 1.
    pub(super) piece: u64,
}

/// Whether a whole file of `len` bytes is valid. `false` if it is invalid, cannot be read, or changes its length.
/// Calls `passed` with the number of validated bytes.
pub(super) fn are_clean(plan: Plan, file: &File, len: u64, passed: &(impl Fn(usize) + Sync)) -> bool {
    errors(plan, Asked::Whether, file, 0, len, passed).is_some_and(|found| found.errors == 0)
}

/// The counts of a piece or of several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) errors: u64,
    pub(super) share: Share,
}

/// Counts the errors in a file of `len` bytes from this offset on, which no sequence straddles. `None` if the file
/// cannot be read, or changes its length.
pub(super) fn count_errors(
    plan: Plan,
    file: &File,
    from: u64,
    len: u64,
    passed: &(impl Fn(usize) + Sync),
) -> Option<Counts> {
    errors(plan, Asked::HowMany, file, from, len, passed)
}

/// The same with one thread, up to the end of the file, or up to a read error.
pub(super) fn count_in_order(
    plan: Plan,
    file: &File,
    from: u64,
    buffer: &mut Vec<u8>,
    passed: &(impl Fn(usize) + Sync),
) -> Result<Tally, Stopped> {
    let piece = Piece { file, at: from, end: u64::MAX };
    let mut watch = Watch { stop: &AtomicBool::new(false), asked: Asked::HowMany, passed };
    stream::check(plan.choice, piece, Asked::HowMany.sizes(), buffer, &mut watch)
}

/// What to determine about the errors.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    /// Whether there is one: the first one found ends the search.
    Whether,
    HowMany,
}

impl Asked {
    fn sizes(self) -> Sizes {
        Sizes { share: self == Self::HowMany, ..Sizes::COUNT }
    }
}

/// Counts the errors in the pieces from this offset on; `Asked::Whether` stops at the first.
fn errors(
    plan: Plan,
    asked: Asked,
    file: &File,
    from: u64,
    len: u64,
    passed: &(impl Fn(usize) + Sync),
) -> Option<Counts> {
    let (next, found) = (AtomicU64::new(0), Mutex::new(Counts::default()));
    let (stop, failed) = (AtomicBool::new(false), AtomicBool::new(false));
    let take_pieces = || {
        let mut buffer = Vec::new();
        while !stop.load(Ordering::Relaxed) {
            let start = next.fetch_add(1, Ordering::Relaxed).saturating_mul(plan.piece).saturating_add(from);
            if start >= len {
                break;
            }
            let piece = Piece::new(file, start, start.saturating_add(plan.piece), from, len).ok();
            let mut watch = Watch { stop: &stop, asked, passed };
            match piece.and_then(|piece| piece.errors(plan.choice, &mut buffer, &mut watch)) {
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
        for _ in 1..plan.jobs {
            // Fewer threads only take longer.
            let _ = thread::Builder::new().spawn_scoped(scope, take_pieces);
        }
        take_pieces();
    });
    let is_whole = !failed.load(Ordering::Relaxed) && file.metadata().is_ok_and(|of| of.len() == len);
    is_whole.then(|| found.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// A reader for a piece of a file.
struct Piece<'a> {
    file: &'a File,
    at: u64,
    end: u64,
}

impl<'a> Piece<'a> {
    /// The piece between two offsets, each moved to where no sequence can continue; `from` and `len` already are.
    fn new(file: &'a File, start: u64, end: u64, from: u64, len: u64) -> io::Result<Self> {
        let at = if start == from { start } else { border(file, start, len)? };
        Ok(Self { file, at, end: border(file, end, len)? })
    }

    /// Counts its errors. `None` if it cannot be read to its end.
    fn errors<P: Fn(usize)>(
        mut self,
        choice: BackendChoice,
        buffer: &mut Vec<u8>,
        watch: &mut Watch<'_, P>,
    ) -> Option<Counts> {
        let tally = stream::check(choice, &mut self, watch.asked.sizes(), buffer, watch).ok()?;
        let is_read = self.at == self.end || watch.has_enough();
        (tally.failure.is_none() && is_read).then_some(Counts { errors: tally.errors, share: tally.share })
    }
}

/// The first offset from this one on at which no sequence can continue.
fn border(file: &File, offset: u64, len: u64) -> io::Result<u64> {
    if offset >= len {
        return Ok(len);
    }
    let mut bytes = [0; 3];
    let mut filled = 0;
    while filled < bytes.len() {
        match file.read_at(&mut bytes[filled..], offset + count(filled)) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    let continuations = bytes[..filled].iter().take_while(|byte| **byte & 0xC0 == 0x80).count();
    Ok((offset + count(continuations)).min(len))
}

impl Read for Piece<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = usize::try_from(self.end.saturating_sub(self.at)).unwrap_or(usize::MAX);
        let most = left.min(buffer.len());
        let read = self.file.read_at(&mut buffer[..most], self.at)?;
        self.at += count(read);
        Ok(read)
    }
}

/// Counts errors, or stops at the first error in any piece.
struct Watch<'a, P> {
    stop: &'a AtomicBool,
    asked: Asked,
    passed: &'a P,
}

impl<P: Fn(usize)> Observer for Watch<'_, P> {
    fn passed(&mut self, bytes: usize) -> Result<(), Stopped> {
        (self.passed)(bytes);
        Ok(())
    }

    fn invalid(&mut self, _: &[u8], _: ErrorKind) -> Result<(), Stopped> {
        if self.asked == Asked::Whether {
            self.stop.store(true, Ordering::Relaxed);
        }
        Ok(())
    }

    fn has_enough(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, io::Write};

    use placemat_conformance::{cases, random::Random};

    use super::*;

    fn are_clean_in_pieces(file: &File, len: usize, piece: u64, jobs: usize) -> bool {
        are_clean(Plan { choice: BackendChoice::Dispatched, jobs, piece }, file, count(len), &|_| {})
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
            let mut file = tempfile::tempfile().unwrap();
            file.write_all(&bytes).unwrap();
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
                    let plan = Plan { choice: BackendChoice::Dispatched, jobs, piece };
                    let found = count_errors(plan, &file, count(from), count(bytes.len()), &|_| {});
                    assert_eq!(
                        found.map(|found| found.errors),
                        Some(expected),
                        "{bytes:x?} from {from} in pieces of {piece}"
                    );
                    let tally = count_in_order(plan, &file, count(from), &mut Vec::new(), &|_| {}).unwrap();
                    assert_eq!((tally.errors, tally.bytes), (expected, count(bytes.len() - from)));
                    assert_eq!(found.unwrap().share.ratio(), tally.share.ratio());
                }
            }
        }
        assert!(all > 500, "{all} errors are too few");
    }

    #[test]
    fn every_hostile_sequence_is_noticed_at_every_border() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("file");
        for case in cases::all() {
            for lead in 0..5 {
                let bytes = [&vec![b'x'; lead], case.bytes, "\u{1F37D}\u{20AC}\u{E9}".as_bytes()].concat();
                fs::write(&path, &bytes).unwrap();
                let file = File::open(&path).unwrap();
                let expected = std::str::from_utf8(&bytes).is_ok();
                for (piece, jobs) in [(1, 1), (2, 3), (3, 1), (4, 3), (5, 1)] {
                    let found = are_clean_in_pieces(&file, bytes.len(), piece, jobs);
                    assert_eq!(found, expected, "{bytes:x?} in pieces of {piece}");
                }
            }
        }
    }

    #[test]
    fn a_file_of_another_length_is_not_clean() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(b"text, all of it").unwrap();
        assert!(are_clean_in_pieces(&file, 15, 4, 2));
        for len in [14, 16, 100] {
            assert!(!are_clean_in_pieces(&file, len, 4, 2), "{len}");
        }
    }
}
