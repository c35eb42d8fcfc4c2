use core::ops::Range;

use super::pending::{Joined, Pending, ends_with_ascii, split_unfinished};
use super::{StreamError, validator::count};
use crate::{
    Invalid, Replacement, Utf8ErrorKind, backend::Handle, backend_choice::BackendChoice, chunks::Chunks,
};

/// Decodes bytes that arrive in chunks to text.
///
/// Passes text that lies within a chunk on without copying. Each call outputs all text that later bytes cannot change.
///
/// ```
/// use placemat::stream::Decoder;
///
/// let mut text = String::new();
/// let mut decoder = Decoder::lossy();
/// for chunk in [&b"5 \xE2"[..], b"\x82\xAC, caf\xE9 ", b"", b"\xF0\x9F"] {
///     decoder.decode(chunk, |piece| text.push_str(piece))?;
/// }
/// assert_eq!(text, "5 \u{20AC}, caf\u{FFFD} ", "the last two bytes could still become a character");
/// decoder.finish(|piece| text.push_str(piece))?;
/// assert_eq!(text, "5 \u{20AC}, caf\u{FFFD} \u{FFFD}");
/// # Ok::<(), placemat::stream::StreamError>(())
/// ```
///
/// It is not `Copy`, which prevents feeding a copy by mistake while the original stays unchanged:
///
/// ```compile_fail,E0382
/// let mut decoder = placemat::stream::Decoder::strict();
/// let mut decode = move |chunk: &[u8]| decoder.decode(chunk, |_| {});
/// decode(b"5 \xE2");
/// decoder.finish(|_| {});
/// ```
#[derive(Clone, Debug)]
pub struct Decoder {
    choice: BackendChoice,
    /// `None` if it is strict.
    replacement: Option<Replacement>,
    pending: Pending,
    /// Bytes before the pending ones.
    offset: u64,
    /// Where the last U+FFFD replaces a continuation byte, too, if one is there: from the end of the bytes replaced so
    /// far up to the longest possible end.
    open: Range<u64>,
    failed: Option<StreamError>,
}

impl Decoder {
    /// Creates a decoder that fails at the first invalid sequence.
    #[must_use]
    pub const fn strict() -> Self {
        Self::validated(BackendChoice::Dispatched, None)
    }

    /// Creates a decoder that never fails: it replaces each invalid sequence by U+FFFD.
    #[must_use]
    pub const fn lossy() -> Self {
        Self::validated(BackendChoice::Dispatched, Some(Replacement::MaximalSubpart))
    }

    /// Uses `backend` to validate. (All backends give the same results.)
    #[must_use]
    pub const fn with_backend(mut self, backend: Handle) -> Self {
        self.choice = BackendChoice::Named(backend);
        self
    }

    /// Outputs as many U+FFFD as `replacement` says, wherever the stream is split. A strict decoder ignores it.
    ///
    /// ```
    /// use placemat::{Replacement, stream::Decoder};
    ///
    /// let mut text = String::new();
    /// let mut decoder = Decoder::lossy().with_replacement(Replacement::Java);
    /// for chunk in [b"\xED", b"\xA0", b"\x80", b"!"] {
    ///     decoder.decode(chunk, |piece| text.push_str(piece))?;
    /// }
    /// assert_eq!(text, "\u{FFFD}!");
    /// # Ok::<(), placemat::stream::StreamError>(())
    /// ```
    #[must_use]
    pub const fn with_replacement(mut self, replacement: Replacement) -> Self {
        if self.replacement.is_some() {
            self.replacement = Some(replacement);
        }
        self
    }

    #[cfg(feature = "std")]
    pub(crate) const fn choice(&self) -> BackendChoice {
        self.choice
    }

    const fn validated(choice: BackendChoice, replacement: Option<Replacement>) -> Self {
        Self { choice, replacement, pending: Pending::NONE, offset: 0, open: 0..0, failed: None }
    }

    /// Processes a chunk of any length, and calls `out` with each piece of decoded text.
    ///
    /// # Errors
    ///
    /// The first error of the stream, if the decoder is strict, after the text before it. Later calls return
    /// the same error and output nothing, until [`finish`](Self::finish). A lossy decoder returns no error.
    #[inline]
    pub fn decode(&mut self, chunk: &[u8], mut out: impl FnMut(&str)) -> Result<(), StreamError> {
        if self.failed.is_none() & self.pending.is_empty() & ends_with_ascii(chunk)
            && let Some(text) = self.choice.text(chunk)
        {
            out(text);
            self.offset += count(chunk.len());
            return Ok(());
        }
        self.decode_any(chunk, &mut out)
    }

