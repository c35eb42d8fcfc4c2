//! Text from a [`std::io::Read`], and text into a [`std::io::Write`] (feature `std`).
//!
//! | you have | you want | take |
//! | --- | --- | --- |
//! | a reader | all of its text as a `String` | [`read_to_string`] |
//! | a reader | its text as it comes, whole characters only | [`Reader`], strict or with U+FFFD |
//! | a writer that must get nothing but text | a writer for any bytes | [`Writer`], strict or with U+FFFD |
//!
//! Strict ones fail where the bytes are invalid, with
//! [`ErrorKind::InvalidData`](io::ErrorKind::InvalidData). That error carries the [`StreamError`], which says
//! where and why:
//!
//! ```
//! use placemat::{io::read_to_string, stream::StreamError};
//!
//! let error = read_to_string(&b"caf\xE9!"[..]).unwrap_err();
//! assert_eq!(error.kind(), std::io::ErrorKind::InvalidData);
//! let found = error.get_ref().and_then(|inner| inner.downcast_ref::<StreamError>());
//! assert_eq!(found.map(|error| error.offset), Some(3));
//! ```
//!
//! The errors of the reader or writer itself are passed on as they are. They lose nothing: the call can be
//! repeated. Memory: one buffer of 32 KiB for bytes, and at most three times as much for text.

mod reader;
mod writer;

use std::{
    io::{self, Read},
    string::String,
    vec::Vec,
};

pub use reader::Reader;
pub use writer::Writer;

use crate::{errors, stream::StreamError};

/// How many bytes are decoded at a time.
const CHUNK: usize = 32 * 1024;

/// Reads a reader to its end, and returns its text: [`std::io::read_to_string`], at the speed of
/// [`from_utf8`](crate::from_utf8).
///
/// # Errors
///
/// [`InvalidData`](io::ErrorKind::InvalidData) with the [`StreamError`] where the bytes are not UTF-8; and
/// the reader's own errors, except [`Interrupted`](io::ErrorKind::Interrupted), after which it reads on.
///
/// ```
/// assert_eq!(placemat::io::read_to_string("na\u{EF}ve".as_bytes())?, "na\u{EF}ve");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn read_to_string(mut reader: impl Read) -> io::Result<String> {
    let mut bytes = Vec::new();
    reader.read_to_end(&mut bytes)?;
    crate::string_from_utf8(bytes).map_err(|refused| match errors(refused.as_bytes()).next() {
        Some(first) => {
            invalid_data(StreamError { offset: first.offset as u64, len: first.len, kind: first.kind })
        }
        None => io::Error::new(io::ErrorKind::InvalidData, refused),
    })
}

fn invalid_data(error: StreamError) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error)
}
