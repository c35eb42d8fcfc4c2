//! Text that other characters should stand for.

pub(crate) mod double;
pub(crate) mod nfc;

/// A part of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part<'a> {
    /// The number of bytes before it in the input.
    pub(crate) offset: u64,
    pub(crate) text: &'a str,
    /// What it should be, if that is another text.
    pub(crate) better: Option<&'a str>,
}

/// Receives parts.
pub(crate) type Out<'a, E> = dyn FnMut(Part<'_>) -> Result<(), E> + 'a;

/// Searches a text that comes in pieces. How it is divided does not matter.
pub(crate) trait Respell {
    /// Searches the next piece.
    fn text<E>(&mut self, text: &str, out: &mut Out<'_, E>) -> Result<(), E>;

    /// Ends the text, or a part of it that precedes an invalid sequence of `invalid` bytes.
    fn end<E>(&mut self, invalid: u64, out: &mut Out<'_, E>) -> Result<(), E>;

    /// The number of places that it leaves in doubt.
    fn doubtful(&self) -> u64 {
        0
    }
}
