//! UTF-8 to UTF-32 and back.

use placemat_core::convert::Progress;
use placemat_simd::{
    convert::{NarrowUtf32, utf8_to_utf32 as decode, utf32_to_utf8 as encode},
    validate::scan,
};

use super::super::Sse4;

#[target_feature(enable = "ssse3,sse4.1")]
pub(super) fn utf8_to_utf32(source: &[u8], room: &mut [u32]) -> Progress {
    // What runs this has the features.
    decode(Sse4(()), |piece| scan(Sse4(()), piece), source, room)
}

#[target_feature(enable = "ssse3,sse4.1")]
pub(super) fn utf32_to_utf8(source: &[u32], room: &mut [u8]) -> Progress {
    // What runs this has the features.
    encode(Sse4(()), source, room)
}

impl NarrowUtf32 for Sse4 {}
