//! The encodings of Chinese, Japanese and Korean, in which a character has two bytes.
//!
//! The first byte tells how common a character is: the standards list the common ones first.

use std::sync::LazyLock;

use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GBK, SHIFT_JIS};

use super::price::BIT;

/// First bytes, up to this one, and the price of a character in bits; 0 if it does not begin a character of two bytes.
type Row = (u8, u8);

/// The encodings with their languages, and their first bytes from 80 on.
const ENCODINGS: [(&Encoding, &str, &[Row]); 5] = [
    // Punctuation, full width, kana; kanji of levels 1 and 2; the first bytes A1..DF are kana of half the width.
    (
        SHIFT_JIS,
        "Japanese",
        &[(0x80, 0), (0x83, 6), (0x87, 16), (0x97, 13), (0x9F, 20), (0xDF, 0), (0xEA, 20), (0xFC, 22)],
    ),
    (
        EUC_JP,
        "Japanese",
        &[(0x8D, 0), (0x8E, 16), (0xA0, 0), (0xA5, 6), (0xAF, 16), (0xCF, 13), (0xF4, 20), (0xFE, 24)],
    ),
    (
        GBK,
        "Chinese",
        &[(0x80, 0), (0xA0, 24), (0xA3, 7), (0xA5, 12), (0xAF, 18), (0xD7, 11), (0xF7, 19), (0xFE, 24)],
    ),
    (BIG5, "Chinese", &[(0xA0, 0), (0xA1, 7), (0xA3, 12), (0xC6, 11), (0xC8, 24), (0xF9, 19), (0xFE, 24)]),
    (EUC_KR, "Korean", &[(0x80, 0), (0xA0, 22), (0xA3, 7), (0xAF, 16), (0xC8, 10), (0xFD, 20)]),
];

/// The price of half-width kana, and of a second byte below A1 in GBK and EUC-KR: those are extensions of GB 2312 and
/// KS X 1001.
const HALF_WIDTH: u64 = 16;
const EXTENDED: u8 = 24;

/// What a character costs more after an ASCII letter.
const BESIDE: u64 = 6;

/// The prices in an encoding.
struct Prices {
    /// By the first byte and the kind of the second one; 0 if they are no character.
    pairs: [[u8; 3]; 256],
    /// What each byte is as a second one: 0 if it cannot be one, 2 if it makes an extended character.
    second: [u8; 256],
    has_half_width: bool,
}

static PRICES: LazyLock<Vec<Prices>> = LazyLock::new(|| {
    let byte = |at: usize| u8::try_from(at).unwrap_or(0);
    let prices = |(encoding, _, rows): (&'static Encoding, _, &[Row])| {
        let first = |at| rows.iter().find(|(last, _)| byte(at) <= *last).map_or(0, |(_, bits)| *bits);
        let has_extended = encoding == GBK || encoding == EUC_KR;
        Prices {
            pairs: std::array::from_fn(|at| match first(at) {
                0 => [0; 3],
                bits => [0, bits, EXTENDED],
            }),
            second: std::array::from_fn(|at| match is_second(encoding, byte(at)) {
                true if has_extended && at < 0xA1 => 2,
                is_second => is_second.into(),
            }),
            has_half_width: encoding == SHIFT_JIS,
        }
    };
    ENCODINGS.map(prices).into()
});

/// Readers of all of these encodings.
#[derive(Clone, Debug)]
pub(super) struct Wide([Reader; 5]);

/// What is read in one encoding.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader {
    pub(super) encoding: &'static Encoding,
    pub(super) language: &'static str,
    first: Option<u8>,
    /// Whether an ASCII letter is right before.
    after_letter: bool,
    /// The price of the text.
    pub(super) price: u64,
    /// The bytes that are in no character.
    pub(super) errors: u64,
}

impl Default for Wide {
    fn default() -> Self {
        Self(ENCODINGS.map(|(encoding, language, _)| Reader {
            encoding,
            language,
            first: None,
            after_letter: false,
            price: 0,
            errors: 0,
        }))
    }
}

impl Wide {
    /// Adds the next bytes of the input, all of them ASCII or none.
    pub(super) fn add(&mut self, bytes: &[u8]) {
        for (reader, prices) in self.0.iter_mut().zip(PRICES.iter()) {
            if bytes.first().is_some_and(u8::is_ascii) {
                bytes.iter().for_each(|byte| reader.add_ascii(prices, *byte));
            } else {
                reader.add_run(prices, bytes);
            }
        }
    }

    /// The encodings, with the prices of their texts.
    pub(super) fn readers(&self) -> impl Iterator<Item = Reader> {
        let at_end =
            |reader: Reader| Reader { errors: reader.errors + u64::from(reader.first.is_some()), ..reader };
        self.0.into_iter().map(at_end)
    }
}

impl Reader {
    fn add_ascii(&mut self, prices: &Prices, byte: u8) {
        if let Some(first) = self.first.take()
            && self.add_pair(prices, first, byte)
        {
            return;
        }
        self.after_letter = byte.is_ascii_alphabetic();
    }

    /// Adds bytes above 7F. One that is wrong takes the other of its character with it, so that the rest is read.
    fn add_run(&mut self, prices: &Prices, run: &[u8]) {
        if std::mem::take(&mut self.after_letter) {
            self.price += BIT * BESIDE;
        }
        let mut run = run.iter().copied();
        while let Some(first) = self.first.take().or_else(|| run.next()) {
            if prices.has_half_width && matches!(first, 0xA1..=0xDF) {
                self.price += BIT * HALF_WIDTH;
            } else if let Some(second) = run.next() {
                self.add_pair(prices, first, second);
            } else {
                self.first = Some(first);
                return;
            }
        }
    }

    /// Adds two bytes, and returns whether they are a character.
    fn add_pair(&mut self, prices: &Prices, first: u8, second: u8) -> bool {
        let bits = prices.pairs[usize::from(first)][usize::from(prices.second[usize::from(second)])];
        self.price += BIT * u64::from(bits);
        self.errors += u64::from(bits == 0);
        bits > 0
    }
}

/// Whether the byte can be the second of a character.
fn is_second(encoding: &'static Encoding, byte: u8) -> bool {
    let is = |others: &[&Encoding]| others.contains(&encoding);
    match byte {
        b'A'..=b'Z' | b'a'..=b'z' => is(&[SHIFT_JIS, GBK, BIG5, EUC_KR]),
        0x40..=0x7E => is(&[SHIFT_JIS, GBK, BIG5]),
        0x80 => is(&[SHIFT_JIS, GBK]),
        0x81..=0xA0 => is(&[SHIFT_JIS, GBK, EUC_KR]),
        0xA1..=0xFC => true,
        0xFD..=0xFE => encoding != SHIFT_JIS,
        _ => false,
    }
}
