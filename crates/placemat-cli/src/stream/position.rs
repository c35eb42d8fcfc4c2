//! Lines and columns.

use memchr::{memchr_iter, memrchr};

use crate::text::count;

/// The position of the next character in a text, counted from 1.
///
/// LINE is 1 plus the number of line feeds (0A) before it; a carriage return is an ordinary character. COLUMN
/// is 1 plus the number of characters since the start of the line, where each invalid sequence and U+FEFF
/// count as one.
///
/// A stream cannot be read twice, so lines are counted as it passes, with memchr. Characters are counted only after
/// the last line feed of each piece.
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

    /// Moves past one invalid sequence.
    pub(crate) fn pass_invalid(&mut self) {
        self.column += 1;
    }
}

/// The number of characters in a text: the number of bytes that are not continuation bytes.
fn characters(text: &str) -> u64 {
    // Sums of at most 255 fit into a byte, so that whole vectors can be added.
    text.as_bytes()
        .chunks(255)
        .map(|chunk| u64::from(chunk.iter().map(|byte| u8::from(byte & 0xC0 != 0x80)).sum::<u8>()))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_do_not_overflow_the_partial_sums() {
        for len in [254, 255, 256, 509, 510, 511, 10_000] {
            assert_eq!(characters(&"x".repeat(len)), count(len));
            assert_eq!(characters(&"\u{E9}".repeat(len)), count(len));
        }
    }
}
