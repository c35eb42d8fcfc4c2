use core::{convert::Infallible, error::Error, fmt::Debug};

use crate::{Utf8Error, utf16::Utf16Error, utf32::Utf32Error};

/// An encoding: what a character is in units, and the other way round.
///
/// Native encodings have units of the machine's own byte order. Those in little or big endian order have
/// bytes as units; such text need not be aligned, and may have any number of bytes.
///
/// The trait is sealed: conversions are proved for these encodings.
pub trait Encoding: sealed::Sealed + Copy + Debug + Default + Send + Sync + 'static {
    /// What text is a slice of.
    type Unit: Copy + Debug + Default + Eq + Send + Sync + 'static;

    /// What says that text is invalid.
    type Error: SourceError;

    /// The name by which people know it.
    const NAME: &'static str;

    /// How many units a character takes at most.
    const LONGEST: usize;

    /// What stands for ill-formed sequences, and for characters that the encoding does not have: U+FFFD, or
    /// what comes closest.
    const REPLACEMENT: char = char::REPLACEMENT_CHARACTER;

    /// Reads the one character that begins at unit `at`: it, and where the next one begins. Constant time; no
    /// panic.
    ///
    /// # Errors
    ///
    /// Where no character stands there: why, with `at` as the position. At or past the end it is cut off.
    fn decode(source: &[Self::Unit], at: usize) -> Result<(char, usize), Self::Error>;

    /// Writes `character` to the start of `dst`, and says how many units it takes. Constant time; no panic.
    ///
    /// # Errors
    ///
    /// Nothing is written where the encoding does not have the character, or where there is a full destination.
    fn encode(character: char, dst: &mut [Self::Unit]) -> Result<usize, Refused>;

    /// How many units `character` takes; `None` where the encoding does not have it. Constant time; no panic.
    fn len(character: char) -> Option<usize>;
}

/// Why a character was not written. That there is no such character is found before that there is a full destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The encoding does not have it.
    Unmappable,
    /// It takes more units than there are.
    DstFull,
}

/// What the errors of all encodings have in common.
pub trait SourceError: Error + Copy + Eq + Send + Sync + 'static {
    /// How many units at the start of the source are valid.
    fn valid_up_to(&self) -> usize;

    /// How many units the ill-formed sequence has; `None` where the end of the source cuts off a sequence
    /// that could still have become valid.
    fn error_len(&self) -> Option<usize>;
}

macro_rules! source_error {
    ($($error:ty)*) => {
        $(impl SourceError for $error {
            #[inline]
            fn valid_up_to(&self) -> usize {
                <$error>::valid_up_to(self)
            }

            #[inline]
            fn error_len(&self) -> Option<usize> {
                <$error>::error_len(self)
            }
        })*
    };
}

source_error! { Utf8Error Utf16Error Utf32Error }

/// For encodings in which nothing is invalid.
impl SourceError for Infallible {
    fn valid_up_to(&self) -> usize {
        match *self {}
    }

    fn error_len(&self) -> Option<usize> {
        match *self {}
    }
}

pub(super) mod sealed {
    /// Only encodings of this crate have it.
    pub trait Sealed {}
}
