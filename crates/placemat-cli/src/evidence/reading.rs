//! Which encoding makes the likeliest text of an input.

use std::sync::LazyLock;

use super::contexts::{Contexts, Table};
use super::price::{BIT, ERROR, Languages};
use super::{language::SINGLE_BYTE, wide::Wide};
use crate::charset::{Charset, WINDOWS_1252};
use crate::text::continuations;

/// The lead in bits over any other text that makes a reading certain: 512 to 1.
const CERTAIN_LEAD: u64 = 9;

/// The fewest different bytes above 7F in text in other encodings than Latin-1, Windows-1252 and ISO-8859-15.
const MIN_DISTINCT_BYTES: usize = 4;

/// The maximum price of text: for each byte above 7F, in halves of a bit, and in addition for the whole, in bits.
const MAX_TEXT_PRICE: (u64, u64) = (15, 12);

/// How many bytes above 7F there are for one that may be valid by chance.
pub(crate) const COINCIDENCE: u64 = 500;

/// What is counted over an input, from its first error on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counts {
    contexts: Contexts,
    /// The same in runs that are valid UTF-8.
    valid: Contexts,
    valid_bytes: u64,
    wide: Wide,
    /// The offset of the next byte.
    next: Option<u64>,
    /// Whether a character may begin here.
    is_aligned: bool,
    beyond_ascii: u64,
    /// How many of them were read as parts of characters of two bytes.
    read: u64,
}

/// An input in an encoding.
#[derive(Clone, Debug)]
pub(crate) struct Reading {
    pub(crate) charset: Charset,
    pub(crate) language: &'static str,
    price: u64,
    /// The characters and languages of a single-byte encoding.
    single: Option<&'static (Table, Languages)>,
}

impl Reading {
    pub(crate) fn bits(&self) -> u64 {
        self.price / BIT
    }
}

/// The characters and languages of the single-byte encodings.
static TABLES: LazyLock<Vec<(Table, Languages)>> = LazyLock::new(|| {
    SINGLE_BYTE.map(|(charset, languages, _)| (table_of(charset), Languages::new(languages))).into()
});

impl Counts {
    /// Adds what `bytes`, which begin at `base` in the input, have after `start` and after what was added before.
    pub(crate) fn extend(&mut self, start: u64, base: u64, bytes: &[u8]) {
        let is_inside = self.next.is_none() && start > 0;
        let next = *self.next.get_or_insert_with(|| {
            self.is_aligned = start == 0;
            start
        });
        let from = next.checked_sub(base).and_then(|from| usize::try_from(from).ok());
        let Some(bytes) = from.and_then(|from| bytes.get(from..)) else { return };
        self.next = Some(next + bytes.len() as u64);
        // Before the first error, a sequence has begun.
        let bytes = if is_inside { &bytes[continuations(bytes).min(3)..] } else { bytes };
        let mut at = 0;
        for part in bytes.chunk_by(|a, b| a.is_ascii() == b.is_ascii()) {
            if part[0].is_ascii() {
                // Only the bytes near others matter. After two of them, a character begins.
                let (first, rest) = part.split_at(part.len().min(3));
                self.add(first);
                self.is_aligned |= part.len() > 1;
                self.add(&rest[rest.len().saturating_sub(2)..]);
            } else {
                self.beyond_ascii += part.len() as u64;
                self.add(part);
                if str::from_utf8(part).is_ok() {
                    self.add_valid(bytes, at, part.len());
                }
            }
            at += part.len();
        }
    }

    fn add(&mut self, part: &[u8]) {
        part.iter().for_each(|byte| self.contexts.add(*byte));
        if self.is_aligned {
            self.wide.add(part);
            self.read += if part.first().is_some_and(u8::is_ascii) { 0 } else { part.len() as u64 };
        }
    }

    fn add_valid(&mut self, bytes: &[u8], at: usize, len: usize) {
        let near = |at: usize| bytes.get(at.wrapping_sub(2)).copied().unwrap_or(b' ');
        (at..at + len).for_each(|at| self.valid.put(std::array::from_fn(|next| near(at + next))));
        self.valid_bytes += len as u64;
    }

    /// Whether all words in valid UTF-8 can be a coincidence, because they are few, or make sense in another encoding.
    pub(crate) fn is_coincidence(&self, reading: &Reading) -> bool {
        if self.valid_bytes * COINCIDENCE <= self.beyond_ascii {
            return true;
        }
        reading.single.is_none_or(|(table, languages)| {
            let price = self.valid.price(table, languages);
            price.is_some_and(|(price, _)| price <= BIT * MAX_TEXT_PRICE.0 * self.valid_bytes / 2)
        })
    }

