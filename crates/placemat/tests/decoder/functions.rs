//! The functions for UTF-16 and UTF-32 that need no converter: they say what a converter says.

use std::fmt::Debug;

use placemat::{
    convert::SourceError,
    utf16::{self, Utf16Error},
    utf32::{self, Utf32Error},
};
use placemat_conformance::contract::Stop;

use super::convert::malformed;

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
