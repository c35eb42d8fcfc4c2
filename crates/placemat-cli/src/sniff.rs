//! Detects the type of a file by its first bytes: text, binary, or UTF-16.

use memchr::memchr;
use placemat::bom::{self, Form};

/// The number of bytes inspected.
pub(crate) const HEAD: usize = 8 << 10;

/// The minimum number of UTF-16 units.
const FEWEST: usize = 8;

/// The type of a file, by its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileType {
    /// Text, or something else that the check will detect.
    Text,
    /// Binary: contains a NUL.
    Binary,
    /// UTF-16 without a BOM, beyond doubt. It may also be valid UTF-8, with many NULs.
    Utf16 { little_endian: bool },
}

impl FileType {
    /// Detects the type from the first bytes, at most [`HEAD`].
    pub(crate) fn of(head: &[u8]) -> Self {
        if bom::detect(head).is_some_and(|form| form != Form::Utf8) || memchr(0, head).is_none() {
            return Self::Text;
        }
        match utf16(head) {
            Some(little_endian) => Self::Utf16 { little_endian },
            None => Self::Binary,
        }
    }
}

/// Whether this is UTF-16 beyond doubt; if so, whether it is little-endian.
fn utf16(head: &[u8]) -> Option<bool> {
    let (units, _) = head.as_chunks::<2>();
    let orders = [true, false].map(|little_endian| {
        let units = units
            .iter()
            .map(|unit| if little_endian { u16::from_le_bytes(*unit) } else { u16::from_be_bytes(*unit) });
        Order::of(&units.collect::<Vec<_>>())
    });
    let only = |is: fn(&Order) -> bool| match orders.each_ref().map(is) {
        [true, false] => Some(true),
        [false, true] => Some(false),
        _ => None,
    };
    only(|order| order.is_narrow).or_else(|| only(|order| order.is_wide))
}

/// The offset of text in UTF-16 inside other text, in either order: four units of ASCII in a row, or three before a
/// control character, since fields of one letter may end in NUL as well; or [two letters](two_units).
pub(crate) fn utf16_inside(head: &[u8]) -> Option<usize> {
    let is_text = |byte: u8| matches!(byte, b'\t' | b'\n' | b'\r' | b' '..=b'~');
    let is_half = |pair: &[u8; 2]| pair[0] == 0 && is_text(pair[1]);
    let position = head.windows(8).position(|window| match window.as_chunks::<2>().0 {
        [first @ .., last] => {
            first.iter().all(is_half) && (is_half(last) || matches!(last[0], 1..=0x1F) && !is_text(last[0]))
        }
        [] => false,
    });
    position.or_else(|| two_units(head))
}

/// The offset of the first NUL, if all of them begin units of UTF-16BE: a letter after each, two or more in a row, and
/// none of the rows right after a letter or digit, as fields of one letter would be.
fn two_units(head: &[u8]) -> Option<usize> {
    let first = memchr(0, head)?;
    let mut at = first;
    loop {
        let units = head[at..].as_chunks::<2>().0.iter();
        let units = units.take_while(|unit| unit[0] == 0 && unit[1].is_ascii_alphabetic()).count();
        if units < 2 || head[..at].last().is_some_and(u8::is_ascii_alphanumeric) {
            return None;
        }
        at += 2 * units;
        match memchr(0, &head[at..]) {
            Some(next) => at += next,
            None => return Some(first),
        }
    }
}

/// Properties of the units in one byte order.
#[derive(Clone, Copy, Debug, Default)]
struct Order {
    /// Text in a script with few characters: nearly all units are in one row of 256, or are ASCII.
    is_narrow: bool,
    /// Text in Chinese, Japanese or Korean.
    is_wide: bool,
}

impl Order {
    fn of(units: &[u16]) -> Self {
        // The head may end inside a pair.
        let units = match units {
            [whole @ .., 0xD800..=0xDBFF] => whole,
            _ => units,
        };
        let is_text = units.len() >= FEWEST
            && !units.iter().any(|unit| is_never_text(*unit))
            && units.iter().any(|unit| matches!(unit, 0x0A | 0x20 | 0x3000 | 0x3002))
            && char::decode_utf16(units.iter().copied()).all(|unit| unit.is_ok());
        if !is_text {
            return Self::default();
        }
        let mut rows = [0_usize; 256];
        for unit in units {
            rows[usize::from(unit >> 8)] += 1;
        }
        let script = rows[1..0x30].iter().max().copied().unwrap_or(0);
        // Supplementary characters, as pairs.
        let pairs: usize = rows[0xD8..0xE0].iter().sum();
        let common = rows[0] + pairs;
        let wide: usize = rows[0x30..0x32].iter().chain(&rows[0x4E..0xA0]).chain(&rows[0xAC..0xD8]).sum();
        Self {
            is_narrow: (common + script) * 10 >= units.len() * 9,
            is_wide: wide * 2 > units.len() && (common + wide + rows[0xFF]) * 20 >= units.len() * 19,
        }
    }
}

/// Control characters, except for those of lines and tabs, and noncharacters.
fn is_never_text(unit: u16) -> bool {
    matches!(unit, 0..=8 | 0x0B..=0x0C | 0x0E..=0x1F | 0x7F..=0x9F | 0xFFFE..=0xFFFF)
}
