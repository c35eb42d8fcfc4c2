//! Latin-1: what a backend may override.

use placemat_core::convert::Progress;

use super::Convert;
use crate::BLOCK;
use crate::convert::blocks::{Decoded, Latin1Frame};
use crate::convert::latin1_narrow;

/// The kernels to and from Latin-1, by shuffles of 16 bytes where bytes move.
pub trait ConvertLatin1: Convert {
    /// Copies the bytes; returns whether all are ASCII. `N` must be a multiple of [`BLOCK`].
    #[inline(always)]
    fn copy<const N: usize>(self, bytes: &[u8; N], dst: &mut [u8; N]) -> bool {
        let mut any = self.splat(0);
        let mut at = 0;
        while at < N {
            let vector = self.load(bytes, at);
            any = self.or(any, vector);
            self.store(vector, dst, at);
            at += Self::LANES;
        }
        !self.any_high_bit(any)
    }

    /// Encodes a block of Latin-1 as UTF-8 and returns the number of bytes. The rest of the destination may be
    /// overwritten.
    #[inline(always)]
    fn encode_latin1(self, block: &[u8; BLOCK], dst: &mut [u8; 2 * BLOCK]) -> usize {
        latin1_narrow::encode(self, block, dst)
    }

    /// Decodes a block of UTF-8 to Latin-1. The rest of the destination may be overwritten.
    #[inline(always)]
    fn decode_latin1(self, frame: &Latin1Frame, dst: &mut [u8; BLOCK]) -> Decoded {
        latin1_narrow::decode(self.sixteen(), frame, dst)
    }

    /// Converts up to a block of UTF-8 to Latin-1 and stops before an error. `None` if the result does not fit.
    /// `before` is the byte before the block, or 0.
    #[inline(always)]
    fn decode_latin1_partial(self, before: u8, bytes: &[u8], dst: &mut [u8]) -> Option<Progress> {
        let mut read = bytes.len();
        let mut frame = [0; 1 + BLOCK];
        frame[0] = before;
        frame[1..][..read].copy_from_slice(bytes);
        while read > 0 {
            let mut latin1 = [0; BLOCK];
            let decoded = self.decode_latin1(&frame, &mut latin1);
            if decoded.wrong & (u64::MAX >> (BLOCK - read)) == 0 {
                // The padding is decoded as well, at the end.
                let written = decoded.written - (BLOCK - read);
                dst.get_mut(..written)?.copy_from_slice(&latin1[..written]);
                return Some(Progress { read, written });
            }
            read = decoded.wrong.trailing_zeros() as usize;
            frame[1 + read..].fill(0);
        }
        Some(Progress::default())
    }

    /// [`encode_latin1`](Self::encode_latin1) for up to a block; `None` if the result does not fit.
    #[inline(always)]
    fn encode_latin1_partial(self, bytes: &[u8], dst: &mut [u8]) -> Option<usize> {
        let mut block = [0; BLOCK];
        block[..bytes.len()].copy_from_slice(bytes);
        let mut encoded = [0; 2 * BLOCK];
        // The padding is encoded as well, at the end.
        let written = self.encode_latin1(&block, &mut encoded) - (BLOCK - bytes.len());
        dst.get_mut(..written)?.copy_from_slice(&encoded[..written]);
        Some(written)
    }
}
