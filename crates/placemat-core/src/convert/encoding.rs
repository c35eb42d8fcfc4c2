use core::{convert::Infallible, error::Error, fmt::Debug};

use crate::{InvalidSequence, SequenceKind};

/// An encoding: converts between characters and units.
///
/// Native encodings have units in native byte order. The others have bytes as units, in little-endian or
/// big-endian order; their text need not be aligned, and may have any number of bytes.
///
/// The trait is sealed: only these conversions are verified.
pub trait Encoding: sealed::Sealed + Copy + Debug + Default + Send + Sync + 'static {
    /// The element type of text.
    type Unit: Copy + Debug + Default + Eq + Send + Sync + 'static;

    /// The error type for invalid text.
    type Error: SourceError;

    /// The name of the encoding, for people.
    const NAME: &'static str;

    /// The maximum number of units of a character.
    const LONGEST: usize;

    /// Replaces invalid sequences, and characters that the encoding lacks: U+FFFD, or the closest
    /// character that it has.
    const REPLACEMENT: char = char::REPLACEMENT_CHARACTER;

    /// Decodes the character that begins at unit `at`; returns it and the offset after it. Constant time; no panic.
    ///
    /// # Errors
    ///
    /// The error at position `at`, if no character begins there. At or past the end, the source is cut off.
    fn decode(source: &[Self::Unit], at: usize) -> Result<(char, usize), Self::Error>;

    /// Encodes `character` at the start of `dst`, and returns the number of units written. Constant time; no panic.
    ///
    /// # Errors
    ///
    /// The encoding lacks the character, or `dst` is too short; nothing is written.
    fn encode(character: char, dst: &mut [Self::Unit]) -> Result<usize, EncodeCharError>;

    /// The number of units of `character`; `None` if the encoding lacks it. Constant time; no panic.
    fn len(character: char) -> Option<usize>;
}

/// Why a character was not encoded. `Unmappable` takes precedence over `DstFull`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EncodeCharError {
    /// The encoding lacks it.
    Unmappable,
    /// The destination is too short for it.
    DstFull,
}

/// The common interface of all encodings' errors.
pub trait SourceError: Error + Copy + Eq + Send + Sync + 'static {
    /// The length of the valid prefix of the source, in units.
    fn valid_up_to(&self) -> usize;

    /// The length of the invalid sequence in units; `None` if the end of the source cuts off a sequence
    /// that could still become valid.
    fn error_len(&self) -> Option<usize>;
}

impl<K: SequenceKind + Eq + Send + Sync + 'static> SourceError for InvalidSequence<K> {
    #[inline]
    fn valid_up_to(&self) -> usize {
        self.valid_up_to()
    }

    #[inline]
    fn error_len(&self) -> Option<usize> {
        self.error_len()
    }
}

/// For encodings without invalid input.
impl SourceError for Infallible {
    fn valid_up_to(&self) -> usize {
        match *self {}
    }

    fn error_len(&self) -> Option<usize> {
        match *self {}
    }
}

pub(super) mod sealed {
    /// Implemented only by the encodings of this crate.
    pub trait Sealed {}
}
