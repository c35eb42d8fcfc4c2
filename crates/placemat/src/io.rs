//! Reads text from a [`std::io::Read`], and writes text to a [`std::io::Write`] (feature `std`).
//!
//! | you have | you want | use |
//! | --- | --- | --- |
//! | a reader | all of its text as a `String` | [`read_to_string`] |
//! | a reader | its text as it arrives, in whole characters | [`Reader`], strict or with U+FFFD |
//! | a log, or any other text of lines | one line after the other in the same `String` | [`Reader`] as a [`BufRead`](io::BufRead) |
//! | a writer that must receive only text | a writer that accepts any bytes | [`Writer`], strict or with U+FFFD |
//!
//! This reads a log line by line. Invalid bytes become U+FFFD, and no line allocates once `line` has grown to the
//! longest one:
//!
//! ```
//! use std::io::BufRead;
//! use placemat::io::Reader;
//!
//! let log = &b"12:00 start\n12:01 caf\xE9 opened\n12:02 stop"[..]; // or a `File`
//! let mut reader = Reader::lossy(log);
//! let mut line = String::new();
//! let mut replaced = 0;
//! while reader.read_line(&mut line)? > 0 {
//!     replaced += line.matches('\u{FFFD}').count();
//!     line.clear();
//! }
//! assert_eq!(replaced, 1);
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! Strict readers and writers fail at invalid bytes with [`ErrorKind::InvalidData`](io::ErrorKind::InvalidData). This
//! error contains the [`StreamError`] with the position, length and kind:
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
//! Errors of the inner reader or writer are returned unchanged. No data is lost: repeat the call. Memory: one
//! buffer of 32 KiB for bytes, and at most three times as much for text.

mod reader;
mod writer;

use std::io::{self, Read};
use std::{string::String, vec::Vec};

pub use reader::Reader;
pub use writer::Writer;

use crate::{errors, stream::StreamError};

/// Bytes that are decoded at a time.
const CHUNK: usize = 32 * 1024;

/// Reads all text from a reader, like [`std::io::read_to_string`], at the speed of [`from_utf8`](crate::from_utf8).
///
/// # Errors
///
/// [`InvalidData`](io::ErrorKind::InvalidData) with the [`StreamError`] if the bytes are not UTF-8; errors of
/// the reader, except [`Interrupted`](io::ErrorKind::Interrupted), after which it continues.
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
