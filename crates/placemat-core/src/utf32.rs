//! UTF-32: errors in units that are not scalar values.

use core::fmt;

use crate::{InvalidSequence, SequenceKind};

/// The first invalid sequence of UTF-32: one 32-bit unit or, cut off by the end of the source, one to three bytes.
pub type Utf32Error = InvalidSequence<Utf32ErrorKind>;

/// The kind of an error in UTF-32. The list is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Utf32ErrorKind {
    /// D800..DFFF, a surrogate.
    Surrogate,
    /// Above 10FFFF.
    OutOfRange,
    /// The source ends inside a unit. Only this kind has an [`error_len`](Utf32Error::error_len) of `None`.
    CutOff,
}

impl SequenceKind for Utf32ErrorKind {}

impl fmt::Display for Utf32ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Surrogate => "surrogate code point",
            Self::OutOfRange => "above U+10FFFF",
            Self::CutOff => "input ends inside a character",
        })
    }
}
