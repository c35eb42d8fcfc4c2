//! Lines and columns.

use placemat::position::{LineEnds, Unit, line_column};

use crate::text::count;

/// The position of the next character in a text, counted from 1.
///
/// LINE is 1 plus the number of line feeds (0A) before it; a carriage return is an ordinary character. COLUMN is 1 plus
/// the number of characters since the start of the line, where each invalid sequence and U+FEFF count as one.
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
        self.pass_units(text, Unit::Chars);
    }

    /// Moves past `text`, where columns count this unit.
    pub(crate) fn pass_units(&mut self, text: &str, unit: Unit) {
        // The end of a text is a boundary.
        let end = line_column(text, text.len(), unit, LineEnds::Lf).unwrap_or_default();
        if end.line > 0 {
            self.line += count(end.line);
            self.column = 1;
        }
        self.column += count(end.column);
    }

    /// Moves past the line feeds in units of `N` bytes, to the start of a line, which is returned with what follows.
    pub(crate) fn pass_feeds<'a, const N: usize>(&mut self, bytes: &'a [u8], feed: [u8; N]) -> &'a [u8] {
        let (units, _) = bytes.as_chunks();
        // In 16 bits, so that vectors of units stay narrow.
        let feeds_in = |part: &[[u8; N]]| part.iter().map(|unit| u16::from(*unit == feed)).sum::<u16>();
        let feeds = units.chunks(1 << 15).map(|part| u64::from(feeds_in(part))).sum::<u64>();
        let Some(last) = units.iter().rposition(|unit| *unit == feed) else { return bytes };
        *self = Self { line: self.line + feeds, column: 1 };
        &bytes[N * (last + 1)..]
    }

    /// Moves past one invalid sequence.
    pub(crate) fn pass_invalid(&mut self) {
        self.column += 1;
    }
}
