//! Latin-1 in 16-byte vectors.

use super::{
    Words,
    latin1::{Decoded, Latin1Kernel, Pairs},
    shuffle::{WITHOUT_LEADS, compress_lanes},
    store_shuffled,
    utf32_narrow::NarrowUtf32,
};
use crate::{BLOCK, Simd};

impl<S: NarrowUtf32> Latin1Kernel for S {
    #[inline(always)]
    fn is_ascii(self, block: &[u8; BLOCK]) -> bool {
        let (quarters, _) = block.as_chunks::<16>();
        !self.any_high_bit(
            quarters.iter().fold(self.splat(0), |any, quarter| self.or(any, self.load(quarter, 0))),
        )
    }

    #[inline(always)]
    fn copy<const N: usize>(self, bytes: &[u8; N], dst: &mut [u8; N]) -> bool {
        let mut any = self.splat(0);
        for (bytes, dst) in bytes.as_chunks::<16>().0.iter().zip(dst.as_chunks_mut::<16>().0) {
            let bytes = self.load(bytes, 0);
            any = self.or(any, bytes);
            self.store(bytes, dst, 0);
        }
        !self.any_high_bit(any)
    }

    #[inline(always)]
    fn encode(self, block: &[u8; BLOCK], dst: &mut [u8; 2 * BLOCK]) -> usize {
        let (quarters, _) = block.as_chunks::<16>();
        let mut written = 0;
        for quarter in quarters {
            let bytes = self.load(quarter, 0);
            let [first, second, ..] = self.movemask(bytes).to_le_bytes();
            let [leads, bytes] = with_leads(self, bytes);
            for (pairs, set) in self.interleave(leads, bytes).into_iter().zip([first, second]) {
                // Sixteen bytes at most for each group before it.
                let Some(dst) = dst[written..].first_chunk_mut::<16>() else { return written };
                self.store(self.shuffle(pairs, self.load(&WITHOUT_LEADS[usize::from(set)], 0)), dst, 0);
                written += 8 + self.count_eight(set);
            }
        }
        written
    }

    #[inline(always)]
    fn decode(self, window: &Pairs, dst: &mut [u8; BLOCK]) -> Decoded {
        let (mut above_ascii, mut continuations, mut leads) = (0, 0, 0);
        let mut written = 0;
        let mut at = 0;
        while at < BLOCK {
            let from = |at: usize| match window[at..].first_chunk::<16>() {
                Some(bytes) => self.load(bytes, 0),
                None => self.splat(0),
            };
            let (b1, b2) = (from(at + 1), from(at));
            above_ascii |= self.movemask(b1) << at;
            // Continuation bytes are the 64 smallest as signed numbers.
            continuations |= self.movemask(self.add_signed_saturating(b1, self.splat(0x40))) << at;
            // C2 and C3 become 0.
            let others = self.nonzero(self.and(self.xor(b1, self.splat(0xC2)), self.splat(0xFE)));
            leads |= (others ^ 0xFFFF) << at;
            // The byte after C3 is increased by 40.
            let upper = self.lookup_16(&AFTER_LEAD, self.sub_saturating(b2, self.splat(0xC2)));
            written += compress_lanes(self, self.add(b1, upper), others, dst, written);
            at += 16;
        }
        Decoded::new(above_ascii, continuations, leads, window[0], written)
    }
}

/// Encodes a vector of Latin-1 as UTF-8 to `dst[at..]` and returns the end.
#[inline(always)]
pub fn latin1_by_rows<S: Words>(simd: S, bytes: S::V, dst: &mut [u8; 2 * BLOCK], at: usize) -> usize {
    let mut written = at;
    let mut sets = simd.movemask(bytes);
    let [leads, bytes] = with_leads(simd, bytes);
    for pairs in simd.zip_bytes(leads, bytes) {
        let [set, ..] = sets.to_le_bytes();
        // Sixteen bytes at most for each group before it.
        let Some(dst) = dst.get_mut(written..).and_then(|left| left.first_chunk_mut::<16>()) else { break };
        store_shuffled(simd, pairs, &WITHOUT_LEADS[usize::from(set)], dst);
        written += 8 + simd.count_eight(set);
        sets >>= 8;
    }
    written
}

/// The lead byte of each byte, or 0, and its last byte: 80..BF follow C2 unchanged; C0..FF become 80..BF and follow
/// C3.
#[inline(always)]
fn with_leads<S: Simd>(simd: S, bytes: S::V) -> [S::V; 2] {
    let nibbles = simd.high_nibble(bytes);
    [simd.lookup_16(&LEADS, nibbles), simd.and(bytes, simd.lookup_16(&KEPT, nibbles))]
}

/// Indexed by the upper nibble of a byte: its lead byte, or 0; and the bits that its last byte keeps.
const LEADS: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 0xC2, 0xC2, 0xC2, 0xC2, 0xC3, 0xC3, 0xC3, 0xC3];
const KEPT: [u8; 16] =
    [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xBF, 0xBF, 0xBF, 0xBF];

/// Indexed by the lead byte minus C2: what is added to the continuation byte.
const AFTER_LEAD: [u8; 16] = [0, 0x40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
