use std::io::{self, BufRead, Read};
use std::{string::String, vec, vec::Vec};

use super::{CHUNK, invalid_data};
use crate::bom::{Filter, Policy};
use crate::stream::{Decoder, StreamError};
use crate::{Replacement, backend::Handle, chars::floor_boundary, owned};

/// Reads bytes and yields valid UTF-8 in whole characters, wherever reads split the input.
///
/// [`next_text`](Self::next_text) yields it as `&str`; [`Read`] and [`BufRead`] yield it as bytes. The bytes from
/// [`fill_buf`](BufRead::fill_buf), and from [`read`](Read::read) with a buffer of at least four bytes, end at a
/// character boundary. (A shorter buffer may receive part of a character, because 0 bytes would mean the end.)
///
/// A strict reader yields the text before the first invalid sequence; from then on every call fails with
/// [`InvalidData`](io::ErrorKind::InvalidData). After the end of the input it stays at the end, even if `R`
/// yields more bytes later.
///
/// ```
/// use std::io::{BufRead, Read};
/// use placemat::{bom::Policy, io::Reader};
///
/// // A reader of three bytes at a time.
/// let bytes = &b"\xEF\xBB\xBF5 \xE2\x82\xAC, caf\xE9"[..];
/// let reader = std::io::BufReader::with_capacity(3, bytes);
/// let mut reader = Reader::lossy(reader).with_bom(Policy::Strip);
/// let mut text = String::new();
/// while let Some(piece) = reader.next_text()? {
///     text += piece;
/// }
/// assert_eq!(text, "5 \u{20AC}, caf\u{FFFD}");
///
/// let mut lines = Reader::strict(&b"one\ntwo\n\xFF"[..]).lines();
/// assert_eq!(lines.next().unwrap()?, "one");
/// assert_eq!(lines.next().unwrap()?, "two");
/// assert_eq!(lines.next().unwrap().unwrap_err().kind(), std::io::ErrorKind::InvalidData);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    inner: R,
    policy: Policy,
    filter: Filter,
    decoder: Decoder,
    strict: bool,
    /// Whether nothing has been read yet.
    fresh: bool,
    /// Input buffer; allocated on first use.
    bytes: Vec<u8>,
    /// Decoded text, of which the first `consumed` bytes are consumed.
    text: String,
    consumed: usize,
    /// What follows the text: the end of the input, or the first error of a strict reader.
    end: Option<Result<(), StreamError>>,
}

impl<R: Read> Reader<R> {
    /// Creates a reader that fails at the first invalid sequence.
    pub const fn strict(inner: R) -> Self {
        Self::new(inner, Decoder::strict(), true)
    }

    /// Creates a reader that replaces each invalid sequence by U+FFFD.
    pub const fn lossy(inner: R) -> Self {
        Self::new(inner, Decoder::lossy(), false)
    }

    /// Uses `backend` instead of the active one. Call this before reading.
    #[must_use]
    pub fn with_backend(self, backend: Handle) -> Self {
        Self { decoder: self.decoder.with_backend(backend), ..self }
    }

    /// Replaces as `replacement` says; see [`Decoder::with_replacement`]. Call this before reading.
    #[must_use]
    pub fn with_replacement(self, replacement: Replacement) -> Self {
        Self { decoder: self.decoder.with_replacement(replacement), ..self }
    }

    /// Handles U+FEFF at the start by `policy`; the default is to [keep](Policy::Keep) it. Call this before reading.
    #[must_use]
    pub fn with_bom(self, policy: Policy) -> Self {
        Self { policy, filter: Filter::new(policy), ..self }
    }

    const fn new(inner: R, decoder: Decoder, strict: bool) -> Self {
        let policy = Policy::Keep;
        Self {
            inner,
            policy,
            filter: Filter::new(policy),
            decoder,
            strict,
            fresh: true,
            bytes: Vec::new(),
            text: String::new(),
            consumed: 0,
            end: None,
        }
    }

    /// Returns the next piece of text, never empty; `None` at the end. Reads only if all text is consumed.
    ///
    /// # Errors
    ///
    /// [`InvalidData`](io::ErrorKind::InvalidData) at the first invalid sequence, if the reader is strict,
    /// or if [`consume`](BufRead::consume) or a read into fewer than four bytes has consumed part of a
    /// character. Errors of the inner reader, after which you can call it again.
    pub fn next_text(&mut self) -> io::Result<Option<&str>> {
        self.fill()?;
        let from = self.consumed;
        if from == self.text.len() {
            return Ok(None);
        }
        if !self.text.is_char_boundary(from) {
            return Err(part_of_a_character());
        }
        self.consumed = self.text.len();
        Ok(Some(&self.text[from..]))
    }

    /// Whether the input begins with a BOM; known once some text has been read, and always `false` with
    /// [`Policy::Character`].
    #[must_use]
    pub const fn has_bom(&self) -> bool {
        self.filter.has_bom()
    }

    /// Returns the inner reader. Bytes that were read from it and not consumed are lost.
    pub fn into_inner(self) -> R {
        self.inner
    }

