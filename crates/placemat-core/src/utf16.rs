//! UTF-16 (RFC 2781): what is a surrogate, what a pair of them means, and what is wrong with units that are
//! not UTF-16.

use core::{error::Error, fmt};

/// The first high surrogate; the low ones begin 0x400 later (RFC 2781, section 2.1).
const HIGH: u16 = 0xD800;

/// The first low surrogate.
const LOW: u16 = 0xDC00;

/// The first character that takes a pair.
const SUPPLEMENTARY: u32 = 0x1_0000;

/// Whether `unit` is a high surrogate, D800..DBFF: the first of a pair.
#[must_use]
#[inline]
pub const fn is_high(unit: u16) -> bool {
    unit & 0xFC00 == HIGH
}

/// Whether `unit` is a low surrogate, DC00..DFFF: the second of a pair.
#[must_use]
#[inline]
pub const fn is_low(unit: u16) -> bool {
    unit & 0xFC00 == LOW
}

/// Whether `unit` is a surrogate, D800..DFFF.
///
/// ```
/// use placemat_core::utf16::is_surrogate;
///
/// assert!(is_surrogate(0xD83C) && is_surrogate(0xDFFF) && !is_surrogate(0xE000));
/// ```
#[must_use]
#[inline]
pub const fn is_surrogate(unit: u16) -> bool {
    unit & 0xF800 == HIGH
}

/// The character of a pair (RFC 2781, section 2.2). Of units that are no pair, some character or other.
///
/// ```
/// assert_eq!(placemat_core::utf16::join(0xD83C, 0xDF7D), '\u{1F37D}');
/// ```
#[must_use]
#[inline]
pub const fn join(high: u16, low: u16) -> char {
    let value = ((high & 0x3FF) as u32) << 10 | (low & 0x3FF) as u32;
    match char::from_u32(SUPPLEMENTARY + value) {
        Some(character) => character,
        // Twenty bits more than 10000 are at most 10FFFF.
        None => char::REPLACEMENT_CHARACTER,
    }
}

/// The first ill-formed sequence of UTF-16: where, how long, and what is wrong.
///
/// Positions and lengths are in units of the source: in 16-bit units where it is `&[u16]`, in octets where it
/// is octets.
///
/// ```
/// use placemat_core::{convert::{Encoding, Utf16}, utf16::Utf16ErrorKind};
///
/// let error = Utf16::decode(&[0x61, 0xDF7D], 1).unwrap_err();
/// assert_eq!((error.valid_up_to(), error.error_len()), (1, Some(1)));
/// assert_eq!(error.kind(), Utf16ErrorKind::LoneLow);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Utf16Error {
    valid_up_to: usize,
    error_len: Option<u8>,
    kind: Utf16ErrorKind,
}

impl Utf16Error {
    pub(crate) const fn new(valid_up_to: usize, error_len: Option<u8>, kind: Utf16ErrorKind) -> Self {
        Self { valid_up_to, error_len, kind }
    }

    /// How many units at the start of the source are well formed.
    #[must_use]
    #[inline]
    pub const fn valid_up_to(&self) -> usize {
        self.valid_up_to
    }

    /// How many units the ill-formed sequence has: one 16-bit unit, so 1 or, of octets, 2. `None` where the
    /// source ends inside a sequence that could still have become well formed; all the rest belongs to it
    /// then: a high surrogate, a single octet, or both.
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
    pub const fn kind(&self) -> Utf16ErrorKind {
        self.kind
    }
}

impl fmt::Display for Utf16Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "invalid utf-16 at index {}: {}", self.valid_up_to, self.kind)
    }
}

impl Error for Utf16Error {}

/// What is wrong with ill-formed UTF-16. The list is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Utf16ErrorKind {
    /// A high surrogate, and the unit after it is not a low one.
    LoneHigh,
    /// A low surrogate, and the unit before it is not a high one of the same pair.
    LoneLow,
    /// The source ends after a high surrogate, or inside a unit. The only kind whose
    /// [`error_len`](Utf16Error::error_len) is `None`.
    CutOff,
}

impl fmt::Display for Utf16ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::LoneHigh => "a high surrogate without a low one",
            Self::LoneLow => "a low surrogate without a high one",
            Self::CutOff => "the input ends inside a character",
        })
    }
}
