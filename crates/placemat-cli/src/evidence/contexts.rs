//! How often each byte above 7F stands between which neighbours, over a whole input.
//!
//! That is all that a single-byte encoding gives a reader, so one table answers for all of them.

use super::price::{Languages, Place, Text};

/// The maximum number of different contexts; text in single-byte encodings has a few thousand.
const MAX_CONTEXTS: usize = 1 << 14;

/// The size of the hash table, as a power of two.
const BITS: u32 = 15;

/// The characters of the bytes 80..FF; `None` for controls and undefined bytes.
pub(super) type Table = [Option<char>; 128];

/// The counts, by the neighbour before, the byte, the neighbour after it, and whether [more](is_in_place) is known.
#[derive(Clone, Debug, Default)]
pub(super) struct Contexts {
    /// A hash table with linear probing; 0 is no key. Empty before the first context.
    slots: Vec<(u32, u32)>,
    /// The number of contexts.
    len: usize,
    /// The last bytes of the input.
    last: [u8; 5],
}

impl Contexts {
    /// Adds the next byte of the input.
    pub(super) fn add(&mut self, byte: u8) {
        let [first, before, middle, after, last] = self.last;
        self.last = [before, middle, after, last, byte];
        self.put([first, before, middle, after, last, byte]);
    }

    /// The counts with the last bytes, which have no neighbours after them yet.
    pub(super) fn to_end(&self) -> Self {
        let mut all = self.clone();
        b"\n\n\n".iter().for_each(|byte| all.add(*byte));
        all
    }

    /// These counts without those of a part of the input.
    pub(super) fn without(&self, part: &Self) -> Self {
        let mut rest = self.clone();
        for (key, times) in part.counts() {
            let at = rest.find(key);
            rest.slots[at].1 = rest.slots[at].1.saturating_sub(u32::try_from(times).unwrap_or(u32::MAX));
        }
        rest
    }

    /// Adds the third of six bytes.
    pub(super) fn put(&mut self, bytes: [u8; 6]) {
        let [_, before, byte, after, ..] = bytes;
        if byte < 0x80 {
            return;
        }
        let key =
            u32::from_be_bytes([u8::from(is_in_place(bytes)), neighbour(before), byte, neighbour(after)]);
        if self.slots.is_empty() {
            self.slots.resize(1 << BITS, (0, 0));
        }
        let at = self.find(key);
        if self.slots[at].0 == 0 {
            if self.len == MAX_CONTEXTS {
                return;
            }
            self.len += 1;
            self.slots[at].0 = key;
        }
        self.slots[at].1 = self.slots[at].1.saturating_add(1);
    }

    /// The slot of a context, or the empty one for it.
    fn find(&self, key: u32) -> usize {
        let mut at = (key.wrapping_mul(0x9E37_79B1) >> (32 - BITS)) as usize;
        while ![0, key].contains(&self.slots[at].0) {
            at = (at + 1) % (1 << BITS);
        }
        at
    }

    fn counts(&self) -> impl Iterator<Item = (u32, u64)> {
        self.slots.iter().filter(|slot| slot.1 > 0).map(|(key, times)| (*key, u64::from(*times)))
    }

    /// The bytes above 7F.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.counts().map(|(key, _)| key.to_be_bytes()[2]).collect();
        bytes.sort_unstable();
        bytes.dedup();
        bytes
    }

    /// The price of the text, and its language, if bytes above 7F are these characters.
    pub(super) fn price(&self, table: &Table, languages: &Languages) -> Option<(u64, &'static str)> {
        let char = |byte: u8| table.get(usize::from(byte) - 0x80).copied().flatten();
        let neighbour = |byte: u8| if byte < 0x80 { byte.into() } else { char(byte).unwrap_or(' ') };
        let mut text = Text::default();
        for (key, times) in self.counts() {
            let [is_in_place, before, byte, after] = key.to_be_bytes();
            let (before, char, after) = (neighbour(before), char(byte)?, neighbour(after));
            text.add(Place { before, char, after, is_in_place: is_in_place > 0 }, times);
        }
        Some(text.price(languages))
    }
}

/// ASCII neighbours that are neither letters nor digits are alike.
fn neighbour(byte: u8) -> u8 {
    if byte.is_ascii() && !byte.is_ascii_alphanumeric() { b' ' } else { byte }
}

/// Whether the third of six bytes is where only an apostrophe stands, as in `l’a`, `n’t`, `it’s` and `we’ll`, or
/// a euro sign, as in `5 €`, in the encodings of Windows and in ISO-8859-15.
fn is_in_place([first, before, byte, after, last, next]: [u8; 6]) -> bool {
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
            elided || ending || [b"re", b"ve", b"ll"].contains(&&[after, last]) && !is_letter(next)
        }
        _ => false,
    }
}
