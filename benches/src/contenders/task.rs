//! The tasks of contenders, and the expected answers.

use super::{column::Column, question::Question, work::Work};

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
