use core::fmt;

use placemat_core::{InvalidSequence, SequenceKind};

/// The first error in bytes that are invalid in one of this crate's forms, or cannot be converted to UTF-8.
///
/// The invalid part is a whole sequence that must not be there (a three-byte surrogate), or the longest prefix of a
/// sequence, at least one byte.
///
/// ```
/// use placemat_legacy::{Utf8ErrorKind, cesu8, mutf8};
///
/// let error = mutf8::validate(b"ab\0").unwrap_err();
/// assert_eq!((error.valid_up_to(), error.error_len(), error.kind()), (2, Some(1), Utf8ErrorKind::Nul));
/// assert_eq!(error.to_string(), "invalid sequence at index 2: NUL as one byte instead of C0 80");
///
/// // A high surrogate without its low one, and a high surrogate at the end of the input.
/// assert_eq!(cesu8::validate(b"\xED\xA0\xBC\xE2\x82\xAC").unwrap_err().error_len(), Some(3));
/// assert_eq!(cesu8::validate(b"\xED\xA0\xBC").unwrap_err().error_len(), None);
/// ```
pub type Error = InvalidSequence<Utf8ErrorKind>;

/// Converts a length of at most six bytes.
pub(crate) fn length(len: usize) -> u8 {
    u8::try_from(len).unwrap_or(u8::MAX)
}

/// The kind of an error in one of this crate's forms.
///
/// The list is complete. Some kinds occur only in some forms; the documentation of each module lists its kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Utf8ErrorKind {
    /// A continuation byte, 80..BF, where a sequence must begin.
    UnexpectedContinuation,
    /// A longer sequence than the value needs.
    Overlong,
    /// `mutf8`: a byte 00. NUL is encoded as C0 80.
    Nul,
    /// `cesu8`, `mutf8`: F0..F4, a four-byte sequence. Such a character is encoded as a surrogate pair.
    FourBytes,
    /// `cesu8`, `mutf8`: a surrogate that is not in a pair.
    LoneSurrogate,
    /// `wtf8`: a low surrogate directly after a high one. The pair is encoded as one four-byte sequence.
    SurrogatePair,
    /// A value above U+10FFFF. In `rfc2279` only an error of conversion.
    OutOfRange,
    /// FE or FF, which occur in no sequence.
    InvalidByte,
    /// A lead byte, or a lead byte and some of its continuation bytes, before a byte that is no continuation byte.
    MissingContinuation,
    /// `rfc2279`, `wtf8`: a surrogate, which UTF-8 cannot encode. Only an error of conversion.
    Surrogate,
    /// The input ends inside a sequence or a surrogate pair. Only this kind has an
    /// [`error_len`](InvalidSequence::error_len) of `None`.
    Truncated,
}

impl Utf8ErrorKind {
    /// Every kind, in declaration order.
    pub const ALL: [Self; 11] = [
        Self::UnexpectedContinuation,
        Self::Overlong,
        Self::Nul,
        Self::FourBytes,
        Self::LoneSurrogate,
        Self::SurrogatePair,
        Self::OutOfRange,
        Self::InvalidByte,
        Self::MissingContinuation,
        Self::Surrogate,
        Self::Truncated,
    ];

    /// The kind's name in `snake_case`.
    ///
    /// ```
    /// assert_eq!(placemat_legacy::Utf8ErrorKind::LoneSurrogate.name(), "lone_surrogate");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::UnexpectedContinuation => "unexpected_continuation",
            Self::Overlong => "overlong",
            Self::Nul => "nul",
            Self::FourBytes => "four_bytes",
            Self::LoneSurrogate => "lone_surrogate",
            Self::SurrogatePair => "surrogate_pair",
            Self::OutOfRange => "out_of_range",
            Self::InvalidByte => "invalid_byte",
            Self::MissingContinuation => "missing_continuation",
            Self::Surrogate => "surrogate",
            Self::Truncated => "truncated",
        }
    }
}

impl SequenceKind for Utf8ErrorKind {}

impl fmt::Display for Utf8ErrorKind {
    /// A description in plain words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::UnexpectedContinuation => "unexpected continuation byte",
            Self::Overlong => "overlong encoding",
            Self::Nul => "NUL as one byte instead of C0 80",
            Self::FourBytes => "four-byte sequence instead of a surrogate pair",
            Self::LoneSurrogate => "lone surrogate",
            Self::SurrogatePair => "surrogate pair instead of a four-byte sequence",
            Self::OutOfRange => "above U+10FFFF",
            Self::InvalidByte => "byte that never occurs in this encoding",
            Self::MissingContinuation => "missing continuation byte",
            Self::Surrogate => "surrogate code point",
            Self::Truncated => "input ends inside a character",
        })
    }
}

/// Why no sequence begins with `byte`, in a form where none does.
pub(crate) fn bad_lead(byte: u8) -> Utf8ErrorKind {
    match byte {
        // The only ASCII byte that a form rejects is NUL, in modified UTF-8.
        0x00..=0x7F => Utf8ErrorKind::Nul,
        0x80..=0xBF => Utf8ErrorKind::UnexpectedContinuation,
        0xC0..=0xDF => Utf8ErrorKind::Overlong,
        // CESU-8 and modified UTF-8; other forms allow these lead bytes.
        0xE0..=0xF4 => Utf8ErrorKind::FourBytes,
        0xF5..=0xFD => Utf8ErrorKind::OutOfRange,
        0xFE..=0xFF => Utf8ErrorKind::InvalidByte,
    }
}
