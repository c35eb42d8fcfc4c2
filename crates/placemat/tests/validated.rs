//! Validation of UTF-16 and UTF-32: every invalid unit at every position of texts of several blocks, with the
//! public functions and every backend; and `replace_lone_surrogates`.
#![cfg(feature = "std")]

use placemat::{
    backend::{self, Handle},
    convert::{ConvertError, Converter, SourceError, Utf8, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le},
    utf16::{self, Utf16ErrorKind},
    utf32::{self, Utf32ErrorKind},
};
use placemat_conformance::random::Random;

fn handles() -> Vec<Handle> {
    let handles: Vec<_> = backend::all().iter().filter_map(|entry| entry.get().ok()).collect();
    println!("{} backends", handles.len());
    assert!(!handles.is_empty());
    handles
}

/// A few units; then more than two and a half blocks, without and with pairs, at even and at odd positions.
fn texts() -> [String; 5] {
    [
        "a\u{1F37D}b".repeat(3),
        "plain, \u{E9}\u{20AC}\u{D7FF}\u{E000}\u{FFFF}".repeat(13),
        "\u{1F37D}\u{10FFFF}\u{10000}".repeat(27),
        format!("a{}", "\u{1F37D}\u{10FFFF}\u{10000}".repeat(27)),
        "text \u{1F37D}, \u{103FF} and so on".repeat(9),
    ]
}

/// The fields of an error, in units of the source.
type Fields<K> = (usize, Option<usize>, K);

fn of_16(error: utf16::Utf16Error) -> Fields<Utf16ErrorKind> {
    (error.valid_up_to(), SourceError::error_len(&error), error.kind())
}

fn of_32(error: utf32::Utf32Error) -> Fields<Utf32ErrorKind> {
    (error.valid_up_to(), SourceError::error_len(&error), error.kind())
}

/// The error of a converter that only measures; `None` if it returns a length.
macro_rules! by {
    ($handle:expr, $Encoding:ty, $source:expr, $fields:expr) => {
        match Converter::<$Encoding, Utf8>::strict().with_backend($handle).output_len($source) {
            Ok(_) => None,
            Err(ConvertError::Invalid(error)) => Some($fields(error)),
            Err(error) => panic!("{error}"),
        }
    };
}

/// Checks that everything that validates UTF-16 agrees.
fn assert_16(units: &[u16], expected: Option<Fields<Utf16ErrorKind>>, handles: &[Handle]) {
    let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
    let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
    let bytes = expected.map(|(at, len, kind)| (2 * at, len.map(|len| 2 * len), kind));
    assert_eq!(utf16::validate(units).err().map(of_16), expected, "{units:X?}");
    assert_eq!(utf16::validate_utf16le(&little).err().map(of_16), bytes, "{units:X?}");
    assert_eq!(utf16::validate_utf16be(&big).err().map(of_16), bytes, "{units:X?}");
    for handle in handles {
        assert_eq!(by!(*handle, Utf16, units, of_16), expected, "{handle:?}: {units:X?}");
        assert_eq!(by!(*handle, Utf16Le, &little, of_16), bytes, "{handle:?}: {units:X?}");
        assert_eq!(by!(*handle, Utf16Be, &big, of_16), bytes, "{handle:?}: {units:X?}");
    }
    // An additional half unit is another error, if there was none.
    let half = bytes.or(Some((little.len(), None, Utf16ErrorKind::CutOff)));
    let longer = |bytes: &[u8]| [bytes, &[0]].concat();
    if expected.is_none() {
        assert_eq!(utf16::validate_utf16le(&longer(&little)).err().map(of_16), half, "{units:X?}");
        assert_eq!(utf16::validate_utf16be(&longer(&big)).err().map(of_16), half, "{units:X?}");
    }
    // Repairing units in place gives the same as replacing errors with the standard library.
    let replaced: Vec<_> = char::decode_utf16(units.iter().copied()).collect();
    let lone = replaced.iter().filter(|character| character.is_err()).count();
    let text: String = replaced.into_iter().map(|character| character.unwrap_or('\u{FFFD}')).collect();
    let repaired: Vec<u16> = text.encode_utf16().collect();
    let mut dst = units.to_vec();
    assert_eq!((utf16::replace_lone_surrogates(&mut dst), &dst), (lone, &repaired), "{units:X?}");
    let mut dst = longer(&little);
    assert_eq!(utf16::replace_lone_surrogates_utf16le(&mut dst), lone, "{units:X?}");
    assert!(repaired.iter().flat_map(|unit| unit.to_le_bytes()).chain([0]).eq(dst), "{units:X?}");
    let mut dst = longer(&big);
    assert_eq!(utf16::replace_lone_surrogates_utf16be(&mut dst), lone, "{units:X?}");
    assert!(repaired.iter().flat_map(|unit| unit.to_be_bytes()).chain([0]).eq(dst), "{units:X?}");
}

