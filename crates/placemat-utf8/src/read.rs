use std::io::{self, BufRead};
use std::{error::Error, fmt};

use placemat::{from_utf8, split_incomplete};

use crate::{DecodeError, Incomplete, REPLACEMENT_CHARACTER, decode};

/// Decodes a buffered reader in pieces.
pub struct BufReadDecoder<B: BufRead> {
    reader: B,
    /// Bytes for `consume`, before the next `fill_buf`.
    consumed: usize,
    incomplete: Incomplete,
}

/// Why a piece is no text.
#[derive(Debug)]
pub enum BufReadDecoderError<'a> {
    /// An invalid sequence, which U+FFFD replaces in lossy decoding.
    InvalidByteSequence(&'a [u8]),
    /// An error of the reader.
    Io(io::Error),
}

impl BufReadDecoderError<'_> {
    /// Replaces an invalid sequence by U+FFFD.
    ///
    /// # Errors
    ///
    /// That of the reader.
    pub fn lossy(self) -> Result<&'static str, io::Error> {
        match self {
            BufReadDecoderError::Io(error) => Err(error),
            BufReadDecoderError::InvalidByteSequence(_) => Ok(REPLACEMENT_CHARACTER),
        }
    }
}

impl fmt::Display for BufReadDecoderError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BufReadDecoderError::InvalidByteSequence(bytes) => {
                write!(f, "invalid byte sequence: {bytes:02x?}")
            }
            BufReadDecoderError::Io(error) => write!(f, "underlying bytestream error: {error}"),
        }
    }
}

impl Error for BufReadDecoderError<'_> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            BufReadDecoderError::InvalidByteSequence(_) => None,
            BufReadDecoderError::Io(error) => Some(error),
        }
    }
}

impl<B: BufRead> BufReadDecoder<B> {
    /// Reads to the end, with U+FFFD for each invalid sequence.
    ///
    /// # Errors
    ///
    /// Those of the reader.
    pub fn read_to_string_lossy(buf_read: B) -> io::Result<String> {
        let mut decoder = Self::new(buf_read);
        let mut text = String::new();
        while let Some(piece) = decoder.next_lossy() {
            text.push_str(piece?);
        }
        Ok(text)
    }

    /// Decodes `buf_read` from where it is.
    pub fn new(buf_read: B) -> Self {
        Self { reader: buf_read, consumed: 0, incomplete: Incomplete::empty() }
    }

    /// The next piece of text, or U+FFFD for an invalid sequence; `None` at the end.
    pub fn next_lossy(&mut self) -> Option<io::Result<&str>> {
        match self.next_strict()? {
            Ok(text) => Some(Ok(text)),
            Err(error) => Some(error.lossy()),
        }
    }

    /// The next piece of text, or the invalid sequence in its place; `None` at the end.
    pub fn next_strict(&mut self) -> Option<Result<&str, BufReadDecoderError<'_>>> {
        loop {
            self.reader.consume(std::mem::take(&mut self.consumed));
            let buf = match self.reader.fill_buf() {
                Ok(buf) => buf,
                Err(error) => return Some(Err(BufReadDecoderError::Io(error))),
            };
            if self.incomplete.is_empty() {
                if buf.is_empty() {
                    return None;
                }
                if !split_incomplete(buf).0.is_empty() {
                    break;
                }
                self.incomplete = Incomplete::new(buf);
                self.consumed = buf.len();
            } else {
                let end = if buf.is_empty() { Some(0) } else { self.incomplete.extend(buf) };
                self.consumed = end.unwrap_or(buf.len());
                if end.is_some() {
                    let bytes = self.incomplete.take();
                    return Some(
                        from_utf8(bytes).map_err(|_| BufReadDecoderError::InvalidByteSequence(bytes)),
                    );
                }
            }
        }
        // The same bytes, borrowed until the next call.
        let buf = match self.reader.fill_buf() {
            Ok(buf) => buf,
            Err(error) => return Some(Err(BufReadDecoderError::Io(error))),
        };
        let piece = match decode(buf) {
            Err(DecodeError::Invalid { valid_prefix: "", invalid_sequence, .. }) => Err(invalid_sequence),
            Ok(text)
            | Err(
                DecodeError::Invalid { valid_prefix: text, .. }
                | DecodeError::Incomplete { valid_prefix: text, .. },
            ) => Ok(text),
        };
        self.consumed = piece.map_or_else(<[u8]>::len, str::len);
        Some(piece.map_err(BufReadDecoderError::InvalidByteSequence))
    }
}
