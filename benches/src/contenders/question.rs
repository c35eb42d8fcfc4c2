//! Questions about positions in text: where five eighths of it end.

use placemat::chars::floor_boundary;

/// A question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    Chars,
    Utf16,
    FromUtf16,
    Line,
    FromLine,
    Column,
    Lookup,
    Build,
}

use Question::{Build, Chars, Column, FromLine, FromUtf16, Line, Lookup, Utf16};

/// All questions, and their names in tables and targets.
pub(crate) const QUESTIONS: [(Question, &str); 8] = [
    (Chars, "byte to character"),
    (Utf16, "byte to UTF-16"),
    (FromUtf16, "UTF-16 to byte"),
    (Line, "byte to line"),
    (FromLine, "line to byte"),
    (Column, "byte to line and UTF-16"),
    (Lookup, "by an index"),
    (Build, "building an index"),
];

impl Question {
    /// The answer, by the standard library.
    pub(super) fn expected(self, bytes: &[u8]) -> usize {
        let text = String::from_utf8_lossy(bytes);
        let at = place(&text);
        let start = text[..at].rfind('\n').map_or(0, |last| last + 1);
        let lines = |text: &str| text.matches('\n').count();
        match self {
            Chars => text[..at].chars().count(),
            Utf16 => text[..at].encode_utf16().count(),
            FromUtf16 => at,
            Line => lines(&text[..at]),
            FromLine => start,
            Column | Lookup => lines(&text[..at]) + text[start..at].encode_utf16().count(),
            Build => lines(&text) + 1,
        }
    }
}

/// The last boundary in the first five eighths.
pub(super) fn place(text: &str) -> usize {
    floor_boundary(text.as_bytes(), text.len() * 5 / 8)
}
