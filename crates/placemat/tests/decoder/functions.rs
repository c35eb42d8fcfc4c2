//! The functions that need no converter and no backend: they say what a converter says, or the standard library.

use std::fmt::Debug;

use placemat::convert::{Encoding, SourceError, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le};
use placemat::position::{self, LineEnds, Unit, lossy};
use placemat::{chars, latin1, utf16, utf32};
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
    valid_up_to: Option<fn(&[U]) -> usize>,
    validate: fn(&[U]) -> Result<(), E>,
    split_incomplete: Split<U>,
    string: fn(&[U]) -> Result<String, E>,
    string_lossy: fn(&[U]) -> String,
    utf8_len: fn(&[U]) -> usize,
    utf8_len_lossy: fn(&[U]) -> usize,
    encode: fn(&str) -> Vec<U>,
    surrogates: Option<Surrogates<U>>,
}

/// The functions that only UTF-16 has: `count`, `replace_lone_surrogates`, and the whole units of a source.
type Surrogates<U> = (fn(&[U]) -> usize, fn(&mut [U]) -> usize, fn(&[U]) -> Vec<u16>);

/// An encoding that has functions.
pub(super) trait HasFunctions: Encoding {
    const FUNCTIONS: Functions<Self::Unit, Self::Error>;
}

macro_rules! functions {
    ($($Encoding:ident in $module:ident:
        $validate:ident $string:ident $string_lossy:ident $utf8_len:ident $utf8_len_lossy:ident $encode:ident,
        $split_incomplete:expr, $valid_up_to:expr, $surrogates:expr;)*) => {
        $(impl HasFunctions for $Encoding {
            const FUNCTIONS: Functions<Self::Unit, Self::Error> = Functions {
                validate: $module::$validate,
                valid_up_to: $valid_up_to,
                split_incomplete: $split_incomplete,
                string: $module::$string,
                string_lossy: $module::$string_lossy,
                utf8_len: $module::$utf8_len,
                utf8_len_lossy: $module::$utf8_len_lossy,
                encode: $module::$encode,
                surrogates: $surrogates,
            };
        })*
    };
}

functions! {
    Utf16 in utf16: validate string_from_utf16 string_from_utf16_lossy utf8_len utf8_len_lossy encode_utf16,
        utf16::split_incomplete, Some(utf16::valid_up_to),
        Some((utf16::count, utf16::replace_lone_surrogates, <[u16]>::to_vec));
    Utf16Le in utf16: validate_utf16le string_from_utf16le string_from_utf16le_lossy
        utf8_len_from_utf16le utf8_len_from_utf16le_lossy encode_utf16le,
        utf16::split_incomplete_utf16le, None,
        Some((utf16::count_utf16le, utf16::replace_lone_surrogates_utf16le, |bytes| {
            bytes.as_chunks().0.iter().map(|unit| u16::from_le_bytes(*unit)).collect()
        }));
    Utf16Be in utf16: validate_utf16be string_from_utf16be string_from_utf16be_lossy
        utf8_len_from_utf16be utf8_len_from_utf16be_lossy encode_utf16be,
        utf16::split_incomplete_utf16be, None,
        Some((utf16::count_utf16be, utf16::replace_lone_surrogates_utf16be, |bytes| {
            bytes.as_chunks().0.iter().map(|unit| u16::from_be_bytes(*unit)).collect()
        }));
    Utf32 in utf32: validate string_from_utf32 string_from_utf32_lossy utf8_len utf8_len_lossy encode_utf32,
        |units| (units, &[]), Some(utf32::valid_up_to), None;
    Utf32Le in utf32: validate_utf32le string_from_utf32le string_from_utf32le_lossy
        utf8_len_from_utf32le utf8_len_from_utf32le_lossy encode_utf32le,
        utf32::split_incomplete_utf32le, None, None;
    Utf32Be in utf32: validate_utf32be string_from_utf32be string_from_utf32be_lossy
        utf8_len_from_utf32be utf8_len_from_utf32be_lossy encode_utf32be,
        utf32::split_incomplete_utf32be, None, None;
}

