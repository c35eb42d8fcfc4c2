use super::{EncodeCharError, Encoding, encoding::sealed::Sealed};
use crate::utf32::{Utf32Error, Utf32ErrorKind};

/// UTF-32 in native units: one scalar value per unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Utf32;

/// UTF-32LE: bytes, the lowest byte of a unit first. U+FEFF at the start is a character.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Utf32Le;

/// UTF-32BE: bytes, the highest byte of a unit first. U+FEFF at the start is a character.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Utf32Be;

impl Sealed for Utf32 {}
impl Sealed for Utf32Le {}
impl Sealed for Utf32Be {}

impl Encoding for Utf32 {
    type Unit = u32;
    type Error = Utf32Error;
    const NAME: &'static str = "UTF-32";
    const LONGEST: usize = 1;

    #[inline]
    fn decode(source: &[u32], at: usize) -> Result<(char, usize), Utf32Error> {
        decode(at, 1, source.get(at).copied())
    }

    #[inline]
    fn encode(character: char, dst: &mut [u32]) -> Result<usize, EncodeCharError> {
        match dst.first_mut() {
            Some(unit) => {
                *unit = character.into();
                Ok(1)
            }
            None => Err(EncodeCharError::DstFull),
        }
    }

    #[inline]
    fn len(_: char) -> Option<usize> {
        Some(1)
    }
}

/// Decodes the character at `at` from the unit there, which has `width` units of the source.
#[inline]
fn decode(at: usize, width: u8, unit: Option<u32>) -> Result<(char, usize), Utf32Error> {
    let Some(unit) = unit else { return Err(Utf32Error::new(at, None, Utf32ErrorKind::CutOff)) };
    match char::from_u32(unit) {
        Some(character) => Ok((character, at + usize::from(width))),
        None if unit > char::MAX.into() => Err(Utf32Error::new(at, Some(width), Utf32ErrorKind::OutOfRange)),
        None => Err(Utf32Error::new(at, Some(width), Utf32ErrorKind::Surrogate)),
    }
}

macro_rules! bytes {
    ($($Encoding:ident $name:literal $from:ident $to:ident)*) => {
        $(impl Encoding for $Encoding {
            type Unit = u8;
            type Error = Utf32Error;
            const NAME: &'static str = $name;
            const LONGEST: usize = 4;

            #[inline]
            fn decode(source: &[u8], at: usize) -> Result<(char, usize), Utf32Error> {
                let bytes = source.get(at..).and_then(|rest| rest.first_chunk());
                decode(at, 4, bytes.map(|bytes| u32::$from(*bytes)))
            }

            #[inline]
            fn encode(character: char, dst: &mut [u8]) -> Result<usize, EncodeCharError> {
                match dst.first_chunk_mut() {
                    Some(bytes) => {
                        *bytes = u32::from(character).$to();
                        Ok(bytes.len())
                    }
                    None => Err(EncodeCharError::DstFull),
                }
            }

            #[inline]
            fn len(_: char) -> Option<usize> {
                Some(4)
            }
        })*
    };
}

bytes! {
    Utf32Le "UTF-32LE" from_le_bytes to_le_bytes
    Utf32Be "UTF-32BE" from_be_bytes to_be_bytes
}
