//! Latin-1 to UTF-8 and back.

use core::arch::x86_64::{
    __m512i, _mm512_cmpeq_epi8_mask, _mm512_cmpge_epu8_mask, _mm512_mask_add_epi8, _mm512_set1_epi8,
};

use placemat_core::convert::Progress;
use placemat_simd::{
    BLOCK, Simd,
    convert::{Decoded, Latin1Kernel, Pairs},
};

use super::super::{Avx512, token::operations, vectors::first_lanes};

/// Sixty-four bytes.
type V = __m512i;

impl Latin1Kernel for Avx512 {
    const IS_QUICK: bool = true;

    #[inline(always)]
    fn is_ascii(self, block: &[u8; BLOCK]) -> bool {
        self.movemask(self.load(block, 0)) == 0
    }

    #[inline(always)]
    fn copy<const N: usize>(self, bytes: &[u8; N], dst: &mut [u8; N]) -> bool {
        let mut any = self.splat(0);
        for (bytes, dst) in bytes.as_chunks::<BLOCK>().0.iter().zip(dst.as_chunks_mut::<BLOCK>().0) {
            let bytes = self.load(bytes, 0);
            any = self.or(any, bytes);
            self.store(bytes, dst, 0);
        }
        self.movemask(any) == 0
    }

    #[inline(always)]
    fn encode(self, block: &[u8; BLOCK], dst: &mut [u8; 2 * BLOCK]) -> usize {
        let [(front, first), (back, second)] = self.encoded(self.load(block, 0));
        self.put(front, dst, 0);
        self.put(back, dst, first);
        first + second
    }

    #[inline(always)]
    fn decode(self, window: &Pairs, dst: &mut [u8; BLOCK]) -> Decoded {
        let [before, block @ ..] = window;
        let (bytes, decoded) = self.decoded(*before, self.load(block, 0));
        self.store(bytes, dst, 0);
        decoded
    }

    #[inline(always)]
    fn decode_some(self, before: u8, bytes: &[u8], dst: &mut [u8]) -> Option<Progress> {
        let mut read = bytes.len().min(Self::LANES);
        let mut bytes = &bytes[..read];
        loop {
            let (latin1, decoded) = self.decoded(before, self.load_partial(bytes, 0));
            // Missing bytes are loaded as zeros, at the end. If a continuation byte is required after the last byte,
            // the first zero is wrong, so only the lanes of the input count.
            let wrong = decoded.wrong & first_lanes(read);
            if wrong == 0 {
                let written = decoded.written - (Self::LANES - read);
                self.store_partial(latin1, dst.get_mut(..written)?, 0);
                return Some(Progress { read, written });
            }
            read = wrong.trailing_zeros() as usize;
            bytes = &bytes[..read];
        }
    }

    #[inline(always)]
    fn encode_some(self, bytes: &[u8], dst: &mut [u8]) -> Option<usize> {
        let missing = Self::LANES.checked_sub(bytes.len())?;
        let [(front, first), (back, second)] = self.encoded(self.load_partial(bytes, 0));
        // Missing bytes are loaded as zeros, at the end.
        let written = first + second - missing;
        let dst = dst.get_mut(..written)?;
        let (start, end) = dst.split_at_mut(first.min(written));
        self.store_partial(front, start, 0);
        self.store_partial(back, end, 0);
        Some(written)
    }
}

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
    fn decoded(self, before: u8, bytes: V) -> (V, Decoded) {
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
    fn encoded(self, bytes: V) -> [(V, usize); 2] {
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
    fn put(self, bytes: V, dst: &mut [u8; 2 * BLOCK], at: usize) {
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
