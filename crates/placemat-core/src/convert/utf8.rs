use super::{EncodeCharError, Encoding, encoding::sealed::Sealed};
use crate::Utf8Error;
use crate::grammar::{scalar, sequence_at};

/// UTF-8 (RFC 3629).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Utf8;

impl Sealed for Utf8 {}

impl Encoding for Utf8 {
    type Unit = u8;
    type Error = Utf8Error;
    const NAME: &'static str = "UTF-8";
    const LONGEST: usize = 4;

    #[inline]
    fn decode(source: &[u8], at: usize) -> Result<(char, usize), Utf8Error> {
        match source.get(at) {
            Some(&byte) if byte.is_ascii() => Ok((char::from(byte), at + 1)),
            _ => {
                let end = sequence_at(source, at)?;
                Ok((scalar(&source[at..end]), end))
            }
        }
    }

    #[inline]
    fn encode(character: char, dst: &mut [u8]) -> Result<usize, EncodeCharError> {
        // Branches on the length, as `encode_utf8` does anyway, so the slice is known to be long enough.
        let len = character.len_utf8();
        match dst.get_mut(..len) {
            Some(dst) => {
                character.encode_utf8(dst);
                Ok(len)
            }
            None => Err(EncodeCharError::DstFull),
        }
    }

    #[inline]
    fn len(character: char) -> Option<usize> {
        Some(character.len_utf8())
    }
}
