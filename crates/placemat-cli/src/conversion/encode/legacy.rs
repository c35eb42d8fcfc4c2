//! CESU-8 and Java's modified UTF-8.

use placemat_legacy::{cesu8, mutf8};

use super::{Encode, Unmappable};

pub(super) enum Legacy {
    Cesu8,
    Mutf8,
}

impl Encode for Legacy {
    fn encode(&mut self, text: &str, out: &mut Vec<u8>) -> Result<(), Unmappable> {
        out.extend_from_slice(&match self {
            Self::Cesu8 => cesu8::from_utf8(text),
            Self::Mutf8 => mutf8::from_utf8(text),
        });
        Ok(())
    }
}
