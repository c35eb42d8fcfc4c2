//! UTF-8 to UTF-32 and back.

use placemat_simd::{
    BLOCK,
    convert::{NarrowUtf32, Utf32Dst, Window},
};

use super::{encode::encode_block, wide::decode_block};
use crate::Neon;

impl NarrowUtf32 for Neon {
    #[inline(always)]
    fn decode_block(self, window: &Window, bytes: u64, dst: &mut [u32; BLOCK]) -> usize {
        decode_block(self, window, bytes, dst)
    }

    #[inline(always)]
    fn encode_block(self, units: &[u32; BLOCK], dst: &mut Utf32Dst) -> Option<usize> {
        encode_block(self, units, dst)
    }
}
