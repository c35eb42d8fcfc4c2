use core::convert::Infallible;

use super::{EncodeCharError, Encoding, encoding::sealed::Sealed};

/// Latin-1 (ISO/IEC 8859-1, with its control characters): bytes are the scalar values U+0000..U+00FF. The web
/// uses the name for Windows-1252, which is different.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Latin1;

impl Sealed for Latin1 {}

impl Encoding for Latin1 {
    type Unit = u8;
    /// Every byte is a character.
    type Error = Infallible;
    const NAME: &'static str = "Latin-1";
    const LONGEST: usize = 1;
    const REPLACEMENT: char = '?';

    #[inline]
    fn decode(source: &[u8], at: usize) -> Result<(char, usize), Infallible> {
        // The error type is uninhabited, so positions past the end return a character; conversions never use them.
        Ok((source.get(at).copied().map_or(char::REPLACEMENT_CHARACTER, char::from), at.saturating_add(1)))
    }

    #[inline]
    fn encode(character: char, dst: &mut [u8]) -> Result<usize, EncodeCharError> {
        let Ok(byte) = u8::try_from(u32::from(character)) else { return Err(EncodeCharError::Unmappable) };
        match dst.first_mut() {
            Some(unit) => {
                *unit = byte;
                Ok(1)
            }
            None => Err(EncodeCharError::DstFull),
        }
    }

    #[inline]
    fn len(character: char) -> Option<usize> {
        (character <= '\u{FF}').then_some(1)
    }
}
