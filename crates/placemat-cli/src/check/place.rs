//! Lines and columns.

use memchr::{memchr_iter, memrchr};

/// Where in a text the next character stands, counted from 1.
///
/// LINE = 1 + the number of line feeds (0A) before; a carriage return is an ordinary character. COLUMN = 1 + the
/// number of characters since the line's start, each ill-formed sequence and U+FEFF counting one.
///
/// A stream cannot be read again, so lines are counted as it flows, at the speed of memchr; characters are counted
/// only behind the last line feed of each piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) line: u64,
    pub(crate) column: u64,
}

impl Place {
    /// The start of a text.
    pub(crate) const START: Self = Self { line: 1, column: 1 };

    /// Goes on behind `text`, which is well-formed UTF-8 and begins and ends between two characters.
    pub(crate) fn pass_text(&mut self, text: &[u8]) {
        let (lines, rest) = match memrchr(b'\n', text) {
            Some(last) => text.split_at(last + 1),
            None => (&[][..], text),
        };
        if !lines.is_empty() {
            self.line += count(memchr_iter(b'\n', lines).count());
            self.column = 1;
        }
        self.column += characters(rest);
    }

    /// Goes on behind one ill-formed sequence.
    pub(crate) fn pass_ill_formed(&mut self) {
        self.column += 1;
    }
}

/// How many characters a piece of well-formed text has: as many as octets that are not continuations.
fn characters(text: &[u8]) -> u64 {
    // Sums of at most 255 fit an octet, so that whole vectors of them are added at a time.
    text.chunks(255)
        .map(|chunk| u64::from(chunk.iter().map(|octet| u8::from(octet & 0xC0 != 0x80)).sum::<u8>()))
        .sum()
}

/// A number of octets in memory, as one of octets in a file.
pub(crate) fn count(octets: usize) -> u64 {
    // There is no target whose addresses are wider than 64 bits.
    octets as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn behind(text: &str) -> (u64, u64) {
        let mut place = Place::START;
        place.pass_text(text.as_bytes());
        (place.line, place.column)
    }

    #[test]
    fn counts_lines_and_characters() {
        for (text, expected) in [
            ("", (1, 1)),
            ("a", (1, 2)),
            ("\n", (2, 1)),
            ("a\r\nb", (2, 2)),
            ("a\rb", (1, 4)),
            ("\u{FEFF}", (1, 2)),
            ("\u{2028}\u{85}", (1, 3)),
            ("\u{20AC}\n\n\u{1F37D}\u{E9}z", (3, 4)),
        ] {
            assert_eq!(behind(text), expected, "{text:?}");
        }
    }

    #[test]
    fn long_lines_do_not_overflow_the_partial_sums() {
        for len in [254, 255, 256, 509, 510, 511, 10_000] {
            assert_eq!(behind(&"x".repeat(len)), (1, 1 + count(len)));
            assert_eq!(behind(&"\u{E9}".repeat(len)), (1, 1 + count(len)));
        }
    }

    #[test]
    fn pieces_make_the_same_as_the_whole() {
        let text = "ab\u{20AC}\n\u{E9}\r\n\nxyz\u{1F37D}";
        for (cut, _) in text.char_indices() {
            let mut place = Place::START;
            place.pass_text(&text.as_bytes()[..cut]);
            place.pass_text(&text.as_bytes()[cut..]);
            assert_eq!((place.line, place.column), behind(text));
        }
    }
}