    /// Reads until there is unconsumed text, or the input ends.
    fn fill(&mut self) -> io::Result<()> {
        while self.consumed == self.text.len() {
            match self.end {
                Some(Ok(())) => return Ok(()),
                Some(Err(error)) => return Err(invalid_data(error)),
                None => {}
            }
            if self.bytes.is_empty() {
                self.bytes = vec![0; CHUNK];
            }
            self.fresh = false;
            let read = self.inner.read(&mut self.bytes)?;
            self.text.clear();
            self.consumed = 0;
            let bytes = core::mem::take(&mut self.bytes);
            // Handles a reader that returns more than the buffer's length: at most the whole buffer is filled.
            let chunk = bytes.get(..read).unwrap_or(&bytes);
            if chunk.is_empty() {
                self.pass_end();
            } else {
                self.pass(chunk);
            }
            self.bytes = bytes;
        }
        Ok(())
    }

    /// Decodes bytes that were read.
    fn pass(&mut self, chunk: &[u8]) {
        for piece in self.filter.feed(chunk) {
            if let Err(error) = self.decoder.decode(piece, |text| self.text.push_str(text)) {
                self.end = Some(Err(self.filter.place(error)));
                return;
            }
        }
    }

    /// Decodes what is pending at the end of the input.
    fn pass_end(&mut self) {
        let mut filter = self.filter.clone();
        let mut push = |text: &str| self.text.push_str(text);
        let ended = match self.decoder.decode(filter.finish(), &mut push) {
            Ok(()) => self.decoder.finish(&mut push),
            error => error,
        };
        self.end = Some(ended.map_err(|error| self.filter.place(error)));
    }

    /// Reads everything at once if nothing has been read yet: validating in place is faster than decoding pieces.
    fn read_whole(&mut self, text: &mut String) -> io::Result<()> {
        self.fresh = false;
        let mut bytes = Vec::new();
        let result = self.inner.read_to_end(&mut bytes);
        if result.is_ok() && text.is_empty() && !self.policy.removes() {
            match owned::validated(self.decoder.choice(), bytes) {
                Ok(whole) => {
                    self.filter.feed(whole.as_bytes());
                    *text = whole;
                    self.end = Some(Ok(()));
                    return Ok(());
                }
                Err(refused) => bytes = refused.into_bytes(),
            }
        }
        self.pass(&bytes);
        if result.is_ok() && self.end.is_none() {
            self.pass_end();
        }
        result.map(drop)
    }
}

impl<R: Read> Read for Reader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        self.fill()?;
        let bytes = self.text.as_bytes();
        let most = bytes.len().min(self.consumed.saturating_add(buffer.len()));
        // A whole number of characters, unless not even one fits.
        let end = Some(floor_boundary(bytes, most)).filter(|end| *end > self.consumed).unwrap_or(most);
        let read = &bytes[self.consumed..end];
        buffer[..read.len()].copy_from_slice(read);
        let read = read.len();
        self.consumed = end;
        Ok(read)
    }

    /// Appends all remaining text. If nothing has been read yet, validates in place, at full speed.
    ///
    /// If the bytes are invalid, `text` is unchanged, as [`Read`] requires. After another error it contains
    /// the text so far, and reading can continue.
    fn read_to_string(&mut self, text: &mut String) -> io::Result<usize> {
        let before = text.len();
        if !self.text.is_char_boundary(self.consumed) {
            return Err(part_of_a_character());
        }
        let mut result = if self.fresh && self.strict { self.read_whole(text) } else { Ok(()) };
        loop {
            text.push_str(&self.text[self.consumed..]);
            self.consumed = self.text.len();
            result?;
            result = match self.fill() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(()),
                Err(error) => {
                    if matches!(self.end, Some(Err(_))) {
                        text.truncate(before);
                    }
                    return Err(error);
                }
                Ok(()) if self.consumed == self.text.len() => return Ok(text.len() - before),
                Ok(()) => Ok(()),
            };
        }
    }
}

impl<R: Read> BufRead for Reader<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.fill()?;
        Ok(&self.text.as_bytes()[self.consumed..])
    }

    fn consume(&mut self, bytes: usize) {
        self.consumed = self.text.len().min(self.consumed.saturating_add(bytes));
    }

    /// Appends text up to the next line feed, which is included, and returns its length in bytes; 0 at the end. Does
    /// not validate it again, and allocates only if `line` has to grow. Continues after
    /// [`Interrupted`](io::ErrorKind::Interrupted); after any error, `line` contains the text before it.
    fn read_line(&mut self, line: &mut String) -> io::Result<usize> {
        let before = line.len();
        loop {
            match self.fill() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                filled => filled?,
            }
            let text = self.text.get(self.consumed..).ok_or_else(part_of_a_character)?;
            let line_feed = text.find('\n');
            let text = line_feed.map_or(text, |at| &text[..=at]);
            line.push_str(text);
            self.consumed += text.len();
            if line_feed.is_some() || text.is_empty() {
                return Ok(line.len() - before);
            }
        }
    }
}

fn part_of_a_character() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "a part of this character has been consumed")
}
