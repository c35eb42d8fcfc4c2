use core::{error, fmt};

/// The first invalid sequence of a source that is not UTF-8: where it is, how long, and what is wrong.
///
/// Positions and lengths are in units of the source: in 16-bit or 32-bit units where it is `&[u16]` or `&[u32]`, in
/// bytes where it is bytes.
///
/// ```
/// use placemat_core::{convert::{Encoding, Utf16}, utf16::Utf16ErrorKind};
///
/// let error = Utf16::decode(&[0x61, 0xDF7D], 1).unwrap_err();
/// assert_eq!((error.valid_up_to(), error.error_len()), (1, Some(1)));
/// assert_eq!(error.kind(), Utf16ErrorKind::LoneLow);
/// assert_eq!(error.to_string(), "invalid sequence at index 1: a low surrogate without a high one");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct InvalidSequence<K> {
    valid_up_to: usize,
    error_len: Option<u8>,
    kind: K,
}

impl<K: Copy> InvalidSequence<K> {
    /// An error of `error_len` units after `valid_up_to` valid ones.
    #[must_use]
    #[inline]
    pub const fn new(valid_up_to: usize, error_len: Option<u8>, kind: K) -> Self {
        Self { valid_up_to, error_len, kind }
    }

    /// How many units at the start of the source are valid: a text of its own.
    #[must_use]
    #[inline]
    pub const fn valid_up_to(&self) -> usize {
        self.valid_up_to
    }

    /// How many units are invalid there; decoding continues after them. `None` where the source ends inside a
    /// sequence that could still have become valid; all the rest belongs to the error then.
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

impl<K: fmt::Display> fmt::Display for InvalidSequence<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "invalid sequence at index {}: {}", self.valid_up_to, self.kind)
    }
}

impl<K: fmt::Debug + fmt::Display> error::Error for InvalidSequence<K> {}
