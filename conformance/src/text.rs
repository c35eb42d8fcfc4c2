//! Valid text to surround a [case](crate::cases), by the length of its characters; and values encoded in any length.

use std::sync::LazyLock;

/// The longest text.
pub(crate) const LONGEST: usize = (1 << 20) + 64;

/// A character of each length, 1 to 4 bytes.
pub const CHARACTERS: [&str; 4] = ["a", "\u{E9}", "\u{4E2D}", "\u{1F37D}"];

/// What a text consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// ASCII: letters, digits and others.
    Ascii,
    /// Characters of two bytes.
    Two,
    /// Characters of three bytes.
    Three,
    /// Characters of four bytes.
    Four,
    /// ASCII below 40: digits, spaces, line feeds. A decoder that tests a bit other than the highest cannot tell
    /// these bytes from continuations.
    Low,
    /// U+0000 only.
    Nul,
}

use Kind::{Ascii, Four, Low, Nul, Three, Two};

impl Kind {
    /// One kind for each length of characters.
    pub const LENGTHS: [Self; 4] = [Ascii, Two, Three, Four];

    /// Every kind.
    pub const ALL: [Self; 6] = [Ascii, Two, Three, Four, Low, Nul];

    /// Every pair of [`LENGTHS`](Self::LENGTHS).
    pub const PAIRS: [(Self, Self); 16] = {
        let mut pairs = [(Ascii, Ascii); 16];
        let mut at = 0;
        while at < pairs.len() {
            pairs[at] = (Self::LENGTHS[at / 4], Self::LENGTHS[at % 4]);
            at += 1;
        }
        pairs
    };

    /// A text of this kind, of `len` bytes.
    pub const fn of(self, len: usize) -> Text {
        Text { kind: self, len }
    }

    /// The length of its characters.
    pub const fn width(self) -> usize {
        match self {
            Ascii | Low | Nul => 1,
            Two => 2,
            Three => 3,
            Four => 4,
        }
    }

    /// Fills `text`, which precedes something else. Surplus bytes are ASCII, at the start.
    pub fn before(self, text: &mut [u8]) {
        let (rest, whole) = text.split_at_mut(text.len() % self.width());
        rest.fill(b'<');
        whole.copy_from_slice(&self.pattern()[..whole.len()]);
    }

    /// Fills `text`, which follows something else. Surplus bytes are ASCII, at the end.
    pub fn after(self, text: &mut [u8]) {
        let (whole, rest) = text.split_at_mut(text.len() - text.len() % self.width());
        whole.copy_from_slice(&self.pattern()[..whole.len()]);
        rest.fill(b'>');
    }

    /// Its characters, over and over.
    fn pattern(self) -> &'static [u8] {
        static PATTERNS: LazyLock<[Vec<u8>; 6]> = LazyLock::new(|| {
            Kind::ALL.map(|kind| kind.characters().repeat(LONGEST / kind.characters().len() + 1).into())
        });
        &PATTERNS[self as usize]
    }

    /// Its characters, used in turn; the first and the last of that length are among them.
    const fn characters(self) -> &'static str {
        match self {
            Ascii => "placemat, 1992-09-02. \u{0}\u{7F}~",
            Two => "\u{80}\u{E9}\u{7FF}\u{434}\u{3C0}\u{5D0}\u{631}\u{7BF}\u{100}\u{BF}\u{C0}",
            Three => {
                "\u{800}\u{4E2D}\u{FFFF}\u{6587}\u{D7FF}\u{E000}\u{FFF}\u{1000}\u{FEFF}\u{CFFF}\u{D000}\u{3042}\u{FFFD}"
            }
            Four => {
                "\u{10000}\u{1F37D}\u{10FFFF}\u{3FFFF}\u{40000}\u{233B4}\u{FFFFF}\u{100000}\u{1F600}\u{9FFFF}"
            }
            Low => "0 1,2\n3.4;5'6-7+8*9/?=<>(%)$\t#&\"!\r:",
            Nul => "\0",
        }
    }
}

/// A text of one kind, with a length in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text {
    /// What it consists of.
    pub kind: Kind,
    /// Its length in bytes.
    pub len: usize,
}

impl Text {
    /// Its bytes, before something else.
    pub fn before(self) -> Vec<u8> {
        let mut text = vec![0; self.len];
        self.kind.before(&mut text);
        text
    }

    /// Its bytes, after something else.
    pub fn after(self) -> Vec<u8> {
        let mut text = vec![0; self.len];
        self.kind.after(&mut text);
        text
    }
}

/// The last values of one to five bytes, by the table of RFC 2279, section 2.
const LASTS: [u32; 5] = [0x7F, 0x7FF, 0xFFFF, 0x1F_FFFF, 0x3FF_FFFF];

/// The bytes of a value below 2^31: its shortest form.
pub fn fill(value: u32) -> Vec<u8> {
    form(value, 1 + LASTS.iter().map(|last| u32::from(value > *last)).sum::<u32>())
}

/// Encodes a value in the form of RFC 2279 with `len` bytes, 1 to 6, even if that is not the shortest one.
pub fn form(value: u32, len: u32) -> Vec<u8> {
    // `len` ones, then a zero.
    let mark = if len == 1 { 0 } else { 0xFF & !(0xFF_u32 >> len) };
    let byte = |at: u32| {
        let bits = value >> (6 * (len - 1 - at));
        let byte = if at == 0 { mark | bits } else { 0x80 | bits & 0x3F };
        byte.to_le_bytes()[0]
    };
    (0..len).map(byte).collect()
}

/// The value of a non-empty sequence in such a form.
pub fn value(sequence: &[u8]) -> u32 {
    let bits = if sequence.len() == 1 { 0x7F } else { 0x7F >> sequence.len() };
    let first = u32::from(sequence[0] & bits);
    sequence[1..].iter().fold(first, |value, &byte| value << 6 | u32::from(byte & 0x3F))
}

/// Whether `bytes` begin with a high and a low surrogate, each encoded in three bytes.
pub fn is_pair(bytes: &[u8]) -> bool {
    matches!(bytes, [0xED, 0xA0..=0xAF, 0x80..=0xBF, 0xED, 0xB0..=0xBF, 0x80..=0xBF, ..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_what_they_are_called() {
        assert!(Low.characters().bytes().all(|byte| byte < 0x40));
        assert!(Ascii.characters().bytes().any(|byte| byte >= 0x40));
        for (kind, character) in Kind::LENGTHS.into_iter().zip(CHARACTERS) {
            assert_eq!(kind.width(), character.len());
            assert!(kind.characters().chars().all(|c| c.len_utf8() == kind.width()));
        }
    }
}
