use super::Measured;
use crate::convert::{Utf8, Utf32};

/// What one pass counts in bytes that should be UTF-8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The number of bytes other than 80..BF: the number of characters, if the bytes are valid.
    pub characters: usize,
    /// The largest byte from 80 on, 0 if the bytes are ASCII. Valid text up to C3 is Latin-1.
    pub largest: u8,
}

impl Tally {
    /// Counts by portable code. Linear time; no panic.
    ///
    /// ```
    /// let tally = placemat_core::Tally::of("caf\u{E9}".as_bytes());
    /// assert_eq!((tally.characters, tally.largest), (4, 0xC3));
    /// ```
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        let characters = <Utf8 as Measured<Utf32>>::measure(bytes);
        let largest = bytes.iter().fold(0, |largest: u8, byte| largest.max(*byte));
        Self { characters, largest: if largest.is_ascii() { 0 } else { largest } }
    }
}
