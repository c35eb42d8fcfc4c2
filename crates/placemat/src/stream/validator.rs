use super::StreamError;
use super::pending::{Joined, Pending, ends_with_ascii, split_unfinished};
use crate::backend::{Handle, Scan};
use crate::{Utf8ErrorKind, backend_choice::BackendChoice};

/// Validates bytes that arrive in chunks, and fails at the first byte that no further byte can make valid.
///
/// ```
/// use placemat::{Utf8ErrorKind, stream::Validator};
///
/// let mut validator = Validator::new();
/// validator.feed(b"5 \xE2\x82")?;
/// assert!(!validator.is_complete(), "the euro sign lacks a byte");
/// validator.feed(b"\xAC, 6 \xE2")?;
///
/// let error = validator.feed(b"!").unwrap_err();
/// assert_eq!((error.offset, error.len, error.kind), (9, 1, Utf8ErrorKind::MissingContinuation));
/// assert_eq!(validator.finish(), Err(error));
/// # Ok::<(), placemat::stream::StreamError>(())
/// ```
///
/// It is not `Copy`, which prevents feeding a copy by mistake while the original stays unchanged:
///
/// ```compile_fail,E0382
/// let mut validator = placemat::stream::Validator::new();
/// let mut feed = move |chunk: &[u8]| validator.feed(chunk);
/// feed(b"5 \xE2");
/// validator.finish();
/// ```
#[derive(Clone, Debug)]
pub struct Validator {
    choice: BackendChoice,
    pending: Pending,
    /// Bytes before the pending ones.
    offset: u64,
    failed: Option<StreamError>,
}

impl Validator {
    /// Creates a validator for a new stream.
    #[must_use]
    pub const fn new() -> Self {
        Self::validated(BackendChoice::Dispatched)
    }

    /// Uses `backend` to validate. (All backends give the same results.)
    #[must_use]
    pub const fn with_backend(self, backend: Handle) -> Self {
        Self { choice: BackendChoice::Named(backend), ..self }
    }

    const fn validated(choice: BackendChoice) -> Self {
        Self { choice, pending: Pending::NONE, offset: 0, failed: None }
    }

    /// Processes a chunk of any length.
    ///
    /// # Errors
    ///
    /// The first error of the stream, as soon as no further byte can change it. After an error every call
    /// returns the same one and ignores its chunk, until [`finish`](Self::finish).
    #[inline]
    pub fn feed(&mut self, chunk: &[u8]) -> Result<(), StreamError> {
        if self.failed.is_none() & self.pending.is_empty() & ends_with_ascii(chunk)
            && self.choice.scan(chunk) == Scan::Clean
        {
            self.offset += count(chunk.len());
            return Ok(());
        }
        self.feed_any(chunk)
    }

    /// Like `feed`, for a chunk that may begin or end inside a character.
    fn feed_any(&mut self, chunk: &[u8]) -> Result<(), StreamError> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        if chunk.is_empty() {
            return Ok(());
        }
        // The common case: the rest of a character, text, and the prefix of a character; each may be empty.
        // Chunk boundaries split characters unpredictably, so this path is branch-free.
        if let Some(taken) = self.pending.completed(chunk)
            && let Some((text, pending)) = split_unfinished(&chunk[taken..])
            && self.choice.scan(text) == Scan::Clean
        {
            self.offset += count(self.pending.len() + taken + text.len());
            self.pending = pending;
            return Ok(());
        }
        self.feed_slowly(chunk)
    }

    /// Like `feed`, for a chunk that is invalid or very short.
    #[cold]
    fn feed_slowly(&mut self, chunk: &[u8]) -> Result<(), StreamError> {
        let mut rest = chunk;
        if !self.pending.is_empty() {
            let own = self.pending.len();
            let taken = match self.pending.join(chunk) {
                Joined::Pending => return Ok(()),
                Joined::Invalid { len, kind, .. } => return Err(self.fail(0, len, kind)),
                Joined::Char { taken, .. } => taken,
            };
            self.offset += count(own + taken);
            rest = &chunk[taken..];
        }
        match self.choice.validate(rest) {
            Ok(()) => self.offset += count(rest.len()),
            Err(error) => {
                let good = error.valid_up_to();
                match error.error_len() {
                    Some(len) => return Err(self.fail(good, len, error.kind())),
                    None => {
                        self.offset += count(good);
                        self.pending = Pending::new(&rest[good..]);
                    }
                }
            }
        }
        Ok(())
    }

    /// Ends the stream. Resets the validator for another stream, even if it returns an error.
    ///
    /// # Errors
    ///
    /// The error that [`feed`](Self::feed) returned, or [`Truncated`](Utf8ErrorKind::Truncated) if the stream
    /// ends inside a sequence.
    pub fn finish(&mut self) -> Result<(), StreamError> {
        let Self { choice, pending, offset, failed } = *self;
        *self = Self::validated(choice);
        match failed {
            Some(error) => Err(error),
            None if pending.is_empty() => Ok(()),
            None => Err(StreamError { offset, len: pending.len(), kind: Utf8ErrorKind::Truncated }),
        }
    }

    /// Whether the stream could end here: no error so far, and no unfinished sequence.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.failed.is_none() && self.pending.is_empty()
    }

    /// Records the error `ahead` bytes after `self.offset`.
    fn fail(&mut self, ahead: usize, len: usize, kind: Utf8ErrorKind) -> StreamError {
        let error = StreamError { offset: self.offset + count(ahead), len, kind };
        self.failed = Some(error);
        error
    }
}

impl Default for Validator {
    fn default() -> Self {
        Self::new()
    }
}

pub(super) const fn count(bytes: usize) -> u64 {
    bytes as u64
}
