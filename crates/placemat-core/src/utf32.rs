//! UTF-32: what is wrong with numbers that are not scalar values.

use core::{error::Error, fmt};

/// The first ill-formed sequence of UTF-32: where, how long, and what is wrong.
///
/// Positions and lengths are in units of the source: in 32-bit units where it is `&[u32]`, in octets where it
/// is octets.
///
/// ```
/// use placemat_core::{convert::{Encoding, Utf32}, utf32::Utf32ErrorKind};
///
/// let error = Utf32::decode(&[0x61, 0x11_0000], 1).unwrap_err();
/// assert_eq!((error.valid_up_to(), error.kind()), (1, Utf32ErrorKind::OutOfRange));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Utf32Error {
    valid_up_to: usize,
    error_len: Option<u8>,
    kind: Utf32ErrorKind,
}

impl Utf32Error {
    pub(crate) const fn new(valid_up_to: usize, error_len: Option<u8>, kind: Utf32ErrorKind) -> Self {
        Self { valid_up_to, error_len, kind }
    }

    /// How many units at the start of the source are well formed.
    #[must_use]
    #[inline]
    pub const fn valid_up_to(&self) -> usize {
        self.valid_up_to
    }

    /// How many units the ill-formed sequence has: one 32-bit unit, so 1 or, of octets, 4. `None` where the
    /// source ends inside a unit; its one to three octets belong to the error then.
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
    pub const fn kind(&self) -> Utf32ErrorKind {
        self.kind
    }
}

impl fmt::Display for Utf32Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "invalid utf-32 at index {}: {}", self.valid_up_to, self.kind)
    }
}

impl Error for Utf32Error {}

/// What is wrong with ill-formed UTF-32. The list is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Utf32ErrorKind {
    /// D800..DFFF, a surrogate.
    Surrogate,
    /// Above 10FFFF.
    OutOfRange,
    /// The source ends inside a unit. The only kind whose [`error_len`](Utf32Error::error_len) is `None`.
    CutOff,
}

impl fmt::Display for Utf32ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Surrogate => "a surrogate",
            Self::OutOfRange => "above U+10FFFF",
            Self::CutOff => "the input ends inside a unit",
        })
    }
}
