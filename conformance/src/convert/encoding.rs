//! The encodings, as the model implements them.

use std::sync::LazyLock;

use placemat_core::Utf8ErrorKind;

use crate::contract::Encoding::{self, Latin1, Utf8, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le};
use crate::contract::{self, Fault};
use crate::{oracle::Oracle, reference};

/// A part of a source: a character, or an invalid sequence, whose kind has the name in Rust.
pub(super) type Item = contract::Item<char, String>;

impl Encoding {
    /// Text as units; `None` if the encoding lacks a character.
    pub fn encode(self, text: &str) -> Option<Vec<u32>> {
        let mut units = Vec::new();
        text.chars().all(|character| self.put(character, &mut units)).then_some(units)
    }

    /// Appends a character. Returns whether the encoding has it.
    pub(super) fn put(self, character: char, units: &mut Vec<u32>) -> bool {
        let scalar = u32::from(character);
        let mut wide = [0; 2];
        let wide = character.encode_utf16(&mut wide).iter().map(|unit| u32::from(*unit));
        match self {
            Utf8 => units.extend(character.encode_utf8(&mut [0; 4]).bytes().map(u32::from)),
            Utf16 => units.extend(wide),
            Utf16Be => units.extend(wide.flat_map(|unit| [unit >> 8, unit & 0xFF])),
            Utf16Le => units.extend(wide.flat_map(|unit| [unit & 0xFF, unit >> 8])),
            Utf32Be => units.extend(bytes(scalar)),
            Utf32Le => units.extend(bytes(scalar).into_iter().rev()),
            Latin1 if scalar > 0xFF => return false,
            Utf32 | Latin1 => units.push(scalar),
        }
        true
    }

    /// The default replacement for invalid sequences and unmappable characters.
    pub const fn replacement(self) -> char {
        match self {
            Latin1 => '?',
            _ => '\u{FFFD}',
        }
    }

    /// The maximum value of a unit.
    pub const fn largest_unit(self) -> u32 {
        match self {
            Utf16 => 0xFFFF,
            Utf32 => u32::MAX,
            _ => 0xFF,
        }
    }

    /// The number of units in a code unit: 2 for UTF-16LE, 1 for UTF-16.
    pub const fn unit_len(self) -> usize {
        match self {
            Utf16Le | Utf16Be => 2,
            Utf32Le | Utf32Be => 4,
            Utf8 | Utf16 | Utf32 | Latin1 => 1,
        }
    }

    /// The items of a source, in order.
    pub(super) fn items(self, source: &[u32]) -> Vec<Item> {
        match self {
            Utf8 => utf8(source),
            Latin1 => {
                let character = |unit: &u32| Ok(char::from_u32(*unit).unwrap_or_default());
                let items = source.iter().map(character).enumerate();
                items.map(|(offset, character)| Item { offset, character }).collect()
            }
            Utf16 | Utf16Le | Utf16Be | Utf32 | Utf32Le | Utf32Be => self.wide(source),
        }
    }

    /// The items of UTF-16 and UTF-32, by grammar.
    fn wide(self, source: &[u32]) -> Vec<Item> {
        let width = self.unit_len();
        // The bytes of each complete unit in big-endian order, which the grammars use.
        let units: Vec<Vec<u8>> = source.chunks_exact(width).map(|bytes| self.big_endian(bytes)).collect();
        let oracle = if matches!(self, Utf16 | Utf16Le | Utf16Be) { &UTF16 } else { &UTF32 };
        let (mut items, mut at) = (Vec::new(), 0);
        while at * width < source.len() {
            let (len, character) = sequence(oracle, &units[at..]);
            let offset = at * width;
            let character = character.map_err(|kind| Fault {
                valid_up_to: offset,
                error_len: (kind != CUT_OFF).then_some(len * width),
                kind: Some(kind.to_owned()),
            });
            items.push(Item { offset, character });
            at += len;
        }
        items
    }

    #[expect(clippy::cast_possible_truncation, reason = "units are no larger than `largest_unit`")]
    fn big_endian(self, unit: &[u32]) -> Vec<u8> {
        match self {
            Utf16 => vec![(unit[0] >> 8) as u8, unit[0] as u8],
            Utf32 => bytes(unit[0]).map(|byte| byte as u8).to_vec(),
            Utf16Le | Utf32Le => unit.iter().rev().map(|byte| *byte as u8).collect(),
            _ => unit.iter().map(|byte| *byte as u8).collect(),
        }
    }
}

/// The sequence is truncated by the end of the source; more units could complete it.
const CUT_OFF: &str = "CutOff";

