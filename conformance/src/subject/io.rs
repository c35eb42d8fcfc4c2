//! Text from a reader of bytes, and text into a writer.

use std::{
    collections::VecDeque,
    io::{self, ErrorKind, Read, Write},
    sync::Mutex,
};

use super::{Fault, Step, Verdict};

/// Reads text from a reader that returns bytes of any kind, as many at a time as it likes.
pub trait ReadsText: Sync {
    /// What the subject yields when it reads from `source` and is asked in this `way` again and again: up to
    /// the end or to invalid text, and once more after that, where it must answer the same.
    ///
    /// It is either strict, or it puts U+FFFD in place of what is invalid.
    fn read(&self, source: Source<'_>, strict: bool, way: ReadMode) -> Vec<Yield>;
}

/// How a reader of text is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadMode {
    /// For the next piece of text.
    Pieces,
    /// For what is buffered, of which at most so many bytes are consumed.
    Buffered(usize),
    /// To fill a buffer of so many bytes.
    Fill(usize),
    /// To append all that is left to a string. An interruption does not stop it. Invalid text is an error,
    /// and the string is then as it was before the call.
    Append,
    /// For everything, once. An interruption does not stop it, every other error does. Only where it is
    /// strict.
    Whole,
}

/// What a reader of text yields when it is asked once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Yield {
    /// Text, as UTF-8.
    Text(Vec<u8>),
    /// An error of the source.
    Failed(ErrorKind),
    /// An error of the text. Its length is that in a [stream](super::ValidatesStreams).
    Invalid(Fault),
    /// There is no more.
    End,
}

/// What a [`Source`] does when it is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Give<'a> {
    /// It returns these bytes, or as many of them as there is room for, and the others at the next calls.
    /// None at all mean the end, as for every [`Read`].
    Bytes(&'a [u8]),
    /// It fails.
    Fails(ErrorKind),
}

/// A reader that does what a test says, and is at its end then.
#[derive(Clone, Debug)]
pub struct Source<'a> {
    script: VecDeque<Give<'a>>,
}

impl<'a> Source<'a> {
    /// A reader with this script.
    #[must_use]
    pub fn new(script: &[Give<'a>]) -> Self {
        Self { script: script.iter().copied().collect() }
    }
}

impl Read for Source<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.script.pop_front() {
            None => Ok(0),
            Some(Give::Fails(kind)) => Err(kind.into()),
            Some(Give::Bytes(bytes)) => {
                let (now, later) = bytes.split_at(bytes.len().min(buffer.len()));
                buffer[..now.len()].copy_from_slice(now);
                if !later.is_empty() {
                    self.script.push_front(Give::Bytes(later));
                }
                Ok(now.len())
            }
        }
    }
}

/// Passes text on to a writer, and nothing but text.
pub trait WritesText: Sync {
    /// Does each of `steps` with one writer on top of `sink`: writes a chunk until all of it is taken, and
    /// flushes; or ends the text. What the sink [took](Sink::taken) during the step, and whether the text is
    /// valid so far: as [`DecodesStrictly`](super::DecodesStrictly) has it, or with U+FFFD in place of
    /// what is invalid, which is no error then.
    ///
    /// After an error of the sink the call is repeated.
    fn write(&self, steps: &[Step<'_>], sink: &Sink, strict: bool) -> Vec<(Vec<u8>, Verdict)>;
}

/// What a [`Sink`] does when it is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accept {
    /// It takes at most so many bytes.
    Bytes(usize),
    /// It fails.
    Fails(ErrorKind),
}

/// A writer that does what a test says, again and again.
#[derive(Debug)]
pub struct Sink {
    state: Mutex<Taken>,
    script: Vec<Accept>,
}

#[derive(Debug, Default)]
struct Taken {
    calls: usize,
    /// Since [`Sink::taken`] was last called.
    bytes: Vec<u8>,
    /// See [`Sink::has_part`].
    has_part: bool,
}

impl Sink {
    /// A writer that does what the script says, in turn; all at once if the script is empty.
    #[must_use]
    pub fn new(script: &[Accept]) -> Self {
        Self { state: Mutex::default(), script: script.to_vec() }
    }

    /// What it has been given since this was last asked.
    #[must_use]
    pub fn taken(&self) -> Vec<u8> {
        std::mem::take(&mut self.state().bytes)
    }

    /// Whether a sink that takes all at once was given bytes that begin or end inside a character.
    #[must_use]
    pub fn has_part(&self) -> bool {
        self.state().has_part
    }

    fn state(&self) -> std::sync::MutexGuard<'_, Taken> {
        // A panic of the subject elsewhere leaves nothing half done here.
        self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl Write for &Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut state = self.state();
        let accept = match self.script.len() {
            0 => Accept::Bytes(bytes.len()),
            len => self.script[state.calls % len],
        };
        state.calls += 1;
        match accept {
            Accept::Fails(kind) => Err(kind.into()),
            Accept::Bytes(most) => {
                state.has_part |= self.script.is_empty() && std::str::from_utf8(bytes).is_err();
                let now = bytes.len().min(most);
                state.bytes.extend_from_slice(&bytes[..now]);
                Ok(now)
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
