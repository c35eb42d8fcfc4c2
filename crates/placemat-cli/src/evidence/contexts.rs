//! How often each byte above 7F stands between which neighbours, over a whole input.
//!
//! That is all that a single-byte encoding gives a reader, so one table answers for all of them.

use std::{
    collections::HashMap,
    hash::{BuildHasherDefault, Hasher},
};

use super::{
    language::Language,
    price::{Place, Text},
};

/// The maximum number of different contexts; text in single-byte encodings has a few thousand.
const MOST: usize = 1 << 14;

/// The characters of the bytes 80..FF; `None` for controls and undefined bytes.
pub(super) type Table = [Option<char>; 128];

/// The counts, by the neighbour before, the byte, the neighbour after it, and whether [more](is_in_place) is known.
#[derive(Clone, Debug, Default)]
pub(super) struct Contexts {
    counts: HashMap<u32, u64, BuildHasherDefault<Mix>>,
    /// The last bytes of the input.
    last: [u8; 4],
}

impl Contexts {
    /// Adds the next byte of the input.
    pub(super) fn add(&mut self, byte: u8) {
        let [first, before, middle, after] = self.last;
        self.last = [before, middle, after, byte];
        self.put([first, before, middle, after, byte]);
    }

    /// The counts with the last bytes, which have no neighbours after them yet.
    pub(super) fn to_end(&self) -> Self {
        let mut all = self.clone();
        all.add(b'\n');
        all.add(b'\n');
        all
    }

    /// Adds the middle one of five bytes.
    pub(super) fn put(&mut self, bytes: [u8; 5]) {
        let [_, before, byte, after, _] = bytes;
        if byte < 0x80 {
            return;
        }
        let key =
            u32::from_be_bytes([u8::from(is_in_place(bytes)), neighbour(before), byte, neighbour(after)]);
        if self.counts.len() < MOST || self.counts.contains_key(&key) {
            *self.counts.entry(key).or_default() += 1;
        }
    }

    /// The bytes above 7F.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.counts.keys().map(|key| key.to_be_bytes()[2]).collect();
        bytes.sort_unstable();
        bytes.dedup();
        bytes
    }

    /// The price of the text, and its language, if bytes above 7F are these characters.
    pub(super) fn price(
        &self,
        table: &Table,
        languages: &'static [Language],
    ) -> Option<(u64, &'static Language)> {
        let char = |byte: u8| table.get(usize::from(byte) - 0x80).copied().flatten();
        let neighbour = |byte: u8| if byte < 0x80 { byte.into() } else { char(byte).unwrap_or(' ') };
        let mut text = Text::default();
        for (key, times) in &self.counts {
            let [is_in_place, before, byte, after] = key.to_be_bytes();
            let (before, char, after) = (neighbour(before), char(byte)?, neighbour(after));
            text.add(Place { before, char, after, is_in_place: is_in_place > 0 }, *times);
        }
        text.price(languages)
    }
}

/// ASCII neighbours that are neither letters nor digits are alike.
fn neighbour(byte: u8) -> u8 {
    if byte.is_ascii() && !byte.is_ascii_alphanumeric() { b' ' } else { byte }
}

/// Whether the middle one of five bytes is where only an apostrophe stands, as in `l’a`, `n’t`, `it’s` and `we’ll`, or
/// a euro sign, as in `5 €`, in the encodings of Windows and in ISO-8859-15.
fn is_in_place([first, before, byte, after, last]: [u8; 5]) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_alphabetic() || byte >= 0x80;
    match byte {
        0x80 | 0xA4 => {
            [first, before, after, last].iter().any(u8::is_ascii_digit)
                && !is_letter(before)
                && !is_letter(after)
        }
        0x92 if is_letter(before) => {
            let is_vowel = b"aeiouyh".contains(&after.to_ascii_lowercase()) || after >= 0x80;
            let elided = b"cdjlmnst".contains(&before.to_ascii_lowercase()) && !is_letter(first) && is_vowel;
            // `país` in the encoding of the Macintosh is `pa’s`.
            let ending = b"smdt".contains(&after) && !is_letter(last) && [before, after] != *b"as";
            elided || ending || [b"re", b"ve", b"ll"].contains(&&[after, last])
        }
        _ => false,
    }
}

/// A hash that mixes the bits of a small key.
#[derive(Default)]
pub(super) struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u32(u32::from(*byte)));
    }

    fn write_u32(&mut self, key: u32) {
        self.0 = (self.0 ^ u64::from(key)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(26);
    }
}
