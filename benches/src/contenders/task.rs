//! The tasks of contenders, and the expected answers.

use placemat::chars::floor_boundary;

use super::{column::Column, work::Work};

/// The task of a contender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    Validate,
    /// Copies an input and validates it.
    Copy,
    /// Decodes an input lossily; the answer is the length of the text.
    Lossy,
    /// Validates an input in chunks.
    Stream {
        /// The size of a chunk, in bytes.
        chunk: usize,
        /// Whether it also decodes.
        text: bool,
    },
    /// Converts an input, or counts its units; the answer is the number of resulting units.
    Units(Work),
    Batch,
    /// Makes the invalid rows of such a column null; the answer is their number.
    InvalidRows,
    /// Converts a vector to text lossily; the answer is the length of the text.
    Own {
        /// Whether from the error of a strict conversion.
        from_error: bool,
    },
    /// Answers a question about a place in an input.
    Position(Question),
    /// Iterates over the characters of an input; the answer is their sum.
    Chars {
        /// Whether in reverse.
        back: bool,
    },
}

impl Task {
    /// The sum of the expected answers for these inputs, by the standard library.
    pub(crate) fn expected<'a>(self, inputs: impl Iterator<Item = &'a [u8]>) -> usize {
        let answer = |bytes: &[u8]| match self {
            Self::Validate | Self::Copy | Self::Batch | Self::Stream { .. } => is_valid(bytes).into(),
            Self::Lossy | Self::Own { .. } => String::from_utf8_lossy(bytes).len(),
            Self::InvalidRows => Column::of(bytes).rows().filter(|row| !is_valid(row)).count(),
            Self::Units(work) => work.expected(bytes),
            Self::Position(question) => question.expected(bytes),
            Self::Chars { .. } => sum(String::from_utf8_lossy(bytes).chars()),
        };
        inputs.map(answer).fold(0, usize::wrapping_add)
    }
}

/// The standard library's verdict.
pub(super) fn is_valid(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_ok()
}

/// The sum of the characters.
#[inline(always)]
pub(super) fn sum(chars: impl Iterator<Item = char>) -> usize {
    chars.fold(0, |sum, character| sum.wrapping_add(character as usize))
}

/// A question about a position in text: where five eighths of it end.
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

/// All questions, and their names in tables and targets.
pub(crate) const QUESTIONS: [(Question, &str); 8] = [
    (Question::Chars, "byte to character"),
    (Question::Utf16, "byte to UTF-16"),
    (Question::FromUtf16, "UTF-16 to byte"),
    (Question::Line, "byte to line"),
    (Question::FromLine, "line to byte"),
    (Question::Column, "byte to line and UTF-16"),
    (Question::Lookup, "by an index"),
    (Question::Build, "building an index"),
];

impl Question {
    /// The answer, by the standard library.
    pub(super) fn expected(self, bytes: &[u8]) -> usize {
        let text = String::from_utf8_lossy(bytes);
        let at = place(&text);
        let start = text[..at].rfind('\n').map_or(0, |last| last + 1);
        let lines = |text: &str| text.matches('\n').count();
        match self {
            Self::Chars => text[..at].chars().count(),
            Self::Utf16 => text[..at].encode_utf16().count(),
            Self::FromUtf16 => at,
            Self::Line => lines(&text[..at]),
            Self::FromLine => start,
            Self::Column | Self::Lookup => lines(&text[..at]) + text[start..at].encode_utf16().count(),
            Self::Build => lines(&text) + 1,
        }
    }
}

/// A boundary in the second half: branch predictors would learn the same one. In a long text, it is near the middle.
pub(super) fn place(text: &str) -> usize {
    let half = text.len() / 2;
    let seed = text.bytes().map(u64::from).sum();
    floor_boundary(text.as_bytes(), half + fastrand::Rng::with_seed(seed).usize(..=half.min(4096)))
}
