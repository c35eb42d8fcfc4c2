//! UTF-16 (RFC 2781): surrogates, pairs and errors.

use core::fmt;

use crate::{InvalidSequence, SequenceKind};

/// The first high surrogate; low surrogates begin 0x400 later (RFC 2781, section 2.1).
const HIGH: u16 = 0xD800;

/// The first low surrogate.
const LOW: u16 = 0xDC00;

/// The first scalar value that needs a surrogate pair.
const SUPPLEMENTARY: u32 = 0x1_0000;

/// Returns whether `unit` is a high surrogate, D800..DBFF: the first of a pair.
#[must_use]
#[inline]
pub const fn is_high(unit: u16) -> bool {
    unit & 0xFC00 == HIGH
}

/// Returns whether `unit` is a low surrogate, DC00..DFFF: the second of a pair.
#[must_use]
#[inline]
pub const fn is_low(unit: u16) -> bool {
    unit & 0xFC00 == LOW
}

/// Returns whether `unit` is a surrogate, D800..DFFF.
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

/// Decodes a surrogate pair (RFC 2781, section 2.2). If the units are no pair, returns an arbitrary character.
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
        // Unreachable: 10000 plus twenty bits is at most 10FFFF.
        None => char::REPLACEMENT_CHARACTER,
    }
}

/// The first invalid sequence of UTF-16: one 16-bit unit or, cut off by the end of the source, a high surrogate, a
/// single byte, or both.
pub type Utf16Error = InvalidSequence<Utf16ErrorKind>;

/// The kind of an error in UTF-16. The list is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Utf16ErrorKind {
    /// A high surrogate that no low one follows.
    LoneHigh,
    /// A low surrogate that no high one of the same pair precedes.
    LoneLow,
    /// The source ends after a high surrogate, or inside a unit. Only this kind has an
    /// [`error_len`](Utf16Error::error_len) of `None`.
    CutOff,
}

impl SequenceKind for Utf16ErrorKind {}

impl fmt::Display for Utf16ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::LoneHigh => "lone high surrogate",
            Self::LoneLow => "lone low surrogate",
            Self::CutOff => "input ends inside a character",
        })
    }
}
