//! Latin-1 to UTF-8 and back.

use core::arch::x86_64::{
    _mm512_cmpeq_epi8_mask, _mm512_cmpge_epu8_mask, _mm512_mask_add_epi8, _mm512_set1_epi8,
};

use placemat_simd::{BLOCK, Simd, convert::Decoded};

use super::super::{Avx512, token::operations, vectors::V};

impl Avx512 {
    /// Copies up to 64 bytes if they are ASCII and fit.
    #[inline(always)]
    pub(super) fn copy_partial(self, source: &[u8], dst: &mut [u8]) -> bool {
        if source.len() > Self::LANES {
            return false;
        }
        let bytes = self.load_partial(source, 0);
        let Some(dst) = dst.get_mut(..source.len()) else { return false };
        if self.movemask(bytes) != 0 {
            return false;
        }
        self.store_partial(bytes, dst, 0);
        true
    }

    /// The compressed bytes of Latin-1, and their classification.
    #[inline(always)]
    pub(super) fn decoded(self, before: u8, bytes: V) -> (V, Decoded) {
        let leads = self.equals(self.and(bytes, self.splat(0xFE)), 0xC2);
        // Continuation bytes are the 64 smallest as signed numbers.
        let continuations = self.movemask(self.add_signed_saturating(bytes, self.splat(0x40)));
        let written = BLOCK - leads.count_ones() as usize;
        let decoded = Decoded::new(self.movemask(bytes), continuations, leads, before, written);
        let upper = self.equals(bytes, 0xC3) << 1 | u64::from(before == 0xC3);
        (self.compress(!leads, self.increase(upper, bytes, 0x40)), decoded)
    }

    /// The output of the lower and the upper half of the lanes, and the number of bytes of each.
    #[inline(always)]
    pub(super) fn encoded(self, bytes: V) -> [(V, usize); 2] {
        let above_ascii = self.movemask(bytes);
        let upper = self.at_least(bytes, 0xC0);
        // 80..BF follow C2 unchanged; C0..FF become 80..BF and follow C3.
        let leads = self.increase(upper, self.only(above_ascii, self.splat(0xC2)), 1);
        let bytes = self.increase(upper, bytes, 0xC0);
        let first = above_ascii & u64::from(u32::MAX);
        let in_half = |above: u64| BLOCK / 2 + above.count_ones() as usize;
        let [front, back] = self.zip(leads, bytes);
        [
            (self.without_zeros(front), in_half(first)),
            (self.without_zeros(back), in_half(above_ascii >> (BLOCK / 2))),
        ]
    }

    /// Pairs of a lead byte and a byte, without the lead bytes that are 0.
    #[inline(always)]
    fn without_zeros(self, pairs: V) -> V {
        self.compress(self.none_below(pairs, self.load(&LIMITS, 0)), pairs)
    }

    /// Stores all lanes to `dst[at..]`.
    #[inline(always)]
    pub(super) fn store_half(self, bytes: V, dst: &mut [u8; 2 * BLOCK], at: usize) {
        if let Some(dst) = dst[at..].first_chunk_mut::<64>() {
            self.store(bytes, dst, 0);
        }
    }

    operations! {
        fn equals(a: V, byte: u8) -> u64 { _mm512_cmpeq_epi8_mask(a, _mm512_set1_epi8(byte.cast_signed())) }

        /// The lanes whose byte is not below its limit.
        fn none_below(a: V, limits: V) -> u64 { _mm512_cmpge_epu8_mask(a, limits) }

        /// Adds the byte in these lanes.
        pub(in super::super) fn increase(lanes: u64, a: V, byte: u8) -> V {
            _mm512_mask_add_epi8(a, lanes, a, _mm512_set1_epi8(byte.cast_signed()))
        }
    }
}

/// The smallest value of each byte of a pair that is kept: lead bytes that are not 0, and any byte after a lead byte.
static LIMITS: [u8; 64] = {
    let mut limits = [0; 64];
    let mut lead = 0;
    while lead < 64 {
        limits[lead] = 0x80;
        lead += 2;
    }
    limits
};
