//! Lines and columns.

use memchr::{memchr_iter, memrchr};

use crate::text::count;

/// Where in a text the next character stands, counted from 1.
///
/// LINE is 1 plus the number of line feeds (0A) before it; a carriage return is an ordinary character. COLUMN
/// is 1 plus the number of characters since the start of the line, where each ill-formed sequence and U+FEFF
/// count as one.
///
/// A stream cannot be read twice, so lines are counted as it passes, at the speed of memchr. Characters are
/// counted only after the last line feed of each piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) line: u64,
    pub(crate) column: u64,
}

impl Position {
    /// The start of a text.
    pub(crate) const START: Self = Self { line: 1, column: 1 };

    /// Moves past `text`.
    pub(crate) fn pass_text(&mut self, text: &str) {
        let (lines, rest) = match memrchr(b'\n', text.as_bytes()) {
            Some(last) => text.split_at(last + 1),
            None => ("", text),
        };
        if !lines.is_empty() {
            self.line += count(memchr_iter(b'\n', lines.as_bytes()).count());
            self.column = 1;
        }
        self.column += characters(rest);
    }

    /// Moves past one ill-formed sequence.
    pub(crate) fn pass_ill_formed(&mut self) {
        self.column += 1;
    }
}

/// How many characters a text has: the number of octets that are not continuations.
fn characters(text: &str) -> u64 {
    // Sums of at most 255 fit in an octet, so that whole vectors of them can be added at a time.
    text.as_bytes()
        .chunks(255)
        .map(|chunk| u64::from(chunk.iter().map(|octet| u8::from(octet & 0xC0 != 0x80)).sum::<u8>()))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(text: &str) -> (u64, u64) {
        let mut position = Position::START;
        position.pass_text(text);
        (position.line, position.column)
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
            assert_eq!(after(text), expected, "{text:?}");
        }
    }

    #[test]
    fn long_lines_do_not_overflow_the_partial_sums() {
        for len in [254, 255, 256, 509, 510, 511, 10_000] {
            assert_eq!(after(&"x".repeat(len)), (1, 1 + count(len)));
            assert_eq!(after(&"\u{E9}".repeat(len)), (1, 1 + count(len)));
        }
    }

    #[test]
    fn the_pieces_of_a_text_add_up_to_the_whole() {
        let text = "ab\u{20AC}\n\u{E9}\r\n\nxyz\u{1F37D}";
        for (cut, _) in text.char_indices() {
            let mut position = Position::START;
            position.pass_text(&text[..cut]);
            position.pass_text(&text[cut..]);
            assert_eq!((position.line, position.column), after(text));
        }
    }
}
