//! What contenders do with bytes, and which answers are right.

use super::work::Work;

/// What a contender does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    /// Says whether an input is valid.
    Validate,
    /// Makes text of an input, with U+FFFD for what is invalid; the answer is the length of the text.
    Lossy,
    /// Gets an input in chunks, and says in the end whether it is valid.
    Stream {
        /// The bytes of a chunk.
        chunk: usize,
        /// Whether it also makes text.
        text: bool,
    },
    /// Converts an input, or counts its units; the answer is how many there are in the end.
    Units(Work),
    /// Validates a column of short strings.
    Batch,
    /// Goes through the characters of an input; the answer is their sum.
    Chars {
        /// Whether from the end.
        back: bool,
    },
}

impl Task {
    /// A name, for what can be done in a child.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Validate => "validate",
            Self::Lossy => "lossy",
            Self::Units(work) => work.name,
            Self::Stream { .. } | Self::Chars { .. } | Self::Batch => "",
        }
    }

    /// The task of this name.
    pub(super) fn named(name: &str) -> Option<Self> {
        match name {
            "validate" => Some(Self::Validate),
            "lossy" => Some(Self::Lossy),
            _ => Work::named(name).map(Self::Units),
        }
    }

    /// The sum of the right answers for these inputs, by the standard library.
    pub(crate) fn expected<'a>(self, inputs: impl Iterator<Item = &'a [u8]>) -> usize {
        let answer = |bytes: &[u8]| match self {
            Self::Validate | Self::Batch | Self::Stream { .. } => str::from_utf8(bytes).is_ok().into(),
            Self::Lossy => String::from_utf8_lossy(bytes).len(),
            Self::Units(work) => work.expected(bytes),
            Self::Chars { .. } => sum(String::from_utf8_lossy(bytes).chars()),
        };
        inputs.map(answer).fold(0, usize::wrapping_add)
    }
}

/// The sum of the characters.
#[inline(always)]
pub(super) fn sum(chars: impl Iterator<Item = char>) -> usize {
    chars.fold(0, |sum, character| sum.wrapping_add(character as usize))
}
