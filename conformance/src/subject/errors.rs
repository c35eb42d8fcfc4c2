//! All errors of an input.

use super::{Fault, Fields};

/// Splits bytes into text and invalid sequences.
pub trait FindsErrors: Sync {
    /// Which fields of a [`Fault`] it fills in.
    fn fields(&self) -> Fields {
        Fields::ALL
    }

    /// The pieces, in order. Each but the last ends with an error; the last is omitted if it has no text.
    fn pieces(&self, bytes: &[u8]) -> Vec<Piece>;
}

/// Text, and the invalid sequence after it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The text, as UTF-8.
    pub text: Vec<u8>,
    /// The invalid sequence.
    pub invalid: Vec<u8>,
    /// The error; its position is relative to the start of the input. `None` at the end.
    pub fault: Option<Fault>,
}
