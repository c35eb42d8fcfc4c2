//! The exit status, as it comes out of the inputs.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::{status::Status, text::count};

/// The status so far.
#[derive(Debug)]
pub(super) struct Verdict {
    /// Whether it is that of the first input that is not good, or else the worst of all.
    first: bool,
    /// A status in the last two bits, and before them, how early its input comes, if the first counts.
    highest: AtomicU64,
}

impl Verdict {
    pub(super) fn new(first: bool) -> Self {
        Self { first, highest: AtomicU64::new(0) }
    }

    /// An input, by its number, has this status or a worse one.
    pub(super) fn at_least(&self, number: usize, status: Status) {
        if status == Status::Good {
            return;
        }
        let earliness = if self.first { (u64::MAX >> 2) - count(number) } else { 0 };
        // Relaxed is enough: it is read at the end, after a lock that the writer has held.
        self.highest.fetch_max(earliness << 2 | status as u64, Ordering::Relaxed);
    }

    pub(super) fn get(&self) -> Status {
        match self.highest.load(Ordering::Relaxed) & 3 {
            0 => Status::Good,
            1 => Status::Invalid,
            _ => Status::Trouble,
        }
    }
}
