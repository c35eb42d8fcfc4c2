//! Validates and decodes bytes that arrive in chunks, from a socket, a file or a pipe. A chunk may end inside
//! a character.
//!
//! | you want | use |
//! | --- | --- |
//! | to validate, and to fail at the earliest byte | [`Validator`] |
//! | text | [`Decoder`], strict or with U+FFFD |
//! | to summarise pieces of an input separately and merge the summaries | [`Summary`] |
//!
//! The results do not depend on where the input is split; empty chunks have no effect. Between chunks at most
//! three bytes, the prefix of a sequence, are kept. Nothing here allocates or panics; time is linear.

mod decoder;
mod lead;
mod pending;
mod summary;
mod validator;
mod write;

use core::{error::Error, fmt};

pub use decoder::Decoder;
pub use summary::{FirstError, Summary, Totals};
pub use validator::Validator;
pub use write::WriteError;

use crate::Utf8ErrorKind;

/// The first invalid sequence of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StreamError {
    /// Its offset in the stream, in bytes.
    pub offset: u64,
    /// Its length in bytes: 1 to 3.
    pub len: usize,
    /// What is wrong. [`Truncated`](Utf8ErrorKind::Truncated) only if the stream ended inside the sequence.
    pub kind: Utf8ErrorKind,
}

impl fmt::Display for StreamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { offset, len, kind } = self;
        write!(f, "invalid utf-8 sequence of {len} bytes from index {offset}: {kind}")
    }
}

impl Error for StreamError {}
