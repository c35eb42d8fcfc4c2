//! placemat with the API of utf-8 0.7.6. Two lines in Cargo.toml replace utf-8 by placemat in all dependencies of a
//! program:
//!
//! ```toml
//! [patch.crates-io]
//! utf-8 = { path = "placemat/crates/placemat-utf8" }
//! ```
//!
//! Every result is that of utf-8 0.7.6, piece by piece, except that an [`Incomplete`] that a caller fills with something
//! else than the beginning of a character is invalid; utf-8 panics.
//!
//! ```
//! let Err(utf8::DecodeError::Incomplete { valid_prefix, mut incomplete_suffix }) = utf8::decode(b"5 \xE2\x82") else {
//!     panic!("the euro sign lacks a byte");
//! };
//! assert_eq!(valid_prefix, "5 ");
//! assert_eq!(incomplete_suffix.try_complete(b"\xAC"), Some((Ok("\u{20AC}"), &b""[..])));
//! ```

#![forbid(unsafe_code)]

mod incomplete;
mod lossy;
mod read;

use std::{error::Error, fmt};

pub use incomplete::Incomplete;
pub use lossy::LossyDecoder;
pub use read::{BufReadDecoder, BufReadDecoderError};

/// U+FFFD, which stands for each invalid sequence in lossy decoding.
pub const REPLACEMENT_CHARACTER: &str = "\u{FFFD}";

/// Why [`decode`] stopped before the end of its input.
#[derive(Debug, Copy, Clone)]
pub enum DecodeError<'a> {
    /// An invalid sequence.
    Invalid {
        /// The text before it.
        valid_prefix: &'a str,
        /// A maximal subpart: one to three bytes.
        invalid_sequence: &'a [u8],
        /// What is still to be decoded.
        remaining_input: &'a [u8],
    },
    /// The end of the input cuts a character off. It is invalid if no input follows.
    Incomplete {
        /// The text before it.
        valid_prefix: &'a str,
        /// Its beginning, to be continued with [`Incomplete::try_complete`].
        incomplete_suffix: Incomplete,
    },
}

impl fmt::Display for DecodeError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DecodeError::Invalid { valid_prefix, invalid_sequence, remaining_input } => write!(
                f,
                "found invalid byte sequence {invalid_sequence:02x?} after {} valid bytes, followed by {} more \
                 unprocessed bytes",
                valid_prefix.len(),
                remaining_input.len()
            ),
            DecodeError::Incomplete { valid_prefix, incomplete_suffix } => write!(
                f,
                "found incomplete byte sequence {incomplete_suffix:02x?} after {} bytes",
                valid_prefix.len()
            ),
        }
    }
}

impl Error for DecodeError<'_> {}

/// Decodes `input` up to the first sequence that is invalid or cut off by the end.
///
/// # Errors
///
/// That sequence, with the text before it.
#[inline]
pub fn decode(input: &[u8]) -> Result<&str, DecodeError<'_>> {
    let (whole, rest) = placemat::split_incomplete(input);
    match placemat::from_utf8(whole) {
        Ok(text) if rest.is_empty() => Ok(text),
        Ok(valid_prefix) => {
            Err(DecodeError::Incomplete { valid_prefix, incomplete_suffix: Incomplete::new(rest) })
        }
        Err(_) => Err(invalid(input)),
    }
}

/// The first error of `input`, which has one that is no incomplete sequence.
#[cold]
fn invalid(input: &[u8]) -> DecodeError<'_> {
    let (valid_prefix, invalid_sequence) = placemat::chunks(input)
        .next()
        .map_or_else(Default::default, |chunk| (chunk.valid(), chunk.invalid()));
    let remaining_input = &input[valid_prefix.len() + invalid_sequence.len()..];
    DecodeError::Invalid { valid_prefix, invalid_sequence, remaining_input }
}