static UTF16: LazyLock<Oracle> =
    LazyLock::new(|| grammar(include_str!("../../grammars/utf16.abnf"), "UTF16-sequence"));

static UTF32: LazyLock<Oracle> =
    LazyLock::new(|| grammar(include_str!("../../grammars/utf32.abnf"), "UTF32-sequence"));

fn grammar(abnf: &str, rule: &str) -> Oracle {
    Oracle::from_abnf(abnf, rule).unwrap_or_else(|error| panic!("{rule}: {error}"))
}

fn bytes(number: u32) -> [u32; 4] {
    [number >> 24, number >> 16 & 0xFF, number >> 8 & 0xFF, number & 0xFF]
}

/// The sequence that the units begin with: its number of units, and its value or kind of error. It can only be
/// continued by whole units.
fn sequence(oracle: &Oracle, units: &[Vec<u8>]) -> (usize, Result<char, &'static str>) {
    let mut state = oracle.start();
    for (len, unit) in units.iter().enumerate() {
        state = oracle.run(state, unit);
        if oracle.is_dead(state) {
            return (1, Err(kind(unit.len(), len, &units[0])));
        }
        if oracle.is_accepting(state) {
            return (len + 1, Ok(value(&units[..=len])));
        }
    }
    // With the part of a unit after them.
    (units.len() + 1, Err(CUT_OFF))
}

/// The kind of error if the grammar rejects the sequence after `read` units.
fn kind(width: usize, read: usize, first: &[u8]) -> &'static str {
    match (width, read) {
        (2, 0) => "LoneLow",
        (2, _) => "LoneHigh",
        _ if first[..2] == [0, 0] => "Surrogate",
        _ => "OutOfRange",
    }
}

/// The value of a valid sequence: of a pair, "the 10 low-order bits of W1 as its 10 high-order bits and the 10
/// low-order bits of W2 as its 10 low-order bits", plus 10000 (RFC 2781, section 2.2).
fn value(units: &[Vec<u8>]) -> char {
    let number = |unit: &[u8]| unit.iter().fold(0, |number, &byte| number << 8 | u32::from(byte));
    let value = match units {
        [unit] => number(unit),
        [high, low, ..] => 0x1_0000 + number(high) % 0x400 * 0x400 + number(low) % 0x400,
        [] => 0,
    };
    char::from_u32(value).expect("the grammar has scalar values only")
}

/// The items of UTF-8, by the reference decoder.
#[expect(clippy::cast_possible_truncation, reason = "units are bytes")]
fn utf8(source: &[u32]) -> Vec<Item> {
    let bytes: Vec<u8> = source.iter().map(|&unit| unit as u8).collect();
    let named = |Fault { valid_up_to, error_len, kind }| {
        let kind = kind.map(|kind: Utf8ErrorKind| format!("{kind:?}"));
        Fault { valid_up_to, error_len, kind }
    };
    let items = reference::items(&bytes).into_iter();
    items.map(|item| Item { offset: item.offset, character: item.character.map_err(named) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the grammar of UTF-16 with the standard library: same language, same values.
    #[test]
    fn units_as_the_standard_library_reads_them() {
        const UNITS: [u32; 9] = [0, 0x61, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xFFFF];
        for number in 0..UNITS.len().pow(4) {
            let units = [0, 1, 2, 3].map(|at| UNITS[number / UNITS.len().pow(at) % UNITS.len()]);
            let theirs = char::decode_utf16(units.map(|unit| u16::try_from(unit).unwrap()))
                .map(|item| item.map_err(|error| error.unpaired_surrogate()));
            let ours = Utf16.items(&units).into_iter();
            let unit = |fault: Fault<String>| u16::try_from(units[fault.valid_up_to]).unwrap();
            let ours = ours.map(|item| item.character.map_err(unit));
            assert!(theirs.eq(ours), "{units:x?}");
        }
    }

    #[test]
    fn every_number_of_utf32() {
        for number in (0..0x12_0000).chain([u32::MAX, 0x0100_0061, 0x8000_0000]) {
            let [item] = &Utf32.items(&[number])[..] else { panic!("{number:X}") };
            assert_eq!(item.character.as_ref().ok().copied(), char::from_u32(number), "{number:X}");
        }
    }

    #[test]
    fn half_a_unit_and_a_high_surrogate_are_cut_off_together() {
        let items = Utf16Be.items(&[0, 0x61, 0xD8, 0x3C, 0x00]);
        let places: Vec<_> = items.iter().map(|item| (item.offset, item.character.is_ok())).collect();
        assert_eq!(places, [(0, true), (2, false)]);
    }
}
