//! Bytes that come in chunks, and how they are decoded: to and from memory, readers and writers.

use std::io::{self, ErrorKind, Read, Write};
use std::{cell::RefCell, collections::VecDeque};

use super::Fault;
use crate::named;

/// The input of a validator or decoder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'a> {
    /// More bytes, or none.
    Chunk(&'a [u8]),
    /// The end of the stream. Another stream may follow.
    End,
}

named! {
    /// The meaning of U+FEFF at the start of an input, and its treatment.
    pub enum Policy {
        /// It is a character, and part of the text.
        Character "character";
        /// It is a signature, and part of the text.
        Keep "keep";
        /// It is a signature, and not part of the text. Offsets count it.
        Ignore "ignore";
        /// It is a signature, and not part of the text. Offsets do not count it.
        Strip "strip";
    }
}

impl Policy {
    /// Whether the signature is not part of the text.
    pub const fn removes(self) -> bool {
        matches!(self, Self::Ignore | Self::Strip)
    }
}

named! {
    /// Which bytes one U+FFFD replaces, with the name of the [profile](crate::profiles::Profile).
    pub enum Practice {
        /// Unicode and WHATWG: a maximal subpart.
        MaximalSubpart "maximal-subpart";
        /// Go: one byte.
        PerByte "per-byte";
        /// Perl: a lead byte, and as many of the continuation bytes after it as RFC 2279 gives the lead.
        WholeSequence "whole-sequence";
        /// Java: a maximal subpart, or ED and up to two continuation bytes after it.
        Java "java";
    }
}

/// How to read from a reader of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadMode {
    /// Returns the next piece of text.
    Pieces,
    /// Returns the buffered text, of which at most this many bytes are consumed.
    Buffered(usize),
    /// Fills a buffer of this many bytes.
    Fill(usize),
    /// Appends all remaining text to a string. An interruption does not stop it. Invalid text is an error, which
    /// leaves the string as it was before the call.
    Append,
    /// Appends text to a string, up to and with the next line feed. An interruption does not stop it.
    Line,
    /// Reads everything, once. An interruption does not stop it, every other error does. Only for strict reading.
    Whole,
}

/// The result of one call to a reader of text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Yield {
    /// Text, as UTF-8.
    Text(Vec<u8>),
    /// An I/O error of the source.
    Failed(ErrorKind),
    /// Invalid text. Its length is that in a [stream](super::Op::StreamVerdict).
    Invalid(Fault),
    /// The end.
    End,
}

impl Yield {
    /// Joins adjacent texts and drops empty ones, because a reader may return text in pieces of any size.
    pub fn joined(yields: Vec<Self>) -> Vec<Self> {
        let mut joined: Vec<Self> = Vec::new();
        for next in yields {
            match (joined.last_mut(), next) {
                (Some(Self::Text(text)), Self::Text(more)) => text.extend(more),
                (_, Self::Text(text)) if text.is_empty() => {}
                (_, next) => joined.push(next),
            }
        }
        joined
    }

    /// A text that is empty, or begins or ends inside a character although the buffer has space for a whole one.
    pub fn improper(yields: &[Self], mode: ReadMode) -> Option<Vec<u8>> {
        if matches!(mode, ReadMode::Fill(..4) | ReadMode::Buffered(..4)) {
            return None;
        }
        let may_be_empty = matches!(mode, ReadMode::Append | ReadMode::Whole);
        yields.iter().find_map(|one| match one {
            Self::Text(text) if text.is_empty() && !may_be_empty => Some(text.clone()),
            Self::Text(text) if std::str::from_utf8(text).is_err() => Some(text.clone()),
            _ => None,
        })
    }
}

/// One step of a [`Scripted`] reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Give<'a> {
    /// It returns these bytes, or as many as fit into the buffer, and the others in the next calls. No bytes mean the
    /// end, as for every [`Read`].
    Bytes(&'a [u8]),
    /// It fails.
    Fails(ErrorKind),
}

impl<'a> Give<'a> {
    /// The bytes, unless it fails.
    pub const fn bytes(self) -> Option<&'a [u8]> {
        match self {
            Self::Bytes(bytes) => Some(bytes),
            Self::Fails(_) => None,
        }
    }
}

/// A reader that follows a script, and is at its end afterwards.
#[derive(Clone, Debug)]
pub struct Scripted<'a> {
    script: VecDeque<Give<'a>>,
}

impl<'a> Scripted<'a> {
    /// A reader with this script.
    pub fn new(script: &[Give<'a>]) -> Self {
        Self { script: script.iter().copied().collect() }
    }
}

impl Read for Scripted<'_> {
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

/// One step of a [`Sink`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accept {
    /// It accepts at most this many bytes.
    Bytes(usize),
    /// It fails.
    Fails(ErrorKind),
}

/// A writer that follows a script in a loop.
#[derive(Debug)]
pub struct Sink {
    state: RefCell<Taken>,
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
    /// A writer with this script; an empty script accepts everything.
    pub fn new(script: &[Accept]) -> Self {
        Self { state: RefCell::default(), script: script.to_vec() }
    }

    /// The bytes written since the previous call.
    pub fn taken(&self) -> Vec<u8> {
        std::mem::take(&mut self.state.borrow_mut().bytes)
    }

    /// Whether a sink that accepts everything was given bytes that begin or end inside a character.
    pub fn has_part(&self) -> bool {
        self.state.borrow().has_part
    }
}

impl Write for &Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut state = self.state.borrow_mut();
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