    /// The single-byte encoding of what is in no run of valid UTF-8, if it is certain, and if most of it is `invalid`.
    pub(crate) fn among(&self, invalid: u64) -> Option<Charset> {
        let rest = Self {
            contexts: self.contexts.without(&self.valid),
            beyond_ascii: self.beyond_ascii - self.valid_bytes,
            ..Self::default()
        };
        let reading = rest.certain(&rest.readings())?.charset;
        (rest.beyond_ascii <= 2 * invalid).then_some(reading)
    }

    /// The readings, the likeliest first; encodings in which the text is the same count once.
    pub(crate) fn readings(&self) -> Vec<Reading> {
        let contexts = self.contexts.to_end();
        let bytes = contexts.bytes();
        let single = SINGLE_BYTE.iter().zip(TABLES.iter()).filter_map(|(&(charset, _, rarity), single)| {
            let (price, language) = contexts.price(&single.0, &single.1)?;
            Some(Reading { charset, language, price: price + BIT * rarity, single: Some(single) })
        });
        let is_read = self.read == self.beyond_ascii;
        let wide = self.wide.readers().filter(|reader| is_read && reader.errors * 20 <= self.beyond_ascii);
        let mut all: Vec<Reading> = single.collect();
        all.extend(wide.map(|reader| Reading {
            charset: Charset::Whatwg(reader.encoding),
            language: reader.language,
            price: reader.price + BIT * (2 + ERROR * reader.errors),
            single: None,
        }));
        all.sort_by_key(|reading| reading.price);
        let mut texts: Vec<Vec<Option<char>>> = Vec::new();
        all.retain(|reading| {
            let Some((table, _)) = reading.single else { return true };
            let text = bytes.iter().map(|byte| table[usize::from(byte & 0x7F)]).collect();
            let is_new = !texts.contains(&text);
            texts.push(text);
            is_new
        });
        all
    }

    /// The first of the readings, if it is certain.
    pub(crate) fn certain<'a>(&self, readings: &'a [Reading]) -> Option<&'a Reading> {
        let first = readings.first()?;
        let western = [Charset::Latin1, WINDOWS_1252, Charset::Whatwg(encoding_rs::ISO_8859_15)];
        let is_western = western.contains(&first.charset);
        let is_enough = is_western || self.contexts.to_end().bytes().len() >= MIN_DISTINCT_BYTES;
        (is_enough && lead(readings) >= CERTAIN_LEAD && self.is_text(first.price)).then_some(first)
    }

    /// The probability of the likeliest reading, if one of the two likeliest is right; 0 if both are no text.
    pub(crate) fn confidence(&self, readings: &[Reading]) -> Option<f64> {
        let first = readings.first()?;
        let lead = i32::try_from(lead(readings).min(20)).ok()?;
        let sure = (1e4 / (1.0 + 0.5_f64.powi(lead))).floor() / 1e4;
        Some(if self.is_text(first.price) { sure } else { 0.0 })
    }

    fn is_text(&self, price: u64) -> bool {
        price <= BIT * (MAX_TEXT_PRICE.0 * self.beyond_ascii / 2 + MAX_TEXT_PRICE.1)
    }
}

/// How sure the first of the readings is, in bits: its lead over the second.
fn lead(readings: &[Reading]) -> u64 {
    match readings {
        [first, second, ..] => (second.price - first.price) / BIT,
        [_] => 99,
        [] => 0,
    }
}

/// Whether bytes are probably neither Latin-1 nor Windows-1252.
pub(crate) fn is_foreign(bytes: &[u8]) -> bool {
    let mut counts = Counts::default();
    counts.extend(0, 0, bytes);
    let (table, languages) = &TABLES[1];
    let price = counts.contexts.to_end().price(table, languages);
    price.is_none_or(|(price, _)| !counts.is_text(price))
}

/// The characters of the bytes above 7F.
pub(super) fn table_of(charset: Charset) -> Table {
    std::array::from_fn(|at| char_of(charset, 0x80 | u8::try_from(at).unwrap_or(0)))
}

/// The character of a byte above 7F; `None` for controls and undefined bytes.
fn char_of(charset: Charset, byte: u8) -> Option<char> {
    let char = match charset {
        Charset::Latin1 => char::from(byte),
        Charset::Oem(page) => {
            oem_cp::code_table::DECODING_TABLE_CP_MAP.get(&page)?.decode_char_checked(byte)?
        }
        Charset::Whatwg(encoding) => {
            encoding.decode_without_bom_handling_and_without_replacement(&[byte])?.chars().next()?
        }
        _ => return None,
    };
    (!matches!(char, '\u{80}'..='\u{9F}' | '\u{E000}'..='\u{F8FF}')).then_some(char)
}