impl<U: Copy + PartialEq + Debug, E: SourceError> Functions<U, E> {
    /// Panics unless they say of the source what a strict converter says, whose text this is.
    pub(super) fn agree(&self, source: &[U], text: &str, stop: &Stop) {
        let valid = (self.validate)(source);
        assert_eq!(valid.map_or_else(|error| malformed(&error), |()| Stop::End), *stop, "{source:x?}");
        if let Some(valid_up_to) = self.valid_up_to {
            let end = valid.map_or_else(|error| error.valid_up_to(), |()| source.len());
            assert_eq!(valid_up_to(source), end, "{source:x?}");
        }
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
        let Some((count, replace_lone, units)) = self.surrogates else { return };
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

/// The definition of `split_incomplete`: the longest suffix of at most three bytes that begins a sequence and does not
/// complete it.
fn incomplete(bytes: &[u8]) -> usize {
    let begins = |len: &usize| {
        let error = std::str::from_utf8(&bytes[bytes.len() - len..]).err();
        error.is_some_and(|error| error.valid_up_to() == 0 && error.error_len().is_none())
    };
    (1..=bytes.len().min(3)).rev().find(begins).unwrap_or(0)
}

/// Panics unless the functions that make a string of bytes, or refuse them, do what the standard library does.
pub(super) fn check_strict(bytes: &[u8]) {
    let known = std::str::from_utf8(bytes);
    let whole = bytes.len() - incomplete(bytes);
    assert_eq!(placemat::split_incomplete(bytes), bytes.split_at(whole), "{bytes:x?}");
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

/// Panics unless the iterators over characters agree with each other, and with the text where they replace errors.
pub(super) fn check_chars(text: &str, bytes: &[u8]) {
    let items: Vec<_> = chars::char_indices(bytes).collect();
    assert!(chars::char_indices(bytes).rev().eq(items.iter().rev().copied()), "{bytes:x?}");
    assert!(chars::chars(bytes).eq(items.iter().map(|(_, item)| *item)), "{bytes:x?}");
    assert!(chars::chars_lossy(bytes).rev().eq(text.chars().rev()), "{bytes:x?}");
    let replaced = items.iter().map(|(at, item)| (*at, item.unwrap_or('\u{FFFD}')));
    assert!(chars::char_indices_lossy(bytes).eq(replaced.clone()), "{bytes:x?}");
    // `fold` processes runs of ASCII together, also if items were taken from both ends.
    for (front, back) in [(0, 0), (1, 0), (0, 1), (37, 70), (38, 53), (54, 54), (55, 55)] {
        let mut left = chars::char_indices(bytes);
        left.by_ref().take(front).for_each(drop);
        left.by_ref().rev().take(back).for_each(drop);
        let items = items.get(front..items.len().saturating_sub(back)).unwrap_or_default();
        assert_eq!(folded(left.clone()), items, "{bytes:x?} without {front} and {back}");
        assert!(folded(left.rev()).iter().eq(items.iter().rev()), "{bytes:x?} without {front} and {back}");
    }
    assert!(folded(chars::chars(bytes)).iter().eq(items.iter().map(|(_, item)| item)), "{bytes:x?}");
    assert!(folded(chars::char_indices_lossy(bytes)).into_iter().eq(replaced), "{bytes:x?}");
    assert!(folded(chars::chars_lossy(bytes)).into_iter().eq(text.chars()), "{bytes:x?}");
    assert!(folded(chars::chars_lossy(bytes).rev()).into_iter().eq(text.chars().rev()), "{bytes:x?}");
    assert_eq!(String::from_iter(chars::chars_lossy(bytes)), text, "{bytes:x?}");
    assert_eq!(chars::first(bytes), items.first().map(|(_, item)| *item), "{bytes:x?}");
    assert_eq!(chars::last(bytes), items.last().map(|(_, item)| *item), "{bytes:x?}");
    let ascii = bytes.iter().take_while(|byte| byte.is_ascii()).count();
    assert_eq!((chars::ascii_up_to(bytes), chars::is_ascii(bytes)), (ascii, ascii == bytes.len()));
    // What is promised about the number of items that are left, from both ends.
    let mut left = chars::char_indices(bytes);
    for count in (0..=items.len()).rev() {
        let (least, most) = left.size_hint();
        assert!(least <= count && most.is_some_and(|most| most >= count), "{bytes:x?}");
        _ = if count % 3 == 0 { left.next() } else { left.next_back() };
    }
    assert_eq!((left.next(), left.next_back()), (None, None), "{bytes:x?}");
}

/// Collects all items with `fold`.
fn folded<T>(items: impl Iterator<Item = T>) -> Vec<T> {
    items.fold(Vec::new(), |mut all, item| {
        all.push(item);
        all
    })
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
