//! Where the next error is.
//!
//! A kernel reads ahead by some KiB before it says that something is wrong, and not exactly where. That is
//! right for a text without errors, or with few. Where they are dense, one kernel call for each would read
//! everything many times. So after an error the search goes on in small steps, and in larger ones the longer
//! it finds nothing:
//!
//! 1. three octets by the grammar: the octets after these depend on nothing before the error;
//! 2. windows of 64 octets, for which a vector kernel says at once where something is wrong, all of it; a
//!    backend that cannot say that reads them by the grammar;
//! 3. stretches that grow.

use placemat_core::{Scan, Utf8Error, grammar::sequence_at};

use super::Invalid;
use crate::judge::Judge;

/// On how many octets before an octet its verdict depends.
const REACH: usize = 3;

/// Octets of a window's block.
const BLOCK: usize = 64;

/// How many octets are read in windows before stretches are worth a call.
const NEAR: usize = 4 * BLOCK;

/// The smallest stretch. Kernels say of inputs of this size in which block the error is; of shorter ones only
/// that there is one.
const STRETCH: usize = 16 * BLOCK;

/// What is known of the octets after an error.
#[derive(Clone, Debug)]
pub(super) struct Resume {
    /// Whether there has been an error.
    near: bool,
    /// The octet after the block that was judged last; 0 if none was.
    end: usize,
    /// One bit an octet of that block: something is wrong there.
    alarms: u64,
}

impl Resume {
    pub(super) const START: Self = Self { near: false, end: 0, alarms: 0 };

    /// The first error from octet `at` on, which begins a sequence: the start of the input, or the octet
    /// after an error.
    #[inline]
    pub(super) fn next_error(&mut self, judge: Judge, bytes: &[u8], at: usize) -> Option<Invalid> {
        let near = core::mem::replace(&mut self.near, true);
        match self.search(judge, bytes, at, near) {
            Ok(()) => None,
            Err(error) => {
                let offset = error.valid_up_to();
                let len = error.error_len().unwrap_or(bytes.len() - offset);
                Some(Invalid { offset, len, kind: error.kind() })
            }
        }
    }

    #[inline]
    fn search(&mut self, judge: Judge, bytes: &[u8], at: usize, near: bool) -> Result<(), Utf8Error> {
        let (mut at, mut stretch) = (at, usize::MAX);
        if near {
            at = self.by_windows(judge, bytes, at, NEAR)?;
            stretch = STRETCH;
        }
        while at < bytes.len() {
            let end = bytes.len().min(at.saturating_add(stretch));
            match judge.scan(&bytes[at..end]) {
                Scan::Clean => at = end,
                // In the whole input, since a sequence may be cut off by the end of the stretch only.
                Scan::Suspect { from } => {
                    at = self.by_windows(judge, bytes, lead_before(bytes, at, at + from), STRETCH)?;
                }
            }
            stretch = stretch.saturating_mul(4);
        }
        Ok(())
    }

    /// Reads at least so many octets from `at` on, where a sequence begins, or all: where another one begins
    /// before which nothing is wrong, or the first error.
    #[inline]
    fn by_windows(
        &mut self,
        judge: Judge,
        bytes: &[u8],
        at: usize,
        octets: usize,
    ) -> Result<usize, Utf8Error> {
        // Up to here it has been read by the grammar; from there on windows depend on nothing before `at`.
        let mut read = by_grammar(bytes, at, REACH)?;
        let mut next = read;
        // What is less than the smallest stretch is not worth a call.
        let until = if bytes.len() - next < octets + STRETCH { bytes.len() } else { next + octets };
        while next < until {
            if next >= self.end {
                let Some(context) = next.checked_sub(REACH).and_then(|at| bytes[at..].first_chunk()) else {
                    // Less than a window is left.
                    return by_grammar(bytes, lead_before(bytes, read, next), BLOCK + REACH);
                };
                let Some(alarms) = judge.alarms(context) else {
                    return by_grammar(bytes, read, octets);
                };
                (self.end, self.alarms) = (next + BLOCK, alarms);
            }
            let alarms = self.alarms >> (next + BLOCK - self.end);
            if alarms == 0 {
                next = self.end;
            } else {
                // What is wrong begins there, or with the lead before it.
                next += alarms.trailing_zeros() as usize;
                read = by_grammar(bytes, lead_before(bytes, read, next), REACH + 1)?;
                next = read;
            }
        }
        // A sequence may go on here, and of a bad lead the next octet would have told.
        Ok(lead_before(bytes, read, next))
    }
}

/// The last octet C0..FF among the three before `at`, if there is one, and not before `from`; else `at`.
#[inline]
fn lead_before(bytes: &[u8], from: usize, at: usize) -> usize {
    (at.saturating_sub(REACH).max(from)..at).rev().find(|&at| bytes[at] >= 0xC0).unwrap_or(at)
}

/// Reads at least so many octets from `at` on, or all: where the next sequence begins, or the first error.
#[inline]
fn by_grammar(bytes: &[u8], at: usize, octets: usize) -> Result<usize, Utf8Error> {
    let until = bytes.len().min(at + octets);
    let mut next = at;
    while next < until {
        next = if bytes[next].is_ascii() { next + 1 } else { sequence_at(bytes, next)? };
    }
    Ok(next)
}
