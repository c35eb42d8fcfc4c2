use super::{EncodeCharError, Encoding, encoding::sealed::Sealed};
use crate::utf16::{Utf16Error, Utf16ErrorKind, is_high, is_low, join};

/// UTF-16 (RFC 2781) in native units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Utf16;

/// UTF-16LE (RFC 2781, section 4.2): bytes, the low byte of a unit first. U+FEFF at the start is a character.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Utf16Le;

/// UTF-16BE (RFC 2781, section 4.1): bytes, the high byte of a unit first. U+FEFF at the start is a character.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Utf16Be;

impl Sealed for Utf16 {}
impl Sealed for Utf16Le {}
impl Sealed for Utf16Be {}

impl Encoding for Utf16 {
    type Unit = u16;
    type Error = Utf16Error;
    const NAME: &'static str = "UTF-16";
    const LONGEST: usize = 2;

    #[inline]
    fn decode(source: &[u16], at: usize) -> Result<(char, usize), Utf16Error> {
        let unit = |at: usize| source.get(at).copied();
        decode(at, 1, unit(at), || unit(at + 1))
    }

    #[inline]
    fn encode(character: char, dst: &mut [u16]) -> Result<usize, EncodeCharError> {
        // In each branch the length is constant.
        let written = match character.len_utf16() {
            1 => dst.first_chunk_mut::<1>().map(|dst| character.encode_utf16(dst).len()),
            _ => dst.first_chunk_mut::<2>().map(|dst| character.encode_utf16(dst).len()),
        };
        written.ok_or(EncodeCharError::DstFull)
    }

    #[inline]
    fn len(character: char) -> Option<usize> {
        Some(character.len_utf16())
    }
}

/// Decodes the character at `at` from the unit there and the one after it; a unit has `width` units of the source.
#[inline]
fn decode(
    at: usize, width: u8, unit: Option<u16>, after: impl Fn() -> Option<u16>,
) -> Result<(char, usize), Utf16Error> {
    let end = at.saturating_add(usize::from(width));
    let Some(unit) = unit else { return Err(Utf16Error::new(at, None, Utf16ErrorKind::CutOff)) };
    if let Some(character) = char::from_u32(unit.into()) {
        return Ok((character, end));
    }
    match after() {
        _ if !is_high(unit) => Err(Utf16Error::new(at, Some(width), Utf16ErrorKind::LoneLow)),
        Some(low) if is_low(low) => Ok((join(unit, low), end + usize::from(width))),
        Some(_) => Err(Utf16Error::new(at, Some(width), Utf16ErrorKind::LoneHigh)),
        None => Err(Utf16Error::new(at, None, Utf16ErrorKind::CutOff)),
    }
}

macro_rules! bytes {
    ($($Encoding:ident $name:literal $from:ident $to:ident)*) => {
        $(impl Encoding for $Encoding {
            type Unit = u8;
            type Error = Utf16Error;
            const NAME: &'static str = $name;
            const LONGEST: usize = 4;

            #[inline]
            fn decode(source: &[u8], at: usize) -> Result<(char, usize), Utf16Error> {
                let rest = source.get(at..).unwrap_or_default();
                let after = || rest.get(2..).and_then(|rest| rest.first_chunk());
                decode(at, 2, rest.first_chunk().map(|unit| u16::$from(*unit)), || {
                    after().map(|unit| u16::$from(*unit))
                })
            }

            #[inline]
            fn encode(character: char, dst: &mut [u8]) -> Result<usize, EncodeCharError> {
                let mut units = [0; 2];
                let len = 2 * character.encode_utf16(&mut units).len();
                let Some(dst) = dst.get_mut(..len) else { return Err(EncodeCharError::DstFull) };
                for (bytes, unit) in dst.as_chunks_mut().0.iter_mut().zip(units) {
                    *bytes = unit.$to();
                }
                Ok(len)
            }

            #[inline]
            fn len(character: char) -> Option<usize> {
                Some(2 * character.len_utf16())
            }
        })*
    };
}

bytes! {
    Utf16Le "UTF-16LE" from_le_bytes to_le_bytes
    Utf16Be "UTF-16BE" from_be_bytes to_be_bytes
}
