use crate::convert::{Encoding, Latin1, Utf8, Utf16, Utf32};
use crate::grammar::FORMS;
use crate::utf16::{is_high, is_low, join};

/// An encoding with native units, as opposed to the bytes of larger units.
pub trait Native: Encoding {
    /// Whether the unit is an ASCII character.
    #[doc(hidden)]
    fn is_ascii(unit: Self::Unit) -> bool;

    /// Whether all units are ASCII, in one test.
    #[doc(hidden)]
    fn are_ascii<const N: usize>(units: &[Self::Unit; N]) -> bool;

    /// The lowest byte of the unit: for ASCII, the character.
    #[doc(hidden)]
    fn byte(unit: Self::Unit) -> u8;

    /// The unit of an ASCII character.
    #[doc(hidden)]
    fn of_ascii(byte: u8) -> Self::Unit;

    /// The character below U+10000 that the unit encodes, or a value that is no such character if it encodes none.
    #[doc(hidden)]
    fn value(unit: Self::Unit) -> u32;

    /// The character above U+FFFF at the start of `source` and its number of units, if there is one.
    #[doc(hidden)]
    #[must_use]
    #[inline(always)]
    fn supplementary(_: &[Self::Unit]) -> Option<(u32, usize)> {
        None
    }

    /// Four characters above U+FFFF at the start of `source` and their number of units, if there are four.
    #[doc(hidden)]
    #[must_use]
    #[inline(always)]
    fn four_supplementary(_: &[Self::Unit]) -> Option<([u32; 4], usize)> {
        None
    }

    /// Writes units as those of `D`, and returns whether all are ASCII; the results for others are arbitrary. With a
    /// test inside the loop, compilers for baseline x86-64 generate scalar code; without it they use vectors.
    #[doc(hidden)]
    fn put_ascii<D: Native, const N: usize>(units: &[Self::Unit; N], dst: &mut [D::Unit; N]) -> bool;

    /// The first character and its number of units, if `source` begins with a valid one.
    #[doc(hidden)]
    #[inline(always)]
    fn next(source: &[Self::Unit]) -> Option<(char, usize)> {
        Self::decode(source, 0).ok()
    }

    /// Encodes a character at the start of `dst`, and returns its number of units; `None` if it does not fit or
    /// the encoding lacks it.
    #[doc(hidden)]
    #[inline(always)]
    fn write(character: char, dst: &mut [Self::Unit]) -> Option<usize> {
        Self::encode(character, dst).ok()
    }
}

/// The two-byte lead byte with all value bits 0 (C0), and the first three- and four-byte lead bytes, whose
/// value bits are 0 as well.
const LEAD2: u8 = FORMS[1].lead.first & 0xE0;
const LEAD3: u8 = FORMS[2].lead.first;
const LEAD4: u8 = FORMS[6].lead.first;
const _: () =
    assert!(FORMS[1].len() == 2 && FORMS[2].len() == 3 && FORMS[5].len() == 3 && FORMS[6].len() == 4);

/// The functions that all encodings with byte units share.
macro_rules! units_are_bytes {
    () => {
        #[inline(always)]
        fn is_ascii(unit: u8) -> bool {
            unit.is_ascii()
        }

        #[inline(always)]
        fn are_ascii<const N: usize>(units: &[u8; N]) -> bool {
            units.iter().fold(0, |all, unit| all | unit).is_ascii()
        }

        #[inline(always)]
        fn byte(unit: u8) -> u8 {
            unit
        }

        #[inline(always)]
        fn of_ascii(byte: u8) -> u8 {
            byte
        }

        #[inline(always)]
        fn put_ascii<D: Native, const N: usize>(units: &[u8; N], dst: &mut [D::Unit; N]) -> bool {
            for (to, byte) in dst.iter_mut().zip(units) {
                *to = D::of_ascii(*byte);
            }
            if size_of::<D::Unit>() > 1 {
                return D::are_ascii(dst);
            }
            let (words, rest) = units.as_chunks();
            let any = words.iter().fold(0, |any, word| any | u64::from_le_bytes(*word));
            let any = rest.iter().fold(any, |any, byte| any | u64::from(*byte));
            any & u64::from_le_bytes([0x80; 8]) == 0
        }
    };
}

impl Native for Utf8 {
    units_are_bytes!();

    #[inline(always)]
    fn value(unit: u8) -> u32 {
        // Other bytes are parts of characters, like surrogates.
        if unit.is_ascii() { unit.into() } else { 0xD800 }
    }

    #[inline(always)]
    fn next(source: &[u8]) -> Option<(char, usize)> {
        // A lead byte below `first` wraps around, to a value too large for a character.
        let lead = |byte: u8, first: u8| u32::from(byte).wrapping_sub(u32::from(first));
        let low_six = |byte: u8| u32::from(byte & 0x3F);
        let is_continuation = |byte: u8| byte & 0xC0 == 0x80;
        let (value, len, tails) = match *source {
            [a, ..] if a.is_ascii() => return Some((char::from(a), 1)),
            [a, b, ..] if a < LEAD3 => (lead(a, LEAD2) << 6 | low_six(b), 2, is_continuation(b)),
            [a, b, c, ..] if a < LEAD4 => (
                lead(a, LEAD3) << 12 | low_six(b) << 6 | low_six(c),
                3,
                is_continuation(b) & is_continuation(c),
            ),
            [a, b, c, d, ..] => (
                lead(a, LEAD4) << 18 | low_six(b) << 12 | low_six(c) << 6 | low_six(d),
                4,
                is_continuation(b) & is_continuation(c) & is_continuation(d),
            ),
            _ => return None,
        };
        // A sequence is valid if its value is a scalar value that no shorter sequence encodes.
        let character = char::from_u32(value)?;
        (tails && character.len_utf8() == len).then_some((character, len))
    }

