//! The exit status, as it comes out of the inputs.

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicU8, Ordering},
};

use crate::status::Status;

/// The status so far.
#[derive(Debug)]
pub(super) enum Verdict {
    /// The worst of all inputs.
    Worst(AtomicU8),
    /// The status of the first input that is not good, and its number.
    First(Mutex<Option<(usize, Status)>>),
}

impl Verdict {
    const ALL: [Status; 3] = [Status::Good, Status::Ill, Status::Trouble];

    pub(super) fn new(first: bool) -> Self {
        if first { Self::First(Mutex::default()) } else { Self::Worst(AtomicU8::new(0)) }
    }

    /// An input, by its number, has this status or a worse one.
    pub(super) fn at_least(&self, number: usize, status: Status) {
        match self {
            // Relaxed is enough: it is read at the end, after a lock that the writer has held.
            Self::Worst(worst) => drop(worst.fetch_max(status as u8, Ordering::Relaxed)),
            Self::First(_) if status == Status::Good => {}
            Self::First(first) => {
                let mut first = first.lock().unwrap_or_else(PoisonError::into_inner);
                let so_far = first.take();
                *first = match so_far {
                    Some((earlier, _)) if earlier < number => so_far,
                    Some((same, before)) if same == number => Some((same, before.max(status))),
                    _ => Some((number, status)),
                };
            }
        }
    }

    pub(super) fn get(&self) -> Status {
        match self {
            Self::Worst(worst) => {
                let at = usize::from(worst.load(Ordering::Relaxed));
                Self::ALL.get(at).copied().unwrap_or(Status::Trouble)
            }
            Self::First(first) => first
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .map_or(Status::Good, |(_, status)| status),
        }
    }
}
