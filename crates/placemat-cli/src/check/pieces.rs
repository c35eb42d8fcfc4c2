//! One large file on all cores.
//!
//! The file is judged in pieces, by several threads. If all pieces are well formed, so is the file, and there
//! is nothing to report. If one is not, the file is read once more from its start, by one thread: so what is
//! printed cannot depend on the pieces. The other threads stop at the first error, so this costs less than
//! the pieces before it took.
//!
//! A piece begins where a sequence cannot go on: at an octet that is no continuation, or after three of them.
//! So the pieces of well-formed text are well-formed text, and the pieces of other text are not.

use std::{
    fs::File,
    io::{self, Read},
    os::unix::fs::FileExt,
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    thread,
};

use placemat::ErrorKind;

use crate::{
    judge::Judge,
    stream::{self, Finding, Observer, Sizes, Stopped},
    text::count,
};

/// How a file is divided, and who judges it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    pub(super) judge: Judge,
    /// How many threads.
    pub(super) jobs: usize,
    /// How many octets a piece has, roughly; at least 1.
    pub(super) piece: u64,
}

/// Whether a file of `len` octets is well formed as a whole. `false` if it is not, or cannot be read, or has
/// another length in the end. `passed` is told how many octets have been judged.
pub(super) fn are_clean(plan: Plan, file: &File, len: u64, passed: &(impl Fn(usize) + Sync)) -> bool {
    let (next, dirty) = (AtomicU64::new(0), AtomicBool::new(false));
    let take_pieces = || {
        let mut buffer = Vec::new();
        while !dirty.load(Ordering::Relaxed) {
            let start = next.fetch_add(1, Ordering::Relaxed).saturating_mul(plan.piece);
            if start >= len {
                break;
            }
            let is_clean = Piece::new(file, start, start.saturating_add(plan.piece), len)
                .is_ok_and(|piece| piece.judge_all(plan.judge, &mut buffer, &dirty, passed));
            if !is_clean {
                dirty.store(true, Ordering::Relaxed);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..plan.jobs {
            // With fewer threads it takes longer.
            let _ = thread::Builder::new().spawn_scoped(scope, take_pieces);
        }
        take_pieces();
    });
    !dirty.load(Ordering::Relaxed) && file.metadata().is_ok_and(|of| of.len() == len)
}

/// A piece of a file, to be read.
struct Piece<'a> {
    file: &'a File,
    at: u64,
    end: u64,
}

impl<'a> Piece<'a> {
    /// The piece between two offsets, each moved to where a sequence cannot go on.
    fn new(file: &'a File, start: u64, end: u64, len: u64) -> io::Result<Self> {
        let at = if start == 0 { 0 } else { border(file, start, len)? };
        Ok(Self { file, at, end: border(file, end, len)? })
    }

    /// Whether it is well formed.
    fn judge_all(
        mut self,
        judge: Judge,
        buffer: &mut Vec<u8>,
        dirty: &AtomicBool,
        passed: &impl Fn(usize),
    ) -> bool {
        let mut watch = Watch { dirty, passed };
        let tally = stream::check(judge, &mut self, Sizes::COUNT, buffer, &mut watch);
        tally.is_ok_and(|tally| tally.errors == 0 && tally.failure.is_none()) && self.at == self.end
    }
}

/// The first offset from this one on at which a sequence cannot go on.
fn border(file: &File, offset: u64, len: u64) -> io::Result<u64> {
    if offset >= len {
        return Ok(len);
    }
    let mut octets = [0; 3];
    let mut filled = 0;
    while filled < octets.len() {
        match file.read_at(&mut octets[filled..], offset + count(filled)) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    let continuations = octets[..filled].iter().take_while(|octet| **octet & 0xC0 == 0x80).count();
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

/// Stops at the first error of any piece.
struct Watch<'a, P> {
    dirty: &'a AtomicBool,
    passed: &'a P,
}

impl<P: Fn(usize)> Observer for Watch<'_, P> {
    fn wants_more(&self) -> bool {
        false
    }

    fn found(&mut self, _: &Finding<'_>) -> Result<(), Stopped> {
        Ok(())
    }

    fn passed(&mut self, octets: usize) -> Result<(), Stopped> {
        (self.passed)(octets);
        Ok(())
    }

    fn ill_formed(&mut self, _: &[u8], _: ErrorKind) -> Result<(), Stopped> {
        self.dirty.store(true, Ordering::Relaxed);
        Ok(())
    }

    fn has_enough(&self) -> bool {
        self.dirty.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, io::Write};

    use placemat_conformance::{cases, random::Random};

    use super::*;

    fn are_clean_in_pieces(file: &File, len: usize, piece: u64, jobs: usize) -> bool {
        are_clean(Plan { judge: Judge::Dispatched, jobs, piece }, file, count(len), &|_| {})
    }

    #[test]
    fn pieces_of_any_size_give_the_verdict_of_the_whole() {
        let mut random = Random(3629);
        let texts = ["a", "\u{E9}", "\u{20AC}", "\u{1F37D}", "\n"];
        for round in 0..400 {
            let mut octets = Vec::new();
            for _ in 0..random.below(40) {
                octets.extend_from_slice(random.pick(&texts).as_bytes());
            }
            if round % 2 == 0 {
                let at = random.below(octets.len() + 1);
                octets.insert(at, random.pick(&cases::EDGES));
            }
            let mut file = tempfile::tempfile().unwrap();
            file.write_all(&octets).unwrap();
            let expected = std::str::from_utf8(&octets).is_ok();
            for piece in 1..12 {
                for jobs in [1, 3] {
                    let found = are_clean_in_pieces(&file, octets.len(), piece, jobs);
                    assert_eq!(found, expected, "{octets:x?} in pieces of {piece}");
                }
            }
        }
    }

    #[test]
    fn every_hostile_sequence_is_noticed_at_every_border() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("file");
        for case in cases::all() {
            for lead in 0..5 {
                let octets = [&vec![b'x'; lead], case.octets, b"xyz"].concat();
                fs::write(&path, &octets).unwrap();
                let file = File::open(&path).unwrap();
                let expected = std::str::from_utf8(&octets).is_ok();
                for piece in 1..6 {
                    assert_eq!(are_clean_in_pieces(&file, octets.len(), piece, 1), expected, "{octets:x?}");
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
