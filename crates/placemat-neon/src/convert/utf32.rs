//! UTF-8 to UTF-32 and back.

use placemat_core::convert::Progress;
use placemat_simd::{
    BLOCK,
    convert::{NarrowUtf32, Utf32Room, Window, utf8_to_utf32 as decode, utf32_to_utf8 as encode},
    validate::scan,
};

use super::{shorten::encode_block, wide::decode_block};
use crate::Neon;

#[target_feature(enable = "neon")]
pub(super) fn utf8_to_utf32(source: &[u8], room: &mut [u32]) -> Progress {
    // What runs this has the features.
    decode(Neon(()), |piece| scan(Neon(()), piece), source, room)
}

#[target_feature(enable = "neon")]
pub(super) fn utf32_to_utf8(source: &[u32], room: &mut [u8]) -> Progress {
    // What runs this has the features.
    encode(Neon(()), source, room)
}

impl NarrowUtf32 for Neon {
    #[inline(always)]
    fn decode_block(self, window: &Window, octets: u64, room: &mut [u32; BLOCK]) -> usize {
        decode_block(self, window, octets, room)
    }

    #[inline(always)]
    fn encode_block(self, units: &[u32; BLOCK], room: &mut Utf32Room) -> Option<usize> {
        encode_block(self, units, room)
    }
}