    #[inline(always)]
    fn write(character: char, dst: &mut [u8]) -> Option<usize> {
        // In each branch the length is constant; encoding has the same branches anyway.
        Some(match character.len_utf8() {
            1 => character.encode_utf8(dst.first_chunk_mut::<1>()?).len(),
            2 => character.encode_utf8(dst.first_chunk_mut::<2>()?).len(),
            3 => character.encode_utf8(dst.first_chunk_mut::<3>()?).len(),
            _ => character.encode_utf8(dst.first_chunk_mut::<4>()?).len(),
        })
    }
}

impl Native for Latin1 {
    units_are_bytes!();

    #[inline(always)]
    fn value(unit: u8) -> u32 {
        unit.into()
    }

    #[inline(always)]
    fn next(source: &[u8]) -> Option<(char, usize)> {
        source.first().map(|byte| (char::from(*byte), 1))
    }
}

macro_rules! wide {
    ($($Encoding:ident $unit:ident $supplementary:ident $four:ident $fold:ident)*) => {
        $(impl Native for $Encoding {
            #[inline(always)]
            fn is_ascii(unit: $unit) -> bool {
                unit < 0x80
            }

            #[inline(always)]
            fn are_ascii<const N: usize>(units: &[$unit; N]) -> bool {
                units.iter().fold(0, |all, unit| all | unit) < 0x80
            }

            #[inline(always)]
            #[expect(clippy::cast_possible_truncation, reason = "truncates to the lowest byte")]
            fn byte(unit: $unit) -> u8 {
                unit as u8
            }

            #[inline(always)]
            fn of_ascii(byte: u8) -> $unit {
                byte.into()
            }

            #[inline(always)]
            fn value(unit: $unit) -> u32 {
                unit.into()
            }

            #[inline(always)]
            fn supplementary(source: &[$unit]) -> Option<(u32, usize)> {
                $supplementary(source)
            }

            #[inline(always)]
            fn four_supplementary(source: &[$unit]) -> Option<([u32; 4], usize)> {
                $four(source)
            }

            #[inline(always)]
            fn put_ascii<D: Native, const N: usize>(units: &[$unit; N], dst: &mut [D::Unit; N]) -> bool {
                let (mut halves, mut any_half, mut any) = ([0; N], 0, 0);
                for (half, unit) in halves.iter_mut().zip(units) {
                    *half = $fold(*unit);
                }
                for (to, half) in dst.iter_mut().zip(&halves) {
                    let [byte, _] = half.to_le_bytes();
                    *to = D::of_ascii(byte);
                    any_half |= half;
                }
                if size_of::<$unit>() > size_of::<u16>() {
                    any = units.iter().fold(0, |any, unit| any | unit) >> 8;
                }
                any_half < 0x80 && any >> 8 == 0
            }
        })*
    };
}

wide! {
    Utf16 u16 of_pair of_four_pairs itself
    Utf32 u32 above_ffff four_above_ffff folded
}

/// Decodes a surrogate pair.
#[inline(always)]
fn of_pair(source: &[u16]) -> Option<(u32, usize)> {
    match *source {
        [high, low, ..] if is_high(high) && is_low(low) => Some((join(high, low).into(), 2)),
        _ => None,
    }
}

/// Decodes a unit above FFFF.
#[inline(always)]
fn above_ffff(source: &[u32]) -> Option<(u32, usize)> {
    match *source {
        [unit, ..] if (0x1_0000..=u32::from(char::MAX)).contains(&unit) => Some((unit, 1)),
        _ => None,
    }
}

/// Decodes four surrogate pairs.
#[inline(always)]
fn of_four_pairs(source: &[u16]) -> Option<([u32; 4], usize)> {
    let units: &[u16; 8] = source.first_chunk()?;
    let (mut characters, mut wrong) = ([0; 4], 0);
    for (character, [high, low]) in characters.iter_mut().zip(units.as_chunks().0) {
        let pair = u32::from(*high) | u32::from(*low) << 16;
        wrong |= pair & 0xFC00_FC00 ^ 0xDC00_D800;
        *character = ((pair & 0x3FF) << 10 | pair >> 16 & 0x3FF) + 0x1_0000;
    }
    (wrong == 0).then_some((characters, units.len()))
}

/// Returns the first four units and their number, if all of them are characters above U+FFFF.
#[inline(always)]
#[must_use]
pub fn four_above_ffff(source: &[u32]) -> Option<([u32; 4], usize)> {
    let units: &[u32; 4] = source.first_chunk()?;
    let wrong =
        units.iter().fold(0, |wrong, unit| wrong | u32::from(unit.wrapping_sub(0x1_0000) >= 0x10_0000));
    (wrong == 0).then_some((*units, units.len()))
}

#[inline(always)]
fn itself(unit: u16) -> u16 {
    unit
}

/// Combines both halves with OR; the result equals the unit if it is ASCII.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the upper half is in the lower one as well")]
fn folded(unit: u32) -> u16 {
    (unit | unit >> 16) as u16
}
