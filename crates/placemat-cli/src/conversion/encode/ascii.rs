//! ASCII.

use super::{Encode, Unmappable};

pub(super) struct Ascii;

impl Encode for Ascii {
    fn encode(&mut self, text: &str, out: &mut Vec<u8>) -> Result<(), Unmappable> {
        let at = text.bytes().position(|byte| !byte.is_ascii());
        out.extend_from_slice(&text.as_bytes()[..at.unwrap_or(text.len())]);
        at.map_or(Ok(()), |at| Err(Unmappable { at }))
    }
}
