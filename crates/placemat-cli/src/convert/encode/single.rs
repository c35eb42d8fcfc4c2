//! ASCII and Latin-1: the first characters of Unicode, a byte each. By the standard library; here a kernel can
//! take its place.

use super::{Encode, Unmappable};

pub(super) struct Single {
    /// The last character.
    pub(super) most: u8,
}

impl Encode for Single {
    fn encode(&mut self, text: &str, out: &mut Vec<u8>) -> Result<(), Unmappable> {
        out.reserve(text.len());
        for (at, char) in text.char_indices() {
            match u8::try_from(char) {
                Ok(byte) if byte <= self.most => out.push(byte),
                _ => return Err(Unmappable { at }),
            }
        }
        Ok(())
    }
}
