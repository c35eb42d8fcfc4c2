//! Bytes that come in chunks: from a socket, a file, a pipe. A character may be cut in two by the end of a
//! chunk.
//!
//! | you want | take |
//! | --- | --- |
//! | the verdict, at the first byte that settles it | [`Validator`] |
//! | text | [`Decoder`], strict or with U+FFFD |
//! | what is known of one piece of an input, to be merged with what is known of the others | [`Summary`] |
//!
//! However the input is cut, the results are the same, in every field; and empty chunks change nothing.
//! Between chunks at most three bytes are kept, the beginning of a sequence. Nothing here allocates or
//! panics; time is linear.

mod decoder;
mod lead;
mod pending;
mod summary;
mod validator;

use core::{error::Error, fmt};

pub use decoder::Decoder;
pub use summary::{FirstError, Summary, Totals};
pub use validator::Validator;

use crate::ErrorKind;

/// The first ill-formed sequence of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StreamError {
    /// The bytes of the stream before it.
    pub offset: u64,
    /// Its bytes: 1 to 3.
    pub len: usize,
    /// What is wrong. [`Truncated`](ErrorKind::Truncated) only where the stream was ended inside of it.
    pub kind: ErrorKind,
}

impl fmt::Display for StreamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { offset, len, kind } = self;
        write!(f, "invalid utf-8 sequence of {len} bytes from index {offset}: {kind}")
    }
}

impl Error for StreamError {}
