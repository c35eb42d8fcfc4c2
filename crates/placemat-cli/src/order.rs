//! Hands out inputs to workers, and brings their output into the order of the inputs.
//!
//! Each input has a channel of its own, and the channels are queued in the order of the inputs; the main thread prints
//! what it receives from one after the other. Crates that map in parallel and in order, such as `pariter` and `rayon`,
//! return the result of an input when it is complete; here the first errors of a large file or of a pipe appear at
//! once, and errors without end take no memory. For that, the channels of the standard library are enough.
//!
//! A channel holds one message. The worker of the *current* input, whose channel is being read, sends what it has
//! after each read. The others collect [`MAX_BLOCK`] bytes for a message, so each waits after at most two. A worker
//! that has finished an input waits if more than [`MAX_WAITING`] bytes have not been received.
//!
//! There is no deadlock: the current input always has a worker, and that one waits only for the printing.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::sync::{Mutex, PoisonError};
use std::{iter::Enumerate, mem};

use crate::status::Status;

/// The number of bytes that a worker collects before it sends them.
const MAX_BLOCK: usize = 64 << 10;

/// The number of bytes in messages above which no new input is begun. Each message counts its own size plus
/// [`OVERHEAD`].
const MAX_WAITING: usize = 4 << 20;

/// The approximate size of a channel.
const OVERHEAD: usize = 1 << 10;

/// The destination of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Out,
    Err,
}

/// Stops all work, because the output can no longer be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

/// A part of the output of an input.
pub(crate) struct Message {
    pub(crate) text: Vec<(Target, Vec<u8>)>,
    /// The status so far.
    pub(crate) status: Status,
    /// The size, as counted for [`MAX_WAITING`].
    weight: usize,
}

/// The inputs that no worker has taken.
pub(crate) struct Queue<I> {
    inputs: Mutex<Enumerate<I>>,
    /// The number of the current input.
    current: AtomicUsize,
    /// The size of all messages that have not been received.
    waiting: AtomicUsize,
}

/// The sending end of the queue of channels, for a worker.
pub(crate) type Channels = Sender<Receiver<Message>>;

impl<I: Iterator> Queue<I> {
    pub(crate) fn new(inputs: I) -> Self {
        let inputs = Mutex::new(inputs.enumerate());
        Self { inputs, current: AtomicUsize::new(0), waiting: AtomicUsize::new(0) }
    }

    /// The next input, and its output. `None` if there is none, or if nothing is printed any more.
    pub(crate) fn next(&self, channels: &Channels) -> Option<(I::Item, Output<'_>)> {
        // Locked until the channel is queued.
        let mut inputs = self.inputs.lock().unwrap_or_else(PoisonError::into_inner);
        let (number, input) = inputs.next()?;
        let (sender, receiver) = mpsc::sync_channel(1);
        channels.send(receiver).ok()?;
        let output = Output {
            number,
            sender,
            text: Vec::new(),
            size: 0,
            waiting: &self.waiting,
            current: &self.current,
        };
        Some((input, output))
    }

    /// All output, in the order of the inputs. Ends when all workers have ended.
    pub(crate) fn messages(&self, channels: Receiver<Receiver<Message>>) -> impl Iterator<Item = Message> {
        channels.into_iter().enumerate().flat_map(|(number, messages)| {
            self.current.store(number, Ordering::Relaxed);
            messages.into_iter().inspect(|message| {
                self.waiting.fetch_sub(message.weight, Ordering::Relaxed);
            })
        })
    }
}

/// The output of one input.
pub(crate) struct Output<'a> {
    number: usize,
    sender: SyncSender<Message>,
    /// What has not been sent.
    text: Vec<(Target, Vec<u8>)>,
    size: usize,
    current: &'a AtomicUsize,
    waiting: &'a AtomicUsize,
}

