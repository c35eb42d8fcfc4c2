//! The threads at a process's pipes.
//!
//! Each pipe has a thread of its own, so the host reads while it writes. No thread is waited for: a process
//! that has left its group can keep a pipe open, and then its thread stays where it is until the host exits.

use std::{
    io::{Read, Write},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, Sender, SyncSender, channel, sync_channel},
    },
    thread,
};

/// How much is read at once.
const PIECE: usize = 64 << 10;
/// How many pieces wait to be looked at. A process that writes faster than that waits.
const PIECES: usize = 4;
/// How much of the standard error is kept.
const TAIL: usize = 2 << 10;
const STACK: usize = 256 << 10;

/// What a thread reads, in pieces; disconnected at the end of the output.
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

/// A thread that writes what it is sent. The input is closed when the sender is dropped.
pub(super) fn writer(mut input: impl Write + Send + 'static) -> Sender<Vec<u8>> {
    let (sender, receiver) = channel::<Vec<u8>>();
    spawn(move || {
        for octets in receiver {
            // The process may have closed its input. Whether that is right shows in its answers.
            if input.write_all(&octets).and_then(|()| input.flush()).is_err() {
                break;
            }
        }
    });
    sender
}

/// The last octets of an output, which a thread reads for as long as there are any.
#[derive(Clone, Default)]
pub(super) struct Tail(Arc<Mutex<Vec<u8>>>);

impl Tail {
    pub(super) fn of(mut output: impl Read + Send + 'static) -> Self {
        let tail = Self::default();
        let shared = tail.clone();
        spawn(move || {
            let mut piece = vec![0; PIECE];
            while let Ok(len @ 1..) = output.read(&mut piece) {
                let mut tail = shared.0.lock().unwrap_or_else(PoisonError::into_inner);
                tail.extend_from_slice(&piece[..len]);
                let surplus = tail.len().saturating_sub(TAIL);
                tail.drain(..surplus);
            }
        });
        tail
    }

    /// The last lines so far.
    pub(super) fn text(&self) -> String {
        let tail = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&tail).trim().to_owned()
    }
}

fn spawn(work: impl FnOnce() + Send + 'static) {
    // Without a thread the pipe is closed at once, and the process is found not to answer.
    let _ = thread::Builder::new().stack_size(STACK).spawn(work);
}