    /// Like `decode`, for a chunk that may begin or end inside a character.
    fn decode_any(&mut self, chunk: &[u8], out: &mut impl FnMut(&str)) -> Result<(), StreamError> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        if chunk.is_empty() {
            return Ok(());
        }
        // The common case; see `Validator::feed_any`.
        if let Some(taken) = self.pending.completed(chunk)
            && let Some((text, pending)) = split_unfinished(&chunk[taken..])
            && let Some(text) = self.choice.text(text)
        {
            if taken > 0 {
                out(self.pending.with(chunk, taken).encode(&mut [0; 4]));
            }
            if !text.is_empty() {
                out(text);
            }
            self.offset += count(self.pending.len() + taken + text.len());
            self.pending = pending;
            return Ok(());
        }
        self.decode_slowly(chunk, out)
    }

    /// Like `decode`, for a chunk that is invalid or very short.
    #[cold]
    fn decode_slowly(&mut self, chunk: &[u8], out: &mut impl FnMut(&str)) -> Result<(), StreamError> {
        let mut rest = chunk;
        if !self.pending.is_empty() {
            let (own, lead) = (self.pending.len(), self.pending.bytes()[0]);
            let taken = match self.pending.join(chunk) {
                Joined::Pending => return Ok(()),
                Joined::Char { character, taken } => {
                    out(character.encode(&mut [0; 4]));
                    taken
                }
                Joined::Invalid { len, kind, taken } => {
                    self.invalid(Invalid { offset: 0, len, kind }, lead, out)?;
                    taken
                }
            };
            self.offset += count(own + taken);
            rest = &chunk[taken..];
        }
        for piece in Chunks::validated(self.choice, rest) {
            if !piece.valid().is_empty() {
                out(piece.valid());
            }
            if let Some(error) = piece.error() {
                if error.kind == Utf8ErrorKind::Truncated {
                    self.pending = Pending::new(piece.invalid());
                } else {
                    self.invalid(error, piece.invalid()[0], out)?;
                }
            }
        }
        self.offset += count(rest.len() - self.pending.len());
        Ok(())
    }

    /// Ends the stream. Resets the decoder for another stream, even if it returns an error.
    ///
    /// # Errors
    ///
    /// The error that [`decode`](Self::decode) returned, or [`Truncated`](Utf8ErrorKind::Truncated) if the stream
    /// ends inside a sequence. A lossy decoder returns no error; it replaces an unfinished sequence.
    pub fn finish(&mut self, mut out: impl FnMut(&str)) -> Result<(), StreamError> {
        let fresh = Self::validated(self.choice, self.replacement);
        let mut ended = core::mem::replace(self, fresh);
        match ended.failed {
            Some(error) => Err(error),
            None if ended.pending.is_empty() => Ok(()),
            None => {
                let sequence =
                    Invalid { offset: 0, len: ended.pending.len(), kind: Utf8ErrorKind::Truncated };
                ended.invalid(sequence, ended.pending.bytes()[0], &mut out)
            }
        }
    }

    /// Replaces or rejects a maximal subpart that begins with `lead`; its offset counts from `self.offset`.
    fn invalid(
        &mut self, sequence: Invalid, lead: u8, out: &mut impl FnMut(&str),
    ) -> Result<(), StreamError> {
        let Invalid { len, kind, .. } = sequence;
        let offset = self.offset + count(sequence.offset);
        let Some(replacement) = self.replacement else {
            let error = StreamError { offset, len, kind };
            self.failed = Some(error);
            return Err(error);
        };
        if kind == Utf8ErrorKind::UnexpectedContinuation && self.open.start == offset && !self.open.is_empty()
        {
            self.open.start += 1;
            return Ok(());
        }
        let longest = replacement.longest(lead, len);
        for _ in 0..len.div_ceil(longest) {
            out("\u{FFFD}");
        }
        self.open = offset + count(len)..offset + count(longest);
        Ok(())
    }
}
