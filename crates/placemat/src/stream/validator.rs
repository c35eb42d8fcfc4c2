use super::{
    StreamError,
    pending::{Joined, Pending, ends_with_ascii, split_unfinished},
};
use crate::{
    ErrorKind,
    backend::{Handle, Scan},
    backend_choice::BackendChoice,
};

/// Validates bytes that come in chunks, and fails at the first byte that cannot be continued.
///
/// ```
/// use placemat::{ErrorKind, stream::Validator};
///
/// let mut validator = Validator::new();
/// validator.feed(b"5 \xE2\x82")?;
/// assert!(!validator.is_complete(), "the euro sign lacks a byte");
/// validator.feed(b"\xAC, 6 \xE2")?;
///
/// let error = validator.feed(b"!").unwrap_err();
/// assert_eq!((error.offset, error.len, error.kind), (9, 1, ErrorKind::MissingContinuation));
/// assert_eq!(validator.finish(), Err(error));
/// # Ok::<(), placemat::stream::StreamError>(())
/// ```
///
/// It is not `Copy`, so that no copy is fed by mistake while the original knows nothing of it:
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
    /// The bytes before what is pending.
    offset: u64,
    failed: Option<StreamError>,
}

impl Validator {
    /// At the start of a stream.
    #[must_use]
    pub const fn new() -> Self {
        Self::validated(BackendChoice::Dispatched)
    }

    /// The same, and one particular backend validates. (All backends find the same.)
    #[must_use]
    pub const fn with_backend(self, backend: Handle) -> Self {
        Self { choice: BackendChoice::Named(backend), ..self }
    }

    const fn validated(choice: BackendChoice) -> Self {
        Self { choice, pending: Pending::NONE, offset: 0, failed: None }
    }

    /// Goes on with a chunk of any length.
    ///
    /// # Errors
    ///
    /// The first error of the stream, as soon as no further byte can change it. After an error every call
    /// returns the same one, and nothing more is read, until [`finish`](Self::finish).
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

    /// The same, for a chunk that may begin or end inside a character.
    fn feed_any(&mut self, chunk: &[u8]) -> Result<(), StreamError> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        if chunk.is_empty() {
            return Ok(());
        }
        // What is nearly always so: the rest of a character, text, and the beginning of a character, each of
        // which may be empty. Which of them are cannot be predicted, so no branch asks.
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

    /// The same, for a chunk in which something is wrong, or that is very short.
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

    /// Ends the stream. The validator is at the start of another one then, whatever the answer.
    ///
    /// # Errors
    ///
    /// The error that [`feed`](Self::feed) returned, or [`Truncated`](ErrorKind::Truncated) where the stream
    /// ends inside a sequence.
    pub fn finish(&mut self) -> Result<(), StreamError> {
        let Self { choice, pending, offset, failed } = *self;
        *self = Self::validated(choice);
        match failed {
            Some(error) => Err(error),
            None if pending.is_empty() => Ok(()),
            None => Err(StreamError { offset, len: pending.len(), kind: ErrorKind::Truncated }),
        }
    }

    /// Whether the stream could end here: nothing was wrong, and no sequence is unfinished.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.failed.is_none() && self.pending.is_empty()
    }

    /// The error so many bytes after `self.offset`.
    fn fail(&mut self, ahead: usize, len: usize, kind: ErrorKind) -> StreamError {
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
