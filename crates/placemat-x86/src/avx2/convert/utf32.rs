//! UTF-8 to UTF-32 and back.

use placemat_core::convert::Progress;
use placemat_simd::{
    convert::{utf8_to_utf32 as decode, utf32_to_utf8 as encode},
    validate::scan,
};

use super::super::Avx2;
use crate::sse4::Sse4;

#[target_feature(enable = "avx2")]
pub(super) fn utf8_to_utf32(source: &[u8], room: &mut [u32]) -> Progress {
    // What runs this has the features.
    decode(Sse4::from(Avx2(())), |piece| scan(Avx2(()), piece), source, room)
}

#[target_feature(enable = "avx2")]
pub(super) fn utf32_to_utf8(source: &[u32], room: &mut [u8]) -> Progress {
    // What runs this has the features.
    encode(Sse4::from(Avx2(())), source, room)
}
