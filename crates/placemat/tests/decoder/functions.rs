//! The functions that need no converter and no backend: they say what a converter says, or the standard library.

use std::fmt::Debug;

use placemat::position::{self, LineEnds, Unit, lossy};
use placemat::utf16::{self, Utf16Error};
use placemat::utf32::{self, Utf32Error};
use placemat::{chars, convert::SourceError, latin1};
use placemat_conformance::contract::Stop;

use super::convert::malformed;

/// What is before each position, by the functions that lead there and back.
pub(super) fn positions(bytes: &[u8], ends: LineEnds) -> Vec<Option<(usize, usize, usize, usize)>> {
    let text = str::from_utf8(bytes);
    let at = |at: usize| {
        let [chars, utf16] = [Unit::Chars, Unit::Utf16].map(|unit| lossy::offset(bytes, at, unit));
        let place = lossy::line_column(bytes, at, Unit::Utf16, ends);
        if let Ok(text) = text {
            assert_eq!(position::line_column(text, at, Unit::Utf16, ends), place, "{bytes:x?}");
        }
        let (chars, utf16, place) = (chars?, utf16?, place?);
        assert_eq!(lossy::byte(bytes, chars, Unit::Chars), Some(at), "{bytes:x?}");
        // The end of a line is before it.
        let is_inside =
            ends != LineEnds::Lf && bytes[..at].ends_with(b"\r") && bytes[at..].starts_with(b"\n");
        let back = lossy::byte_at(bytes, place, Unit::Utf16, ends);
        assert_eq!(back, (!is_inside).then_some(at), "{bytes:x?}");
        Some((chars, utf16, place.line, place.column))
    };
    let positions: Vec<_> = (0..=bytes.len()).map(at).collect();
    let known: Vec<_> =
        (0..).zip(&positions).filter_map(|(at, found)| Some((found.as_ref()?.1, at))).collect();
    for offset in 0..=bytes.len() + 1 {
        let at = known.binary_search_by_key(&offset, |known| known.0).ok().map(|nth| known[nth].1);
        assert_eq!(lossy::byte(bytes, offset, Unit::Utf16), at, "{bytes:x?} {offset}");
    }
    positions
}

/// Splits off what is incomplete.
type Split<U> = fn(&[U]) -> (&[U], &[U]);

/// The functions for an encoding with these units and errors.
pub(super) struct Functions<U, E> {
    validate: fn(&[U]) -> Result<(), E>,
    split_incomplete: Split<U>,
    string: fn(&[U]) -> Result<String, E>,
    string_lossy: fn(&[U]) -> String,
    utf8_len: fn(&[U]) -> usize,
    utf8_len_lossy: fn(&[U]) -> usize,
    encode: fn(&str) -> Vec<U>,
    surrogates: Option<Surrogates<U>>,
}

/// The functions that only UTF-16 has.
struct Surrogates<U> {
    count: fn(&[U]) -> usize,
    replace_lone: fn(&mut [U]) -> usize,
    /// The whole units of a source.
    units: fn(&[U]) -> Vec<u16>,
}

pub(super) const UTF16: Functions<u16, Utf16Error> = Functions {
    validate: |units| {
        let valid = utf16::validate(units);
        assert_eq!(
            utf16::valid_up_to(units),
            valid.map_or_else(|error| error.valid_up_to(), |()| units.len())
        );
        valid
    },
    split_incomplete: utf16::split_incomplete,
    string: utf16::string_from_utf16,
    string_lossy: utf16::string_from_utf16_lossy,
    utf8_len: utf16::utf8_len,
    utf8_len_lossy: utf16::utf8_len_lossy,
    encode: utf16::encode_utf16,
    surrogates: Some(Surrogates {
        count: utf16::count,
        replace_lone: utf16::replace_lone_surrogates,
        units: <[u16]>::to_vec,
    }),
};

pub(super) const UTF16LE: Functions<u8, Utf16Error> = Functions {
    validate: utf16::validate_utf16le,
    split_incomplete: utf16::split_incomplete_utf16le,
    string: utf16::string_from_utf16le,
    string_lossy: utf16::string_from_utf16le_lossy,
    utf8_len: utf16::utf8_len_from_utf16le,
    utf8_len_lossy: utf16::utf8_len_from_utf16le_lossy,
    encode: utf16::encode_utf16le,
    surrogates: Some(Surrogates {
        count: utf16::count_utf16le,
        replace_lone: utf16::replace_lone_surrogates_utf16le,
        units: |bytes| bytes.as_chunks().0.iter().map(|unit| u16::from_le_bytes(*unit)).collect(),
    }),
};

