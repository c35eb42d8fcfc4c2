//! Iterates over the errors of an input and the text between them.

#[cfg(feature = "alloc")]
pub(crate) mod in_place;
#[cfg(feature = "alloc")]
pub(crate) mod lossy;
pub(crate) mod resume;

use core::{fmt, iter::FusedIterator};

use placemat_core::Utf8ErrorKind;
use placemat_core::grammar::{is_continuation, sequence_at};

use crate::{Replacement, backend::Handle, backend_choice::BackendChoice};
use resume::Resume;

/// Splits bytes into chunks of valid text, each followed by an invalid sequence, like [`<[u8]>::utf8_chunks`].
///
/// Valid input is one chunk. Takes time linear in the number of bytes; valid text is validated at the speed
/// of [`validate`](crate::validate). Does not panic or allocate.
///
/// ```
/// let mut text = String::new();
/// for chunk in placemat::chunks(b"caf\xE9 \xF0\x9F, na\xC3\xAFve") {
///     text += chunk.valid();
///     for byte in chunk.invalid() {
///         text += &format!("<{byte:02X}>");
///     }
/// }
/// assert_eq!(text, "caf<E9> <F0><9F>, na\u{EF}ve");
/// ```
#[inline]
#[doc(alias = "utf8_chunks")]
pub fn chunks(bytes: &[u8]) -> Chunks<'_> {
    Chunks::validated(BackendChoice::Dispatched, bytes)
}

/// Iterates over the invalid sequences in the bytes, in order.
///
/// An invalid sequence is a *maximal subpart* (Unicode Standard, section 3.9), which a decoder replaces by
/// one U+FFFD. Takes time linear in the number of bytes. Does not panic or allocate.
///
/// ```
/// use placemat::Utf8ErrorKind;
///
/// let errors: Vec<_> = placemat::errors(b"/\xC0\xAE/ \xE2\x82").collect();
/// let places: Vec<_> = errors.iter().map(|error| (error.offset, error.len)).collect();
/// assert_eq!(places, [(1, 1), (2, 1), (5, 2)]);
/// assert_eq!(errors[0].kind, Utf8ErrorKind::Overlong);
/// assert_eq!(errors[2].kind, Utf8ErrorKind::Truncated, "the input ends inside a sequence");
/// ```
#[inline]
pub fn errors(bytes: &[u8]) -> Errors<'_> {
    Errors(chunks(bytes))
}

/// The position, length and kind of an invalid sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Invalid {
    /// Its offset in the input, in bytes.
    pub offset: usize,
    /// Its length in bytes: 1 to 3, or as the [policy](Chunks::with_replacement) says.
    pub len: usize,
    /// What is wrong. [`Truncated`](Utf8ErrorKind::Truncated) if the input ends inside the sequence and more
    /// input could still complete it.
    pub kind: Utf8ErrorKind,
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { offset, len, kind } = self;
        write!(f, "invalid utf-8 sequence of {len} bytes from index {offset}: {kind}")
    }
}

impl core::error::Error for Invalid {}

/// An item of [`Chunks`]: a piece of text and the invalid sequence after it, if any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chunk<'a> {
    valid: &'a str,
    invalid: &'a [u8],
    error: Option<Invalid>,
}

impl<'a> Chunk<'a> {
    /// The text; empty if one invalid sequence directly follows another.
    #[must_use]
    #[inline]
    pub const fn valid(&self) -> &'a str {
        self.valid
    }

    /// The invalid sequence after the text: one to three bytes, or as the [policy](Chunks::with_replacement) says;
    /// empty at the end of the input.
    #[must_use]
    #[inline]
    pub const fn invalid(&self) -> &'a [u8] {
        self.invalid
    }

    /// The position, length and kind of that sequence; `None` at the end of the input.
    #[must_use]
    #[inline]
    pub const fn error(&self) -> Option<Invalid> {
        self.error
    }
}

/// The iterator that [`chunks`] returns.
#[derive(Clone)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct Chunks<'a> {
    bytes: &'a [u8],
    /// The offset of the first byte that no chunk has covered yet.
    at: usize,
    choice: BackendChoice,
    replacement: Replacement,
    resume: Resume,
}