impl Output<'_> {
    /// Buffers the output of `write` for `target`.
    pub(crate) fn write(&mut self, target: Target, write: impl FnOnce(&mut Vec<u8>)) {
        if self.text.last().is_none_or(|(last, _)| *last != target) {
            self.text.push((target, Vec::new()));
        }
        if let Some((_, text)) = self.text.last_mut() {
            let before = text.len();
            write(text);
            self.size += text.len() - before;
        }
    }

    /// Call after writing: sends the buffer if it is full. The errors in it make the input invalid.
    pub(crate) fn flush_if_full(&mut self) -> Result<(), Stopped> {
        if self.size > MAX_BLOCK { self.send(Status::Invalid) } else { Ok(()) }
    }

    /// Call after each read: sends the buffer if this input is the current one.
    pub(crate) fn flush_if_current(&mut self) -> Result<(), Stopped> {
        let is_current = self.current.load(Ordering::Relaxed) == self.number;
        if is_current && self.size > 0 { self.send(Status::Invalid) } else { Ok(()) }
    }

    /// Sends the rest.
    pub(crate) fn finish(mut self, status: Status) -> Result<(), Stopped> {
        self.send(status)?;
        if self.waiting.load(Ordering::Relaxed) > MAX_WAITING {
            // A message without text, which waits until the channel has received the last one.
            self.send(status)?;
        }
        Ok(())
    }

    fn send(&mut self, status: Status) -> Result<(), Stopped> {
        let weight = mem::take(&mut self.size) + OVERHEAD;
        self.waiting.fetch_add(weight, Ordering::Relaxed);
        let message = Message { text: mem::take(&mut self.text), status, weight };
        self.sender.send(message).map_err(|_| Stopped)
    }
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::{Duration, Instant};

    use super::*;

    /// What is printed of the output of `check`, by this number of workers.
    fn printed<T: Send>(
        inputs: impl Iterator<Item = T> + Send, jobs: usize,
        check: impl Fn(T, Output<'_>) -> Result<(), Stopped> + Sync,
    ) -> Vec<u8> {
        let queue = Queue::new(inputs);
        let (sender, channels) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..jobs {
                let (sender, queue, check) = (sender.clone(), &queue, &check);
                scope.spawn(move || {
                    while let Some((input, output)) = queue.next(&sender) {
                        check(input, output).unwrap();
                    }
                });
            }
            drop(sender);
            queue.messages(channels).flat_map(|message| message.text).flat_map(|(_, text)| text).collect()
        })
    }

    #[test]
    fn whichever_input_ends_first_the_order_is_theirs() {
        for jobs in [1, 2, 8] {
            let text = printed(0..100_u64, jobs, |number, mut output| {
                for part in 0..3 {
                    output.write(Target::Out, |text| text.extend(format!("{number}.{part} ").bytes()));
                    output.flush_if_current()?;
                    thread::sleep(Duration::from_micros(number * 7 % 10 * 30));
                }
                output.finish(Status::Good)
            });
            let expected: String = (0..300).map(|part| format!("{}.{} ", part / 3, part % 3)).collect();
            assert_eq!(String::from_utf8(text).unwrap(), expected);
        }
    }

    #[test]
    fn memory_is_bounded_while_the_first_input_waits() {
        let begun = AtomicUsize::new(0);
        let text = printed(0..1000, 4, |number, mut output| {
            begun.fetch_add(1, Ordering::Relaxed);
            if number == 0 {
                // As soon as the others stop, no matter how slow they are.
                let mut seen = (0, Instant::now());
                while seen.0 < 60 || seen.1.elapsed() < Duration::from_millis(200) {
                    let now = begun.load(Ordering::Relaxed);
                    seen = if now > seen.0 { (now, Instant::now()) } else { seen };
                    thread::yield_now();
                }
                assert!(seen.0 < 80, "{} inputs of 64 KiB", seen.0);
            }
            output.write(Target::Out, |text| text.resize(MAX_BLOCK, b'x'));
            output.finish(Status::Good)
        });
        assert_eq!(text.len(), 1000 * MAX_BLOCK);
    }

    #[test]
    fn a_worker_that_waits_learns_that_nothing_is_printed() {
        let queue = Queue::new(0..2);
        let (sender, channels) = mpsc::channel();
        let (_, _first) = queue.next(&sender).unwrap();
        let (_, mut second) = queue.next(&sender).unwrap();
        thread::scope(|scope| {
            let waiting = scope.spawn(move || {
                loop {
                    second.write(Target::Out, |text| text.resize(MAX_BLOCK + 1, b'x'));
                    if let Err(stopped) = second.flush_if_full() {
                        return stopped;
                    }
                }
            });
            drop(channels);
            assert_eq!(waiting.join().unwrap(), Stopped);
        });
    }
}
