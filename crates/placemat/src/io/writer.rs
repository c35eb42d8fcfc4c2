use std::io::{self, Write};
use std::string::String;

use super::{CHUNK, invalid_data};
use crate::{Replacement, backend::Handle, stream::Decoder};

/// Accepts any bytes, and passes on valid UTF-8 in whole characters, wherever writes split the text.
///
/// Each call passes on all characters that it completes; only an unfinished sequence, at most three bytes, waits for
/// the next call. (An inner writer that accepts only part of a write may see a character in two parts.)
///
/// A strict writer passes on the text before the first invalid sequence, and then fails with
/// [`InvalidData`](io::ErrorKind::InvalidData) until [`finish`](Self::finish). An error means that none of
/// the call's bytes were accepted.
///
/// Call [`finish`](Self::finish) at the end: dropping the writer drops an unfinished sequence.
///
/// ```
/// use std::io::Write;
/// use placemat::io::Writer;
///
/// let mut log = Writer::lossy(Vec::new());
/// log.write_all(b"5 \xE2")?;
/// log.write_all(b"\x82\xAC, caf\xE9, \xF0\x9F")?;
/// log.finish()?;
/// assert_eq!(log.into_inner(), "5 \u{20AC}, caf\u{FFFD}, \u{FFFD}".as_bytes());
///
/// let mut strict = Writer::strict(Vec::new());
/// let error = strict.write_all(b"good \xFF bad").unwrap_err();
/// assert_eq!(error.kind(), std::io::ErrorKind::InvalidData);
/// assert_eq!(strict.into_inner(), b"good ");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Writer<W> {
    inner: W,
    decoder: Decoder,
    /// Bytes accepted so far.
    taken: u64,
    /// Text for the inner writer, which has accepted the first `passed` bytes.
    text: String,
    passed: usize,
}

impl<W: Write> Writer<W> {
    /// Creates a writer that fails at the first invalid sequence.
    pub const fn strict(inner: W) -> Self {
        Self::new(inner, Decoder::strict())
    }

    /// Creates a writer that replaces each invalid sequence by U+FFFD.
    pub const fn lossy(inner: W) -> Self {
        Self::new(inner, Decoder::lossy())
    }

    /// Uses `backend` instead of the active one. Call this before writing.
    #[must_use]
    pub fn with_backend(self, backend: Handle) -> Self {
        Self { decoder: self.decoder.with_backend(backend), ..self }
    }

    /// Replaces as `replacement` says; see [`Decoder::with_replacement`]. Call this before writing.
    #[must_use]
    pub fn with_replacement(self, replacement: Replacement) -> Self {
        Self { decoder: self.decoder.with_replacement(replacement), ..self }
    }

    const fn new(inner: W, decoder: Decoder) -> Self {
        Self { inner, decoder, taken: 0, text: String::new(), passed: 0 }
    }

    /// Ends the text, and resets the writer for another one. If the inner writer fails, you can call it again.
    ///
    /// # Errors
    ///
    /// The first error of the text, if the writer is strict; an unfinished sequence is
    /// [`Truncated`](crate::Utf8ErrorKind::Truncated). (A lossy writer replaces it.) Errors of the inner writer.
    pub fn finish(&mut self) -> io::Result<()> {
        self.pass_on_all()?;
        let ended = self.decoder.finish(|text| self.text.push_str(text));
        self.taken = 0;
        self.pass_on_all()?;
        ended.map_err(invalid_data)
    }

    /// Returns the inner writer. An unfinished sequence is lost.
    pub fn into_inner(self) -> W {
        self.inner
    }

    /// Writes all pending text to the inner writer.
    fn pass_on(&mut self) -> io::Result<()> {
        while let Some(text @ [_, ..]) = self.text.as_bytes().get(self.passed..) {
            match self.inner.write(text)? {
                0 => return Err(io::ErrorKind::WriteZero.into()),
                written => self.passed = self.passed.saturating_add(written),
            }
        }
        self.text.clear();
        self.passed = 0;
        Ok(())
    }

    /// Like `pass_on`; retries after interruptions.
    fn pass_on_all(&mut self) -> io::Result<()> {
        loop {
            match self.pass_on() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => return result,
            }
        }
    }
}

impl<W: Write> Write for Writer<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Text that an earlier call could not pass on.
        self.pass_on()?;
        let chunk = bytes.get(..CHUNK).unwrap_or(bytes);
        let before = self.decoder.clone();
        let decoded = self.decoder.decode(chunk, |text| self.text.push_str(text));
        let taken = match decoded {
            Ok(()) => chunk.len() as u64,
            // Accept the text before the invalid sequence; the next call fails.
            Err(error) => match error.offset.saturating_sub(self.taken) {
                0 => return Err(invalid_data(error)),
                good => good,
            },
        };
        if let Err(error) = self.pass_on()
            && self.passed == 0
        {
            // Nothing was written, so restore the state before the call.
            self.text.clear();
            self.decoder = before;
            return Err(error);
        }
        self.taken += taken;
        Ok(usize::try_from(taken).unwrap_or(chunk.len()))
    }

    /// Passes on all text, and flushes the inner writer. An unfinished sequence stays pending.
    fn flush(&mut self) -> io::Result<()> {
        self.pass_on_all()?;
        self.inner.flush()
    }
}
