use super::BLOCK;
use crate::convert::{Encoding, Latin1, Utf8, Utf16, Utf32};
use crate::grammar::{FORMS, scalar};

/// An encoding whose units the machine can compute with: not the octets of larger ones.
pub trait Native: Encoding {
    /// How many units a character can have after its first.
    #[doc(hidden)]
    const REACH: usize = Self::LONGEST - 1;

    /// The units as ASCII, if all of them are.
    #[doc(hidden)]
    fn ascii(units: &[Self::Unit; BLOCK]) -> Option<[u8; BLOCK]>;

    /// ASCII as units.
    #[doc(hidden)]
    fn of_ascii(ascii: [u8; BLOCK]) -> [Self::Unit; BLOCK];

    /// The first character and its units. UTF-8 is taken to be well formed; of other octets it makes some
    /// character or other.
    #[doc(hidden)]
    fn next(source: &[Self::Unit]) -> Option<(char, usize)>;
}

/// The first lead of three octets, and the first of four.
const LEAD3: u8 = FORMS[2].lead.first;
const LEAD4: u8 = FORMS[6].lead.first;
const _: () =
    assert!(FORMS[1].len() == 2 && FORMS[2].len() == 3 && FORMS[5].len() == 3 && FORMS[6].len() == 4);

impl Native for Utf8 {
    #[inline]
    fn ascii(units: &[u8; BLOCK]) -> Option<[u8; BLOCK]> {
        units.is_ascii().then_some(*units)
    }

    #[inline]
    fn of_ascii(ascii: [u8; BLOCK]) -> [u8; BLOCK] {
        ascii
    }

    #[inline]
    fn next(source: &[u8]) -> Option<(char, usize)> {
        // The lead tells the length.
        Some(match *source {
            [a, ..] if a.is_ascii() => (char::from(a), 1),
            [a, b, ..] if a < LEAD3 => (scalar(&[a, b]), 2),
            [a, b, c, ..] if a < LEAD4 => (scalar(&[a, b, c]), 3),
            [a, b, c, d, ..] => (scalar(&[a, b, c, d]), 4),
            _ => return None,
        })
    }
}

impl Native for Latin1 {
    #[inline]
    fn ascii(units: &[u8; BLOCK]) -> Option<[u8; BLOCK]> {
        Utf8::ascii(units)
    }

    #[inline]
    fn of_ascii(ascii: [u8; BLOCK]) -> [u8; BLOCK] {
        ascii
    }

    #[inline]
    fn next(source: &[u8]) -> Option<(char, usize)> {
        source.first().map(|octet| (char::from(*octet), 1))
    }
}

macro_rules! wide {
    ($($Encoding:ident $unit:ident)*) => {
        $(impl Native for $Encoding {
            #[inline]
            #[expect(clippy::cast_possible_truncation, reason = "below 80")]
            fn ascii(units: &[$unit; BLOCK]) -> Option<[u8; BLOCK]> {
                let all = units.iter().fold(0, |all, unit| all | unit);
                (all < 0x80).then(|| units.map(|unit| unit as u8))
            }

            #[inline]
            fn of_ascii(ascii: [u8; BLOCK]) -> [$unit; BLOCK] {
                ascii.map($unit::from)
            }

            #[inline]
            fn next(source: &[$unit]) -> Option<(char, usize)> {
                Self::decode(source, 0).ok()
            }
        })*
    };
}

wide! {
    Utf16 u16
    Utf32 u32
}
