//! Latin-1 to UTF-8 and back: sixteen octets at a time, since moving them keeps to halves of a vector.

use placemat_core::convert::Progress;
use placemat_simd::convert::{latin1_to_utf8 as encode, utf8_to_latin1 as decode};

use super::super::Avx2;
use crate::sse4::Sse4;

#[target_feature(enable = "avx2")]
pub(super) fn latin1_to_utf8(source: &[u8], room: &mut [u8]) -> Progress {
    // What runs this has the features.
    encode(Sse4::from(Avx2(())), source, room)
}

#[target_feature(enable = "avx2")]
pub(super) fn utf8_to_latin1(source: &[u8], room: &mut [u8]) -> Progress {
    // What runs this has the features.
    decode(Sse4::from(Avx2(())), source, room)
}
