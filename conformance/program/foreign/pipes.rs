//! The threads that serve the pipes of a process.
//!
//! Each pipe has a thread of its own, so that the host reads while it writes. Threads are not joined: a process that
//! has left its group can keep a pipe open, which blocks the thread until the host exits.

use std::io::{Read, Write};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;

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

/// The last bytes of an output, which a thread reads to its end, as text.
pub(super) fn tail(mut output: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = channel();
    spawn(move || {
        let (mut kept, mut piece) = (Vec::new(), vec![0; PIECE]);
        while let Ok(len @ 1..) = output.read(&mut piece) {
            kept.extend_from_slice(&piece[..len]);
            kept.drain(..kept.len().saturating_sub(TAIL));
        }
        let _ = sender.send(String::from_utf8_lossy(&kept).trim().to_owned());
    });
    receiver
}

fn spawn(work: impl FnOnce() + Send + 'static) {
    // If the thread cannot be started, the pipe is closed at once, and the process counts as not answering.
    let _ = thread::Builder::new().stack_size(STACK).spawn(work);
}

#[cfg(test)]
mod tests {
    use std::{io, time::Duration};

    use super::*;

    struct Slow(&'static [u8]);

    impl Read for Slow {
        fn read(&mut self, piece: &mut [u8]) -> io::Result<usize> {
            thread::sleep(Duration::from_millis(50));
            self.0.read(piece)
        }
    }

    #[test]
    fn what_is_still_on_its_way_is_waited_for() {
        let tail = tail(Slow(b"something is wrong\n"));
        assert_eq!(tail.recv_timeout(Duration::from_secs(60)).unwrap(), "something is wrong");
    }
}
