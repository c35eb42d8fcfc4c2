//! Work on several threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::{panic::resume_unwind, thread};

/// The number of processors.
pub(crate) fn for_each_processor() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// The results of `work` for every number below `count`, in order. Each processor takes the next number.
pub fn in_parallel<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    on_threads(for_each_processor(), count, work)
}

/// The same on this many threads. Propagates a panic.
pub(crate) fn on_threads<T: Send>(threads: usize, count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    // Some targets have no threads.
    if threads <= 1 {
        return (0..count).map(work).collect();
    }
    let next = AtomicUsize::new(0);
    let numbers = || {
        let take = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|at| *at < count);
        std::iter::from_fn(take).map(|at| (at, work(at))).collect::<Vec<_>>()
    };
    let mut results: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> = (0..threads.min(count)).map(|_| scope.spawn(numbers)).collect();
        threads.into_iter().flat_map(|one| one.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
    });
    results.sort_unstable_by_key(|(at, _)| *at);
    results.into_iter().map(|(_, result)| result).collect()
}
