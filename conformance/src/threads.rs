//! Work on several threads.

use std::{panic::resume_unwind, thread};

/// The number of processors.
pub(crate) fn for_each_processor() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Runs `work` on each of `threads` threads, with its number, and returns the results. Propagates a panic.
pub(crate) fn on_each<T: Send>(threads: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    // Some targets have no threads.
    if threads <= 1 {
        return vec![work(0)];
    }
    thread::scope(|scope| {
        let work = &work;
        let threads: Vec<_> = (0..threads).map(|nth| scope.spawn(move || work(nth))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
    })
}
