use core::fmt;

use crate::{InvalidSequence, SequenceKind};

/// The first error in bytes that are not valid UTF-8.
///
/// `valid_up_to` and `error_len` equal those of [`core::str::Utf8Error`], and the `Display` text begins with its
/// text; [`kind`](InvalidSequence::kind) additionally says *what* is wrong. Every backend reports the same error, in
/// every field.
///
/// - The length, 1 to 3 bytes, is that of the *maximal subpart* of the Unicode Standard (section 3.9), which a decoder
///   replaces by one U+FFFD.
/// - The kind depends only on the bytes, at most four, at [`valid_up_to`](InvalidSequence::valid_up_to), and is
///   determined by the first one that the grammar of RFC 3629 does not allow.
///
/// ```
/// use placemat_core::{Utf8ErrorKind, locate};
///
/// let error = locate(b"caf\xC3 au lait", 0).unwrap_err();
/// assert_eq!(error.valid_up_to(), 3);
/// assert_eq!(error.error_len(), Some(1));
/// assert_eq!(error.kind(), Utf8ErrorKind::MissingContinuation);
/// assert_eq!(error.to_string(), "invalid utf-8 sequence of 1 bytes from index 3: missing continuation byte");
///
/// // The first two bytes of the euro sign, before something else and at the end of the input.
/// assert_eq!(locate(b"\xE2\x82!", 0).unwrap_err().error_len(), Some(2));
/// assert_eq!(locate(b"\xE2\x82", 0).unwrap_err().error_len(), None);
/// ```
pub type Utf8Error = InvalidSequence<Utf8ErrorKind>;

/// Has the kind [`InvalidData`](std::io::ErrorKind::InvalidData), so that `?` works in code that reads bytes.
#[cfg(feature = "std")]
impl From<Utf8Error> for std::io::Error {
    fn from(error: Utf8Error) -> Self {
        Self::new(std::io::ErrorKind::InvalidData, error)
    }
}

/// The kind of an invalid sequence.
///
/// The list is complete: every invalid sequence has exactly one of these kinds, so a `match` needs no wildcard arm.
///
/// ```
/// use placemat_core::{Utf8ErrorKind, locate};
///
/// let error = locate(b"sch\xF6n", 0).unwrap_err();
/// let advice = match error.kind() {
///     Utf8ErrorKind::Truncated => "wait for more",
///     Utf8ErrorKind::Overlong | Utf8ErrorKind::Surrogate => "it may be an attack",
///     Utf8ErrorKind::UnexpectedContinuation
///     | Utf8ErrorKind::OutOfRange
///     | Utf8ErrorKind::InvalidByte
///     | Utf8ErrorKind::MissingContinuation => "is it another encoding?",
/// };
/// assert_eq!(advice, "is it another encoding?");
/// assert_eq!(error.kind().to_string(), "above U+10FFFF");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Utf8ErrorKind {
    /// A continuation byte, 80..BF, where a sequence must begin.
    UnexpectedContinuation,
    /// A longer encoding than the scalar value needs (RFC 3629, section 10): C0 and C1, even as the last byte
    /// of the input; E0 before 80..9F; F0 before 80..8F.
    Overlong,
    /// ED before A0..BF: an encoded surrogate, U+D800..U+DFFF (RFC 3629, section 3).
    Surrogate,
    /// Above U+10FFFF: F4 before 90..BF; F5..FD, even as the last byte of the input (F8..FD began the five-
    /// and six-byte sequences of RFC 2279).
    OutOfRange,
    /// FE or FF, which no version of UTF-8 has used.
    InvalidByte,
    /// A lead byte, or a lead byte and some of its continuation bytes, before a byte that is no continuation byte.
    MissingContinuation,
    /// The input ends inside a sequence that could still become valid. Only this kind has an
    /// [`error_len`](Utf8Error::error_len) of `None`.
    Truncated,
}

impl Utf8ErrorKind {
    /// Every kind, in declaration order.
    ///
    /// ```
    /// use placemat_core::{Utf8ErrorKind, locate};
    ///
    /// // A counter for each kind.
    /// let mut counts = [0; Utf8ErrorKind::ALL.len()];
    /// for line in [&b"ok"[..], b"\xFF", b"\xC0\x80", b"\xFE"] {
    ///     if let Err(error) = locate(line, 0) {
    ///         counts[error.kind() as usize] += 1;
    ///     }
    /// }
    /// let told: Vec<_> = Utf8ErrorKind::ALL.iter().zip(counts).filter(|(_, count)| *count > 0).collect();
    /// assert_eq!(told, [(&Utf8ErrorKind::Overlong, 1), (&Utf8ErrorKind::InvalidByte, 2)]);
    /// ```
    pub const ALL: [Self; 7] = [
        Self::UnexpectedContinuation,
        Self::Overlong,
        Self::Surrogate,
        Self::OutOfRange,
        Self::InvalidByte,
        Self::MissingContinuation,
        Self::Truncated,
    ];

    /// The kind's name in `snake_case`, as in `placemat check --format json` and the conformance vectors.
    ///
    /// ```
    /// assert_eq!(placemat_core::Utf8ErrorKind::OutOfRange.name(), "out_of_range");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::UnexpectedContinuation => "unexpected_continuation",
            Self::Overlong => "overlong",
            Self::Surrogate => "surrogate",
            Self::OutOfRange => "out_of_range",
            Self::InvalidByte => "invalid_byte",
            Self::MissingContinuation => "missing_continuation",
            Self::Truncated => "truncated",
        }
    }
}

impl SequenceKind for Utf8ErrorKind {
    fn describe(error: &Utf8Error, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = error.valid_up_to();
        match error.error_len() {
            Some(len) => write!(f, "invalid utf-8 sequence of {len} bytes from index {at}: {}", error.kind()),
            // Its kind is `Truncated`.
            None => write!(f, "incomplete utf-8 byte sequence from index {at}"),
        }
    }
}

impl fmt::Display for Utf8ErrorKind {
    /// A description in plain words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::UnexpectedContinuation => "unexpected continuation byte",
            Self::Overlong => "overlong encoding",
            Self::Surrogate => "surrogate code point",
            Self::OutOfRange => "above U+10FFFF",
            Self::InvalidByte => "byte that never occurs in UTF-8",
            Self::MissingContinuation => "missing continuation byte",
            Self::Truncated => "input ends inside a character",
        })
    }
}
