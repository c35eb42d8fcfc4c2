//! Work on several threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::{panic::resume_unwind, thread};

/// The number of processors.
pub(crate) fn for_each_processor() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// The results of `work` for every number below `count`, in order. Each processor takes the next number.
pub fn in_parallel<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let numbers = |_| {
        let take = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|at| *at < count);
        std::iter::from_fn(take).map(|at| (at, work(at))).collect::<Vec<_>>()
    };
    let mut results: Vec<_> = on_each(for_each_processor(), numbers).into_iter().flatten().collect();
    results.sort_unstable_by_key(|(at, _)| *at);
    results.into_iter().map(|(_, result)| result).collect()
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
