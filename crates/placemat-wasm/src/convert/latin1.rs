//! Latin-1 to UTF-8 and back.

use placemat_core::convert::Progress;
use placemat_simd::convert::{latin1_to_utf8 as encode, utf8_to_latin1 as decode};

use crate::Wasm;

#[target_feature(enable = "simd128")]
pub(super) fn latin1_to_utf8(source: &[u8], room: &mut [u8]) -> Progress {
    // What runs this has the features.
    encode(Wasm(()), source, room)
}

#[target_feature(enable = "simd128")]
pub(super) fn utf8_to_latin1(source: &[u8], room: &mut [u8]) -> Progress {
    // What runs this has the features.
    decode(Wasm(()), source, room)
}
