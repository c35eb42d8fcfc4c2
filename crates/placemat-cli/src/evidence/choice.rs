//! Whether bytes that may be UTF-8 with others among them are rather text in another encoding as a whole.

use std::sync::LazyLock;

use super::language::{Language, SINGLE_BYTE};
use super::price::{BIT, ERROR, Languages, Place, Text};
use super::{contexts::Table, reading::table_of, wide::Wide};
use crate::charset::Charset;

/// How many bits a text must be cheaper by to be taken for the right one.
const LEAD: u64 = 4;

/// The price in bits of two encodings in a word.
const MIXED: u64 = 20;

/// What a part of an input is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// UTF-8: bytes that are invalid there are in the other encoding.
    Utf8,
    /// In the other encoding, even where it is valid UTF-8.
    Other,
    /// One is as likely as the other.
    Doubt,
}

/// Every language, once.
static LANGUAGES: LazyLock<Languages> = LazyLock::new(|| {
    let mut all: Vec<Language> = SINGLE_BYTE.iter().flat_map(|row| row.1).copied().collect();
    all.sort_unstable();
    all.dedup();
    Languages::new(&all)
});

/// The other encoding.
pub(crate) struct Other {
    charset: Charset,
    /// The characters of 80..FF, if it is a single-byte encoding.
    table: Option<Box<Table>>,
}

impl Other {
    pub(crate) fn new(charset: Charset) -> Self {
        let table = charset.is_single_byte().then(|| Box::new(table_of(charset)));
        Self { charset, table }
    }

    /// Decides by the price of the text with the valid sequences, and without them.
    pub(crate) fn choose(&self, bytes: &[u8]) -> Choice {
        let is_mixed = str::from_utf8(bytes).is_err();
        let mut valid = Vec::new();
        let mut rest = Vec::new();
        for chunk in bytes.utf8_chunks() {
            valid.extend(chunk.valid().chars());
            if self.table.is_some() {
                valid.extend(self.chars(chunk.invalid()));
            } else {
                let gap: &[u8] = if chunk.valid().is_empty() { b"" } else { b" " };
                rest.extend([gap, chunk.invalid()].concat());
            }
        }
        let utf8 = price(&valid) + self.wide(&rest) + if is_mixed { BIT * MIXED } else { 0 };
        let other = self.price(bytes);
        if utf8 + BIT * LEAD <= other {
            Choice::Utf8
        } else if other + BIT * LEAD <= utf8 {
            Choice::Other
        } else {
            Choice::Doubt
        }
    }

    /// Whether the bytes make likely text in the other encoding.
    pub(crate) fn is_likely(&self, bytes: &[u8]) -> bool {
        let beyond = bytes.iter().filter(|byte| !byte.is_ascii()).count() as u64;
        self.price(bytes) <= BIT * LEAD * beyond
    }

    fn price(&self, bytes: &[u8]) -> u64 {
        if self.table.is_some() { price(&self.chars(bytes)) } else { self.wide(bytes) }
    }

    fn chars(&self, bytes: &[u8]) -> Vec<char> {
        let char = |byte: &u8| match (&self.table, byte.checked_sub(0x80)) {
            (Some(table), Some(at)) => table[usize::from(at)].unwrap_or('\u{FFFD}'),
            _ => char::from(*byte),
        };
        bytes.iter().map(char).collect()
    }

    fn wide(&self, bytes: &[u8]) -> u64 {
        let mut wide = Wide::default();
        bytes.chunk_by(|a, b| a.is_ascii() == b.is_ascii()).for_each(|part| wide.add(part));
        let reader = wide.readers().find(|reader| Charset::Whatwg(reader.encoding) == self.charset);
        reader.map_or(0, |reader| reader.price + BIT * ERROR * reader.errors)
    }
}

fn price(chars: &[char]) -> u64 {
    let mut text = Text::default();
    let near = |at: usize| chars.get(at).copied().unwrap_or(' ');
    for (at, char) in chars.iter().enumerate().filter(|(_, char)| !char.is_ascii()) {
        let (before, after) = (near(at.wrapping_sub(1)), near(at + 1));
        text.add(Place { before, char: *char, after, is_in_place: false }, 1);
    }
    text.price(&LANGUAGES).0
}
