//! Work on several threads.

use std::{panic::resume_unwind, thread};

/// One thread for each processor.
pub(crate) fn for_each_processor() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// What `work` returns on each of so many threads, by its number. A panic of it goes on here.
pub(crate) fn on_each<T: Send>(threads: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    // There are machines that have no threads.
    if threads <= 1 {
        return vec![work(0)];
    }
    thread::scope(|scope| {
        let work = &work;
        let threads: Vec<_> = (0..threads).map(|nth| scope.spawn(move || work(nth))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
    })
}
