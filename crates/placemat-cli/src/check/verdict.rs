//! Derives the exit status from the inputs.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::{status::Status, text::count};

/// The status so far.
#[derive(Debug)]
pub(super) struct Verdict {
    /// Whether it is the status of the first input that is not good, instead of the worst status.
    first: bool,
    /// The status in the last two bits; above them, if the first input counts, how early it comes.
    highest: AtomicU64,
}

impl Verdict {
    pub(super) fn new(first: bool) -> Self {
        Self { first, highest: AtomicU64::new(0) }
    }

    /// Records that an input has this status or a worse one.
    pub(super) fn at_least(&self, number: usize, status: Status) {
        if status == Status::Good {
            return;
        }
        let earliness = if self.first { (u64::MAX >> 2) - count(number) } else { 0 };
        // Relaxed is sufficient: it is read at the end, after taking a lock that the writer has held.
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
