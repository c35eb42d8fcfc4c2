//! Every error of bytes that are all there.

use super::{Fault, Fields};

/// Takes bytes apart into text and what is invalid.
pub trait FindsErrors: Sync {
    /// Which fields of a [`Fault`] it fills in.
    fn fields(&self) -> Fields {
        Fields::ALL
    }

    /// The pieces, in order. Each but the last ends with an error; the last is there only if it has text.
    fn pieces(&self, bytes: &[u8]) -> Vec<Piece>;
}

/// Text, and the ill-formed sequence after it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The text, as UTF-8.
    pub text: Vec<u8>,
    /// The bytes that are invalid.
    pub invalid: Vec<u8>,
    /// What is wrong with them; its position counts from the start of all bytes. `None` at the end.
    pub fault: Option<Fault>,
}
