use super::{Decoder, StreamError};
use crate::backend::Handle;

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
pub struct Validator(Decoder);

impl Validator {
    /// Creates a validator for a new stream.
    #[must_use]
    pub const fn new() -> Self {
        Self(Decoder::strict())
    }

    /// Uses `backend` to validate. (All backends give the same results.)
    #[must_use]
    pub const fn with_backend(self, backend: Handle) -> Self {
        Self(self.0.with_backend(backend))
    }

    /// Processes a chunk of any length.
    ///
    /// # Errors
    ///
    /// The first error of the stream, as soon as no further byte can change it. After an error every call
    /// returns the same one and ignores its chunk, until [`finish`](Self::finish).
    #[inline]
    pub fn feed(&mut self, chunk: &[u8]) -> Result<(), StreamError> {
        self.0.decode(chunk, |_| {})
    }

    /// Ends the stream. Resets the validator for another stream, even if it returns an error.
    ///
    /// # Errors
    ///
    /// The error that [`feed`](Self::feed) returned, or [`Truncated`](crate::Utf8ErrorKind::Truncated) if the stream
    /// ends inside a sequence.
    pub fn finish(&mut self) -> Result<(), StreamError> {
        self.0.finish(|_| {})
    }

    /// Whether the stream could end here: no error so far, and no unfinished sequence.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.0.is_complete()
    }
}

impl Default for Validator {
    fn default() -> Self {
        Self::new()
    }
}
