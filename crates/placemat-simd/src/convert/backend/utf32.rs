//! UTF-32: what a backend may override.

use placemat_core::convert::Progress;

use super::Convert;
use crate::BLOCK;
use crate::convert::blocks::{Frame, Utf32Dst};
use crate::convert::utf32_narrow;

/// The kernels to and from UTF-32, by shuffles of 16 bytes where bytes move.
pub trait ConvertUtf32: Convert {
    /// Writes each byte, which must be ASCII, as a unit of UTF-32.
    #[inline(always)]
    fn widen_to_utf32(self, block: &[u8; BLOCK], dst: &mut [u32; BLOCK]) {
        for (unit, byte) in dst.iter_mut().zip(block) {
            *unit = u32::from(*byte);
        }
    }

    /// Writes the characters whose last byte is in the set `bytes` of the block as UTF-32 and returns their number.
    /// The rest of the destination may be overwritten. The frame is valid, with zeros before and after the text, or
    /// the caller does not use the output.
    #[inline(always)]
    fn decode_utf32(self, frame: &Frame, bytes: u64, dst: &mut [u32; BLOCK]) -> usize {
        utf32_narrow::decode(self.sixteen(), frame, bytes, dst)
    }

    /// Validates and converts to UTF-32 from `from` on, where a character ends, as far as the backend likes, if it can
    /// do both in one pass. Returns another place where a character ends.
    #[inline(always)]
    fn fused_utf32(self, _source: &[u8], _dst: &mut [u32], from: Progress) -> Progress {
        from
    }

    /// Encodes units of UTF-32 and returns the number of bytes; `None` if one of them is not a scalar value. The rest
    /// of the destination may be overwritten.
    #[inline(always)]
    fn encode_utf32(self, units: &[u32; BLOCK], dst: &mut Utf32Dst) -> Option<usize> {
        utf32_narrow::encode_by_words(self, units, dst)
    }

    /// Encodes up to a block of units, or some of them; `None` if one of them is not a scalar value, or the result
    /// does not fit.
    #[inline(always)]
    fn encode_utf32_partial(self, units: &[u32], dst: &mut [u8]) -> Option<Progress> {
        Some(utf32_narrow::encode_partial(self.sixteen(), units, dst))
    }
}