pub(super) const UTF16BE: Functions<u8, Utf16Error> = Functions {
    validate: utf16::validate_utf16be,
    split_incomplete: utf16::split_incomplete_utf16be,
    string: utf16::string_from_utf16be,
    string_lossy: utf16::string_from_utf16be_lossy,
    utf8_len: utf16::utf8_len_from_utf16be,
    utf8_len_lossy: utf16::utf8_len_from_utf16be_lossy,
    encode: utf16::encode_utf16be,
    surrogates: Some(Surrogates {
        count: utf16::count_utf16be,
        replace_lone: utf16::replace_lone_surrogates_utf16be,
        units: |bytes| bytes.as_chunks().0.iter().map(|unit| u16::from_be_bytes(*unit)).collect(),
    }),
};

pub(super) const UTF32: Functions<u32, Utf32Error> = Functions {
    validate: |units| {
        let valid = utf32::validate(units);
        assert_eq!(
            utf32::valid_up_to(units),
            valid.map_or_else(|error| error.valid_up_to(), |()| units.len())
        );
        valid
    },
    split_incomplete: |units| (units, &[]),
    string: utf32::string_from_utf32,
    string_lossy: utf32::string_from_utf32_lossy,
    utf8_len: utf32::utf8_len,
    utf8_len_lossy: utf32::utf8_len_lossy,
    encode: utf32::encode_utf32,
    surrogates: None,
};

pub(super) const UTF32LE: Functions<u8, Utf32Error> = Functions {
    validate: utf32::validate_utf32le,
    split_incomplete: utf32::split_incomplete_utf32le,
    string: utf32::string_from_utf32le,
    string_lossy: utf32::string_from_utf32le_lossy,
    utf8_len: utf32::utf8_len_from_utf32le,
    utf8_len_lossy: utf32::utf8_len_from_utf32le_lossy,
    encode: utf32::encode_utf32le,
    surrogates: None,
};

pub(super) const UTF32BE: Functions<u8, Utf32Error> = Functions {
    validate: utf32::validate_utf32be,
    split_incomplete: utf32::split_incomplete_utf32be,
    string: utf32::string_from_utf32be,
    string_lossy: utf32::string_from_utf32be_lossy,
    utf8_len: utf32::utf8_len_from_utf32be,
    utf8_len_lossy: utf32::utf8_len_from_utf32be_lossy,
    encode: utf32::encode_utf32be,
    surrogates: None,
};

impl<U: Copy + PartialEq + Debug, E: SourceError> Functions<U, E> {
    /// Panics unless they say of the source what a strict converter says, whose text this is.
    pub(super) fn agree(&self, source: &[U], text: &str, stop: &Stop) {
        let stopped = |error: E| malformed(&error);
        assert_eq!((self.validate)(source).map_or_else(stopped, |()| Stop::End), *stop, "{source:x?}");
        let complete = match stop {
            Stop::Malformed { at, len: None, .. } => Some(*at),
            Stop::End => Some(source.len()),
            // The end is after the error.
            _ => None,
        };
        if let Some(complete) = complete {
            assert_eq!((self.split_incomplete)(source), source.split_at(complete), "{source:x?}");
        }
        match (self.string)(source) {
            Ok(string) => {
                assert_eq!((&*string, &Stop::End), (text, stop), "{source:x?}");
                assert_eq!((self.utf8_len)(source), text.len(), "{source:x?}");
                assert_eq!((self.encode)(text), source, "{text:?}");
            }
            Err(error) => assert_eq!(malformed(&error), *stop, "{source:x?}"),
        }
    }

