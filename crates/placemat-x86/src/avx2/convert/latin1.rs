//! Latin-1 to UTF-8 and back. To Latin-1, non-ASCII blocks are converted 16 bytes at a time, since shuffles work
//! within each half of a vector.

use placemat_simd::{
    BLOCK, Simd,
    convert::{Decoded, Latin1Kernel, Pairs, latin1_by_rows},
};

use super::super::Avx2;
use crate::sse4::Sse4;

impl Latin1Kernel for Avx2 {
    #[inline(always)]
    fn is_ascii(self, block: &[u8; BLOCK]) -> bool {
        let mut any = self.splat(0);
        for bytes in block.as_chunks::<{ Self::LANES }>().0 {
            any = self.or(any, self.load(bytes, 0));
        }
        !self.any_high_bit(any)
    }

    #[inline(always)]
    fn copy<const N: usize>(self, bytes: &[u8; N], dst: &mut [u8; N]) -> bool {
        let mut any = self.splat(0);
        let (dsts, _) = dst.as_chunks_mut::<{ Self::LANES }>();
        for (bytes, dst) in bytes.as_chunks::<{ Self::LANES }>().0.iter().zip(dsts) {
            let bytes = self.load(bytes, 0);
            any = self.or(any, bytes);
            self.store(bytes, dst, 0);
        }
        !self.any_high_bit(any)
    }

    #[inline(always)]
    fn encode(self, block: &[u8; BLOCK], dst: &mut [u8; 2 * BLOCK]) -> usize {
        let mut written = 0;
        for bytes in block.as_chunks::<{ Self::LANES }>().0 {
            let bytes = self.load(bytes, 0);
            written = latin1_by_rows(self, bytes, dst, written);
        }
        written
    }

    #[inline(always)]
    fn decode(self, window: &Pairs, dst: &mut [u8; BLOCK]) -> Decoded {
        Sse4::from(self).decode(window, dst)
    }
}