/// Checks that everything that validates UTF-32 agrees.
fn assert_32(units: &[u32], expected: Option<Fields<Utf32ErrorKind>>, handles: &[Handle]) {
    let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
    let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
    let bytes = expected.map(|(at, len, kind)| (4 * at, len.map(|len| 4 * len), kind));
    assert_eq!(utf32::validate(units).err().map(of_32), expected, "{units:X?}");
    assert_eq!(utf32::validate_utf32le(&little).err().map(of_32), bytes, "{units:X?}");
    assert_eq!(utf32::validate_utf32be(&big).err().map(of_32), bytes, "{units:X?}");
    for handle in handles {
        assert_eq!(by!(*handle, Utf32, units, of_32), expected, "{handle:?}: {units:X?}");
        assert_eq!(by!(*handle, Utf32Le, &little, of_32), bytes, "{handle:?}: {units:X?}");
        assert_eq!(by!(*handle, Utf32Be, &big, of_32), bytes, "{handle:?}: {units:X?}");
    }
}

/// Character boundaries, every third in a build without optimisation.
fn places(units: &[u16]) -> impl Iterator<Item = usize> + '_ {
    let begins = |at: &usize| units.get(*at).is_none_or(|unit| !(0xDC00..0xE000).contains(unit));
    (0..=units.len()).filter(begins).step_by(if cfg!(debug_assertions) { 3 } else { 1 })
}

#[test]
fn every_lone_surrogate_at_every_place() {
    let handles = handles();
    for text in texts() {
        let units: Vec<u16> = text.encode_utf16().collect();
        assert_16(&units, None, &handles);
        for at in places(&units) {
            let with = |planted: &[u16]| [&units[..at], planted, &units[at..]].concat();
            for low in [0xDC00, 0xDFFF] {
                assert_16(&with(&[low]), Some((at, Some(1), Utf16ErrorKind::LoneLow)), &handles);
            }
            for high in [0xD800, 0xDBFF] {
                let (len, kind) = match units.get(at) {
                    Some(_) => (Some(1), Utf16ErrorKind::LoneHigh),
                    None => (None, Utf16ErrorKind::CutOff),
                };
                assert_16(&with(&[high]), Some((at, len, kind)), &handles);
                let two = [high, high, 0xDC00];
                assert_16(&with(&two), Some((at, Some(1), Utf16ErrorKind::LoneHigh)), &handles);
            }
        }
    }
}

#[test]
fn every_number_that_is_no_scalar_value_at_every_place() {
    let handles = handles();
    for text in texts() {
        let units: Vec<u32> = text.chars().map(u32::from).collect();
        assert_32(&units, None, &handles);
        for at in (0..=units.len()).step_by(if cfg!(debug_assertions) { 3 } else { 1 }) {
            let with = |planted: u32| [&units[..at], &[planted], &units[at..]].concat();
            for surrogate in [0xD800, 0xDFFF] {
                assert_32(&with(surrogate), Some((at, Some(1), Utf32ErrorKind::Surrogate)), &handles);
            }
            for number in [0x11_0000, 0x8000_0000, u32::MAX] {
                assert_32(&with(number), Some((at, Some(1), Utf32ErrorKind::OutOfRange)), &handles);
            }
        }
    }
}

/// Surrogates in any order: whether one is lone depends on its neighbours, also at the edges of blocks.
#[test]
fn surrogates_at_random() {
    let mut random = Random(16);
    for round in 0..if cfg!(debug_assertions) { 300 } else { 20_000 } {
        let len = random.below(300);
        let units: Vec<u16> = (0..len)
            .map(|_| match random.below(2 + round % 7) {
                0 => 0xD800 + u16::try_from(random.below(0x400)).unwrap(),
                1 => 0xDC00 + u16::try_from(random.below(0x400)).unwrap(),
                _ => 0x41,
            })
            .collect();
        let valid = char::decode_utf16(units.iter().copied()).map_while(Result::ok);
        let at: usize = valid.map(char::len_utf16).sum();
        let expected = units[at..].first().map(|unit| match units.get(at + 1) {
            _ if *unit >= 0xDC00 => (at, Some(1), Utf16ErrorKind::LoneLow),
            Some(_) => (at, Some(1), Utf16ErrorKind::LoneHigh),
            None => (at, None, Utf16ErrorKind::CutOff),
        });
        assert_16(&units, expected, &[]);
    }
}
