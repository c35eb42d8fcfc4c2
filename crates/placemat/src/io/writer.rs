use std::{
    io::{self, Write},
    string::String,
};

use super::{CHUNK, invalid_data};
use crate::stream::Decoder;

/// Takes any bytes, and passes on valid UTF-8 in whole characters, however the bytes come.
///
/// What a call completes is passed on by that call; only an unfinished sequence, at most three bytes, waits
/// for the next one. (A writer that takes less than it is given may see a character in two parts.)
///
/// A strict writer passes on the text before the first ill-formed sequence, and then fails with
/// [`InvalidData`](io::ErrorKind::InvalidData), until [`finish`](Self::finish). An error means that nothing
/// of the call's bytes was taken.
///
/// At the end call [`finish`](Self::finish): dropping the writer drops an unfinished sequence.
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
    /// How many bytes have been taken.
    taken: u64,
    /// Text that the inner writer has not taken; so many bytes of it it has.
    text: String,
    passed: usize,
}

impl<W: Write> Writer<W> {
    /// A writer that fails at the first ill-formed sequence.
    pub const fn strict(inner: W) -> Self {
        Self::new(inner, Decoder::strict())
    }

    /// A writer that puts U+FFFD in place of each ill-formed sequence.
    pub const fn lossy(inner: W) -> Self {
        Self::new(inner, Decoder::lossy())
    }

    const fn new(inner: W, decoder: Decoder) -> Self {
        Self { inner, decoder, taken: 0, text: String::new(), passed: 0 }
    }

    /// Ends the text. The writer is at the start of another one then, unless the inner writer failed: then it
    /// can be called again.
    ///
    /// # Errors
    ///
    /// A strict writer: the first error of the text; a sequence that is unfinished is
    /// [`Truncated`](crate::ErrorKind::Truncated). (A lossy one replaces it.) The errors of the inner writer.
    pub fn finish(&mut self) -> io::Result<()> {
        self.pass_on_all()?;
        let ended = self.decoder.finish(|text| self.text.push_str(text));
        self.taken = 0;
        self.pass_on_all()?;
        ended.map_err(invalid_data)
    }

    /// The inner writer. An unfinished sequence is lost.
    pub fn into_inner(self) -> W {
        self.inner
    }

    /// Passes text on, until there is none.
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

    /// The same; goes on after an interruption.
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
        // What an earlier call could not pass on.
        self.pass_on()?;
        let chunk = bytes.get(..CHUNK).unwrap_or(bytes);
        let before = self.decoder.clone();
        let decoded = self.decoder.decode(chunk, |text| self.text.push_str(text));
        let taken = match decoded {
            Ok(()) => chunk.len() as u64,
            // What is before the ill-formed sequence is taken, and the next call fails.
            Err(error) => match error.offset.saturating_sub(self.taken) {
                0 => return Err(invalid_data(error)),
                good => good,
            },
        };
        if let Err(error) = self.pass_on()
            && self.passed == 0
        {
            // Nothing has happened yet.
            self.text.clear();
            self.decoder = before;
            return Err(error);
        }
        self.taken += taken;
        Ok(usize::try_from(taken).unwrap_or(chunk.len()))
    }

    /// Passes on all text and flushes the inner writer. An unfinished sequence stays.
    fn flush(&mut self) -> io::Result<()> {
        self.pass_on_all()?;
        self.inner.flush()
    }
}
