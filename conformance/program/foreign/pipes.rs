//! The threads that serve the pipes of a process.
//!
//! Each pipe has a thread of its own, so that the host reads while it writes. Threads are not joined: a process that
//! has left its group can keep a pipe open, which blocks the thread until the host exits.

use std::io::{Read, Write};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::{convert::Infallible, thread, time::Duration};

/// The maximum number of bytes per read.
const PIECE: usize = 64 << 10;
/// The capacity of the queue of pieces. A process that writes faster is blocked.
const PIECES: usize = 4;
/// The number of bytes of standard error that are kept.
const TAIL: usize = 2 << 10;
const STACK: usize = 256 << 10;

/// The bytes that a thread reads, in pieces; disconnected at the end of the output.
pub(super) fn reader(mut output: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (sender, receiver): (SyncSender<Vec<u8>>, _) = sync_channel(PIECES);
    spawn(move || {
        let mut piece = vec![0; PIECE];
        while let Ok(len @ 1..) = output.read(&mut piece) {
            if sender.send(piece[..len].to_vec()).is_err() {
                break;
            }
        }
    });
    receiver
}

/// Starts a thread that writes whatever is sent. Dropping the sender closes the input.
pub(super) fn writer(mut input: impl Write + Send + 'static) -> Sender<Vec<u8>> {
    let (sender, receiver) = channel::<Vec<u8>>();
    spawn(move || {
        for bytes in receiver {
            // The process may have closed its input. Its answers show whether that was correct.
            if input.write_all(&bytes).and_then(|()| input.flush()).is_err() {
                break;
            }
        }
    });
    sender
}

/// The last bytes of an output, which a thread reads to its end.
pub(super) struct Tail {
    kept: Arc<Mutex<Vec<u8>>>,
    /// Disconnected at the end of the output.
    end: Receiver<Infallible>,
}

impl Tail {
    pub(super) fn of(mut output: impl Read + Send + 'static) -> Self {
        let kept = Arc::<Mutex<Vec<u8>>>::default();
        let (until_the_end, end) = channel();
        let shared = kept.clone();
        spawn(move || {
            let _until_the_end: Sender<Infallible> = until_the_end;
            let mut piece = vec![0; PIECE];
            while let Ok(len @ 1..) = output.read(&mut piece) {
                let mut kept = shared.lock().unwrap_or_else(PoisonError::into_inner);
                kept.extend_from_slice(&piece[..len]);
                let surplus = kept.len().saturating_sub(TAIL);
                kept.drain(..surplus);
            }
        });
        Self { kept, end }
    }

    /// The last lines. The process has exited, but the thread may not have read all its output: waits for the end of
    /// the output, at most for `patience`.
    pub(super) fn text(&self, patience: Duration) -> String {
        // Both errors are fine: the output is closed, or held open by a child of the process.
        let Err(_) = self.end.recv_timeout(patience);
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&kept).trim().to_owned()
    }
}

fn spawn(work: impl FnOnce() + Send + 'static) {
    // If the thread cannot be started, the pipe is closed at once, and the process counts as not answering.
    let _ = thread::Builder::new().stack_size(STACK).spawn(work);
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    /// A slow output, which is then closed or held open.
    struct Slow {
        text: Option<&'static [u8]>,
        over: bool,
    }

    impl Read for Slow {
        fn read(&mut self, piece: &mut [u8]) -> io::Result<usize> {
            thread::sleep(Duration::from_millis(50));
            match self.text.take() {
                Some(mut text) => text.read(piece),
                None if self.over => Ok(0),
                None => loop {
                    thread::park();
                },
            }
        }
    }

    #[test]
    fn what_is_still_on_its_way_is_waited_for() {
        let tail = Tail::of(Slow { text: Some(b"something is wrong\n"), over: true });
        assert_eq!(tail.text(Duration::from_secs(60)), "something is wrong");
    }

    #[test]
    fn an_output_that_is_held_open_is_not_waited_for() {
        let tail = Tail::of(Slow { text: None, over: false });
        assert_eq!(tail.text(Duration::from_millis(100)), "");
    }
}
