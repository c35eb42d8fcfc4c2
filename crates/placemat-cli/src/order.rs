//! Processes several inputs concurrently, with output in the order of the inputs.
//!
//! Each input has a turn, numbered from 0. The lowest turn that has not ended is the *head*: it writes directly to
//! the output. The others buffer up to [`PATIENCE`] bytes; a turn that has more waits until it is the head. If a turn
//! ends before it is the head, its block is stored and its worker takes the next input, unless too much is stored
//! already; then the worker waits.
//!
//! There is no deadlock: turns are handed out in order, so the head always has a worker, and the head never waits.

use std::{
    collections::BTreeMap,
    io, mem,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
};

use crate::stream::Stopped;

/// The number of bytes that a turn may buffer before it waits.
const PATIENCE: usize = 64 << 10;

/// The maximum number of bytes stored for turns that ended before they were the head. Each block counts its own size
/// plus [`BLOCK`].
const MOST_STORED: usize = 4 << 20;

/// The approximate overhead of a block.
const BLOCK: usize = 128;

/// The destination of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Out,
    Err,
}

/// Writes a text to a target.
pub(crate) type Printer = Box<dyn FnMut(Target, &[u8]) -> io::Result<()> + Send>;

/// The buffered output of a turn.
type Block = Vec<(Target, Vec<u8>)>;

/// Orders the output.
pub(crate) struct Order {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    printer: Printer,
    head: usize,
    done: BTreeMap<usize, Block>,
    /// The size of `done`, as counted for [`MOST_STORED`].
    stored: usize,
    workers: usize,
    /// The turn after which all work ends, if it is to end early.
    last: Option<usize>,
    /// The first write error, after which all work ends.
    failure: Option<io::Error>,
    stopped: bool,
}

impl Order {
    pub(crate) fn new(printer: Printer) -> Self {
        let state = State {
            printer,
            head: 0,
            done: BTreeMap::new(),
            stored: 0,
            workers: 0,
            last: None,
            failure: None,
            stopped: false,
        };
        Self { state: Mutex::new(state), changed: Condvar::new() }
    }

    /// Adds a worker.
    pub(crate) fn worker(self: &Arc<Self>) -> Worker {
        self.lock().workers += 1;
        Worker { order: Arc::clone(self) }
    }

    /// Waits until all workers are done, or until the output fails.
    pub(crate) fn wait(&self) -> io::Result<()> {
        let mut state = self.lock();
        while state.workers > 0 && !state.stopped {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.failure.take().map_or(Ok(()), Err)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // A worker that panics leaves the state consistent.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Whether the turn is after the last one to be printed.
    fn is_too_late(&self, number: usize) -> bool {
        self.stopped || self.last.is_some_and(|last| number > last)
    }

    fn print(&mut self, block: &Block) -> Result<(), Stopped> {
        for (target, text) in block {
            if self.stopped {
                return Err(Stopped);
            }
            if let Err(error) = (self.printer)(*target, text) {
                self.stopped = true;
                self.failure = Some(error);
            }
        }
        if self.stopped { Err(Stopped) } else { Ok(()) }
    }
}

/// Takes turns.
pub(crate) struct Worker {
    order: Arc<Order>,
}

impl Worker {
    /// The turn with this number. Each number is used once, in order.
    pub(crate) fn turn(&self, number: usize) -> Ticket<'_> {
        Ticket { order: &self.order, number, block: Block::new(), size: 0 }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let mut state = self.order.lock();
        state.workers -= 1;
        if thread::panicking() {
            // Its turn will never end, so the turns after it must not wait.
            state.stopped = true;
            state.failure = Some(io::Error::other("a worker has failed"));
        }
        drop(state);
        self.order.changed.notify_all();
    }
}

/// The output of one input.
pub(crate) struct Ticket<'a> {
    order: &'a Order,
    number: usize,
    block: Block,
    size: usize,
}