    /// Panics unless they replace as a lossy converter does, whose text this is.
    pub(super) fn replace(&self, source: &[U], text: &str) {
        assert_eq!((self.string_lossy)(source), text, "{source:x?}");
        assert_eq!((self.utf8_len_lossy)(source), text.len(), "{source:x?}");
        let Some(Surrogates { count, replace_lone, units }) = &self.surrogates else { return };
        assert_eq!(count(source), text.chars().count(), "{source:x?}");
        let decoded: Vec<_> = char::decode_utf16(units(source)).collect();
        let lone = decoded.iter().filter(|character| character.is_err()).count();
        let text: String = decoded.into_iter().map(|item| item.unwrap_or('\u{FFFD}')).collect();
        let mut replaced = source.to_vec();
        assert_eq!(replace_lone(&mut replaced), lone, "{source:x?}");
        assert!(text.encode_utf16().eq(units(&replaced)), "{source:x?}");
        // Half a unit at the end is not changed.
        let whole = source.len() / size_of::<u16>() * size_of::<u16>();
        assert!(size_of::<U>() > 1 || replaced[whole..] == source[whole..], "{source:x?}");
    }
}

/// Panics unless the functions that make a string of bytes, or refuse them, do what the standard library does.
pub(super) fn check_strict(bytes: &[u8]) {
    let known = std::str::from_utf8(bytes);
    assert_eq!(placemat::from_utf8(bytes).ok(), known.ok(), "{bytes:x?}");
    assert_eq!(placemat::is_utf8(bytes), known.is_ok(), "{bytes:x?}");
    let mut copy = bytes.to_vec();
    assert_eq!(placemat::from_utf8_mut(&mut copy).ok().map(|text| &*text), known.ok(), "{bytes:x?}");
    match (placemat::string_from_utf8(copy), known) {
        (Ok(string), Ok(text)) => assert_eq!(string, text),
        (Err(error), Err(known)) => {
            assert_eq!(error.as_bytes(), bytes);
            assert_eq!(Err(error.utf8_error()), placemat::validate(bytes));
            let kind =
                known.error_len().map_or(String::new(), |_| format!(": {}", error.utf8_error().kind()));
            assert_eq!(error.to_string(), format!("{known}{kind}"));
            assert_eq!(error.clone().into_utf8_lossy(), String::from_utf8_lossy(bytes));
            assert_eq!(error.into_bytes(), bytes);
        }
        (got, _) => panic!("{bytes:x?}: {got:?}"),
    }
}

/// Panics unless the functions for this text, and those that replace errors in the bytes, do what the standard library
/// does.
pub(super) fn check_text(text: &str, bytes: &[u8]) {
    assert_eq!(placemat::string_from_utf8_lossy(bytes.to_vec()), text, "{bytes:x?}");
    let units: Vec<u16> = text.encode_utf16().collect();
    assert_eq!([utf16::len(text), utf16::len_lossy(bytes)], [units.len(); 2], "{bytes:x?}");
    assert_eq!(utf16::encode_utf16(text), units, "{bytes:x?}");
    let scalars: Vec<u32> = text.chars().map(u32::from).collect();
    let counts = [chars::count(text), chars::count_lossy(bytes), latin1::len_lossy(bytes)];
    assert_eq!(counts, [scalars.len(); 3], "{bytes:x?}");
    assert_eq!(utf32::encode_utf32(text), scalars, "{bytes:x?}");
    assert_eq!(utf32::string_from_utf32(&scalars).as_deref(), Ok(text), "{bytes:x?}");
    let fits = text.chars().all(|character| character <= '\u{FF}');
    assert_eq!(latin1::is_latin1(text), fits, "{bytes:x?}");
    assert_eq!(latin1::encode_latin1(text.as_bytes()).is_ok(), fits, "{bytes:x?}");
}

/// Panics unless the functions for Latin-1 take each byte for the character of this number.
pub(super) fn check_latin1(bytes: &[u8]) {
    let text: String = bytes.iter().map(|byte| char::from(*byte)).collect();
    assert_eq!(latin1::string_from_latin1(bytes), text, "{bytes:x?}");
    assert_eq!(latin1::utf8_len(bytes), text.len(), "{bytes:x?}");
    assert_eq!(latin1::encode_latin1(text.as_bytes()).as_deref(), Ok(bytes), "{bytes:x?}");
    let wide = text.replace('\u{C3}', "\u{20AC}");
    let short: Vec<u8> = wide.chars().map(|scalar| u8::try_from(scalar).unwrap_or(b'?')).collect();
    assert_eq!(latin1::encode_latin1_lossy(wide.as_bytes()), short, "{bytes:x?}");
}
