//! UTF-8.

use super::{Encode, Unmappable};

pub(super) struct Utf8;

impl Encode for Utf8 {
    fn encode(&mut self, text: &str, out: &mut Vec<u8>) -> Result<(), Unmappable> {
        out.extend_from_slice(text.as_bytes());
        Ok(())
    }
}