impl<'a> Chunks<'a> {
    /// Uses `backend` to find the chunks. (All backends find the same ones.)
    ///
    /// ```
    /// use placemat::{backend, chunks};
    ///
    /// let scalar = backend::by_name("scalar")?.get()?;
    /// assert_eq!(chunks(b"good \xFF bad").with_backend(scalar).count(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_backend(self, backend: Handle) -> Self {
        Self { choice: BackendChoice::Named(backend), ..self }
    }

    /// Divides the remaining invalid bytes by `replacement`: each [`Chunk::invalid`] is what one U+FFFD replaces. Its
    /// error has the kind of the sequence that begins there.
    ///
    /// ```
    /// use placemat::{Replacement, chunks};
    ///
    /// let invalid = |replacement| chunks(b"\xED\xA0\x80!").with_replacement(replacement).map(|chunk| chunk.invalid());
    /// assert!(invalid(Replacement::Java).eq([&b"\xED\xA0\x80"[..], b""]));
    /// assert!(invalid(Replacement::PerByte).eq([b"\xED", b"\xA0", b"\x80", &b""[..]]));
    /// ```
    pub fn with_replacement(self, replacement: Replacement) -> Self {
        Self { replacement, ..self }
    }

    pub(crate) fn validated(choice: BackendChoice, bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, choice, replacement: Replacement::MaximalSubpart, resume: Resume::START }
    }

    /// The next invalid bytes that one U+FFFD replaces.
    #[inline(never)]
    fn next_unit(&mut self) -> Option<Invalid> {
        let mut next = self.at;
        // A continuation byte here is invalid; the bytes before it may have been part of the same maximal subpart.
        if !is_continuation(self.bytes[next]) {
            next = core::iter::from_fn(|| self.resume.next_error(self.choice, self.bytes))
                .find(|at| *at >= next)?;
        }
        let error = invalid_at(self.bytes, next)?;
        Some(Invalid { len: self.replacement.unit(&self.bytes[next..], error.len, true)?, ..error })
    }
}

impl<'a> Iterator for Chunks<'a> {
    type Item = Chunk<'a>;

    fn next(&mut self) -> Option<Chunk<'a>> {
        if self.at == self.bytes.len() {
            return None;
        }
        let from = self.at;
        let error = match self.replacement {
            Replacement::MaximalSubpart => {
                self.resume.next_error(self.choice, self.bytes).and_then(|at| invalid_at(self.bytes, at))
            }
            _ => self.next_unit(),
        };
        let (end, next) = match error {
            Some(Invalid { offset, len, .. }) => (offset, offset + len),
            None => (self.bytes.len(), self.bytes.len()),
        };
        self.at = next;
        // SAFETY: a backend of the registry, which is trusted, has found no error between `from`, which is a
        // character boundary, and `end`, the position of the first error.
        let valid = unsafe { core::str::from_utf8_unchecked(&self.bytes[from..end]) };
        Some(Chunk { valid, invalid: &self.bytes[end..next], error })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.bytes.len() - self.at;
        (usize::from(left > 0), Some(left))
    }
}

impl FusedIterator for Chunks<'_> {}

/// Shows the remaining bytes.
///
/// ```
/// assert_eq!(format!("{:?}", placemat::chunks(b"caf\xE9")), r#"Chunks(b"caf\xe9")"#);
/// ```
impl fmt::Debug for Chunks<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Chunks").field(&format_args!("b\"{}\"", self.bytes[self.at..].escape_ascii())).finish()
    }
}

/// The invalid sequence that begins at byte `at`.
#[inline]
fn invalid_at(bytes: &[u8], at: usize) -> Option<Invalid> {
    let error = sequence_at(bytes, at).err()?;
    let len = error.error_len().unwrap_or(bytes.len() - at);
    Some(Invalid { offset: at, len, kind: error.kind() })
}

/// The iterator that [`errors`] returns.
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct Errors<'a>(Chunks<'a>);

impl Iterator for Errors<'_> {
    type Item = Invalid;

    fn next(&mut self) -> Option<Invalid> {
        // Every chunk except the last has an error.
        self.0.next()?.error
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, self.0.size_hint().1)
    }
}

impl FusedIterator for Errors<'_> {}