impl Ticket<'_> {
    pub(crate) fn number(&self) -> usize {
        self.number
    }

    /// Buffers the output of `write` for `target`.
    pub(crate) fn write(&mut self, target: Target, write: impl FnOnce(&mut Vec<u8>)) {
        if self.block.last().is_none_or(|(last, _)| *last != target) {
            self.block.push((target, Vec::new()));
        }
        if let Some((_, text)) = self.block.last_mut() {
            let before = text.len();
            write(text);
            self.size += text.len() - before;
        }
    }

    /// Call after writing: if the buffer is full, waits to be the head, and prints it.
    pub(crate) fn flush_if_full(&mut self) -> Result<(), Stopped> {
        if self.size > PATIENCE { self.hand_over(true) } else { Ok(()) }
    }

    /// Call regularly: prints the buffer if this turn is the head.
    pub(crate) fn try_flush(&mut self) -> Result<(), Stopped> {
        self.hand_over(false)
    }

    /// Ends the turn. If it is the `last`, no later turn is printed, and all work ends when the turns before it have
    /// ended.
    pub(crate) fn finish(mut self, last: bool) -> Result<(), Stopped> {
        let order = self.order;
        let mut state = order.lock();
        let weight = self.size + BLOCK;
        if last && !state.is_too_late(self.number) {
            state.last = Some(self.number);
            // Later turns need not wait any more.
            order.changed.notify_all();
        }
        while !state.is_too_late(self.number)
            && state.head != self.number
            && state.stored + weight > MOST_STORED
        {
            state = order.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        let block = mem::take(&mut self.block);
        if state.is_too_late(self.number) {
            return Err(Stopped);
        }
        if state.head != self.number {
            state.stored += weight;
            state.done.insert(self.number, block);
            return Ok(());
        }
        let mut result = state.print(&block);
        state.head += 1;
        while let Some(block) = {
            let head = state.head;
            state.done.remove(&head)
        } {
            let size: usize = block.iter().map(|(_, text)| text.len()).sum();
            state.stored -= size + BLOCK;
            if state.is_too_late(state.head) {
                break;
            }
            result = result.and_then(|()| state.print(&block));
            state.head += 1;
        }
        if state.is_too_late(state.head) {
            state.stopped = true;
        }
        drop(state);
        order.changed.notify_all();
        result
    }

    fn hand_over(&mut self, wait: bool) -> Result<(), Stopped> {
        let order = self.order;
        let mut state = order.lock();
        while wait && !state.is_too_late(self.number) && state.head != self.number {
            state = order.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.is_too_late(self.number) {
            return Err(Stopped);
        }
        if state.head == self.number && self.size > 0 {
            let result = state.print(&self.block);
            self.block.clear();
            self.size = 0;
            if result.is_err() {
                order.changed.notify_all();
            }
            return result;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A printer that writes to memory.
    fn recorder() -> (Printer, Arc<Mutex<Vec<u8>>>) {
        let text = Arc::new(Mutex::new(Vec::new()));
        let copy = Arc::clone(&text);
        (
            Box::new(move |_, part| {
                copy.lock().unwrap().extend_from_slice(part);
                Ok(())
            }),
            text,
        )
    }

    #[test]
    fn after_the_last_turn_nothing_is_printed() {
        // For any order of ends: 2 is the last turn until 1 is.
        for numbers in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 3, 0, 1], [1, 0, 3, 2]] {
            let (printer, text) = recorder();
            let order = Arc::new(Order::new(printer));
            let worker = order.worker();
            for number in numbers {
                let mut turn = worker.turn(number);
                turn.write(Target::Out, |text| text.extend(format!("{number} ").bytes()));
                // A turn that is too late returns an error.
                let _ = turn.finish(number == 1 || number == 2);
            }
            // A worker may still be waiting for its input.
            order.wait().unwrap();
            assert_eq!(text.lock().unwrap().as_slice(), b"0 1 ", "{numbers:?}");
        }
    }

    #[test]
    fn a_failure_to_write_wakes_all_workers() {
        let printer: Printer = Box::new(|_, _| Err(io::ErrorKind::BrokenPipe.into()));
        let order = Arc::new(Order::new(printer));
        let late = order.worker();
        let waiting = thread::spawn(move || {
            let mut turn = late.turn(1);
            turn.write(Target::Out, |text| text.resize(PATIENCE + 1, b'x'));
            turn.flush_if_full()
        });
        let first = order.worker();
        let mut turn = first.turn(0);
        turn.write(Target::Out, |text| text.push(b'x'));
        assert_eq!(turn.try_flush(), Err(Stopped));
        assert_eq!(waiting.join().unwrap(), Err(Stopped));
        assert_eq!(order.wait().unwrap_err().kind(), io::ErrorKind::BrokenPipe);
    }

    #[test]
    fn a_worker_that_panics_ends_the_work() {
        let (printer, _) = recorder();
        let order = Arc::new(Order::new(printer));
        let worker = order.worker();
        let _ = thread::spawn(move || {
            let _turn = worker.turn(0);
            panic!("as intended");
        })
        .join();
        assert!(order.wait().is_err());
    }
}
