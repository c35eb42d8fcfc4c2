use core::{error, fmt};

/// The position, length and kind of the first invalid sequence in a source.
///
/// Positions and lengths count units of the source: 16-bit or 32-bit units for `&[u16]` or `&[u32]`, bytes for bytes.
///
/// ```
/// use placemat_core::{convert::{Encoding, Utf16}, utf16::Utf16ErrorKind};
///
/// let error = Utf16::decode(&[0x61, 0xDF7D], 1).unwrap_err();
/// assert_eq!((error.valid_up_to(), error.error_len()), (1, Some(1)));
/// assert_eq!(error.kind(), Utf16ErrorKind::LoneLow);
/// assert_eq!(error.to_string(), "invalid sequence at index 1: lone low surrogate");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct InvalidSequence<K> {
    valid_up_to: usize,
    error_len: Option<u8>,
    kind: K,
}

impl<K: Copy> InvalidSequence<K> {
    /// Creates an error of `error_len` units after `valid_up_to` valid units.
    #[must_use]
    #[inline]
    pub const fn new(valid_up_to: usize, error_len: Option<u8>, kind: K) -> Self {
        Self { valid_up_to, error_len, kind }
    }

    /// The length of the valid prefix of the source, in units.
    #[must_use]
    #[inline]
    pub const fn valid_up_to(&self) -> usize {
        self.valid_up_to
    }

    /// The length of the invalid sequence in units; decoding continues after it. `None` if the source ends
    /// inside a sequence that could still become valid; the error then extends to the end of the source.
    #[must_use]
    #[inline]
    pub const fn error_len(&self) -> Option<usize> {
        match self.error_len {
            Some(len) => Some(len as usize),
            None => None,
        }
    }

    /// What is wrong.
    #[must_use]
    #[inline]
    pub const fn kind(&self) -> K {
        self.kind
    }
}

/// What is wrong with a sequence, and the text of the error.
pub trait SequenceKind: Copy + fmt::Debug + fmt::Display {
    /// Writes the text of the error.
    ///
    /// # Errors
    ///
    /// That of the formatter.
    fn describe(error: &InvalidSequence<Self>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "invalid sequence at index {}: {}", error.valid_up_to, error.kind)
    }
}

impl<K: SequenceKind> fmt::Display for InvalidSequence<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        K::describe(self, f)
    }
}

impl<K: SequenceKind> error::Error for InvalidSequence<K> {}
