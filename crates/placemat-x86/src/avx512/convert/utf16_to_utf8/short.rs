//! The ends of texts, all at once, and leading ASCII.
//!
//! ```text
//! encode_end: up to four vectors, loaded under masks
//!     all below 800: two bytes each; no surrogate: four each; else four each, with the units before
//!     ends[n] = the number of bytes in the first n vectors
//!     for each vector: store(dst + ends[n - 1], compress)      all 64 bytes, if `dst` has as many more; else what fits
//! narrow_blocks: up to 128 units as the first 64 and the last 64, by one branch; then 64 at a time, the last overlapping
//! ```
//!
//! - **Lengths and scripts vary from text to text**: so one branch selects the number of vectors, and a few check the
//!   units of all of them together. Each number is compiled separately, without loops.
//! - **Counts before stores**: the ends are sums of population counts, which do not wait for `vpcompressb`.
//! - **Zeros** that were loaded after the end become a byte each, after all others, and are subtracted from the result.

use core::arch::x86_64::{__m512i, _mm512_mask_storeu_epi8, _mm512_storeu_si512};

use placemat_core::{convert::Progress, utf16::is_high};
use placemat_simd::{Simd, convert::Words};

use super::{Avx512, bytes::PART};

/// The maximum number of units at the end that are converted at once.
const END_MAX_LEN: usize = 4 * PART;

/// Units in three vectors.
const THREE_VECTORS: usize = 3 * PART;

/// Units of ASCII that become a vector.
const BLOCK: usize = 2 * PART;

impl Avx512 {
    /// [`FromUtf16::encode_utf16_end`](placemat_simd::convert::FromUtf16::encode_utf16_end), up to [`END_MAX_LEN`]
    /// units. The unit before `at` must not be an unpaired high surrogate.
    #[inline(always)]
    pub(in super::super) fn encode_end(self, source: &[u16], at: usize, dst: &mut [u8]) -> Option<Progress> {
        let read = source.len() - at;
        let written = if read <= PART {
            self.encode_vector(source, at, dst)
        } else if read <= BLOCK {
            self.encode_vectors::<2, 4>(source, at, dst)
        } else if read <= THREE_VECTORS {
            self.encode_vectors::<3, 6>(source, at, dst)
        } else if read <= END_MAX_LEN {
            self.encode_vectors::<4, 8>(source, at, dst)
        } else {
            None
        }?;
        Some(Progress { read, written })
    }

    /// [`FromUtf16::narrow_ascii`](placemat_simd::convert::FromUtf16::narrow_ascii): up to two blocks if all units are
    /// ASCII, which one branch decides, and more block by block. The last block overlaps.
    #[inline(always)]
    pub(in super::super) fn narrow_blocks(self, source: &[u16], dst: &mut [u8]) -> usize {
        let mut at = 0;
        let (Some(first), Some(last)) = (source.first_chunk(), source.last_chunk()) else { return 0 };
        if source.len() <= 2 * BLOCK {
            let Some(dst) = dst.get_mut(..source.len()) else { return 0 };
            let ([a, b], [c, d]) = (self.load_block(first), self.load_block(last));
            if self.below(self.or(self.or(a, b), self.or(c, d)), 0x80) != u32::MAX {
                return 0;
            }
            self.store(self.lower_bytes(a, b), dst, 0);
            self.store(self.lower_bytes(c, d), dst, source.len() - BLOCK);
            return source.len();
        }
        for (units, dst) in source.as_chunks().0.iter().zip(dst.as_chunks_mut().0) {
            if !self.narrow_block(units, dst) {
                return at;
            }
            at += BLOCK;
        }
        if (1..BLOCK).contains(&(source.len() - at))
            && let Some(dst) = dst.get_mut(..source.len())
            && let Some(dst) = dst.last_chunk_mut()
            && self.narrow_block(last, dst)
        {
            at = source.len();
        }
        at
    }

    #[inline(always)]
    fn load_block(self, units: &[u16; BLOCK]) -> [__m512i; 2] {
        [self.load(units, 0), self.load(units, PART)]
    }

    /// Converts the units if they are ASCII.
    #[inline(always)]
    fn narrow_block(self, units: &[u16; BLOCK], dst: &mut [u8; BLOCK]) -> bool {
        let [front, back] = self.load_block(units);
        let is_ascii = self.below(self.or(front, back), 0x80) == u32::MAX;
        if is_ascii {
            self.store(self.lower_bytes(front, back), dst, 0);
        }
        is_ascii
    }

    /// [`encode_end`](Self::encode_end) for one vector.
    #[inline(always)]
    fn encode_vector(self, source: &[u16], at: usize, dst: &mut [u8]) -> Option<usize> {
        let len = source.len() - at;
        let units = self.load_partial(source, at);
        if self.below(units, 0x800) == u32::MAX {
            let (bytes, needed) = self.two_bytes(units);
            return self.store_exactly([(bytes, needed & self.first_lanes(2 * len))], dst);
        }
        let before = self.load_before(source, at);
        let (tail, lone) = self.surrogate_tails(before, units, self.tail(units));
        if lone != 0 || source.last().is_some_and(|last| is_high(*last)) {
            return None;
        }
        let [(front, of_front), (back, of_back)] = self.three_bytes(units, tail);
        let (in_front, in_back) = (self.first_lanes(4 * len), self.first_lanes((4 * len).saturating_sub(64)));
        self.store_exactly([(front, of_front & in_front), (back, of_back & in_back)], dst)
    }

    /// Compresses the needed bytes into the destination, and writes no others. Returns their number, or `None` if
    /// they do not fit. For more vectors, [`store_overlapping`](Self::store_overlapping) is faster.
    #[inline(always)]
    pub(super) fn store_exactly<const N: usize>(
        self, vectors: [(__m512i, u64); N], dst: &mut [u8],
    ) -> Option<usize> {
        let count = |needed: u64| needed.count_ones() as usize;
        let written = vectors.iter().map(|(_, needed)| count(*needed)).sum();
        let mut dst = dst.get_mut(..written)?.as_mut_ptr();
        for (bytes, needed) in vectors {
            let bytes = self.compress(needed, bytes);
            // SAFETY: the token exists, and the destination has all the bytes that are needed.
            unsafe { _mm512_mask_storeu_epi8(dst.cast(), self.first_lanes(count(needed)), bytes) };
            dst = dst.wrapping_add(count(needed));
        }
        Some(written)
    }

    /// [`encode_end`](Self::encode_end) for up to `N` vectors.
    #[inline(always)]
    fn encode_vectors<const N: usize, const HALVES: usize>(
        self, source: &[u16], at: usize, dst: &mut [u8],
    ) -> Option<usize> {
        let mut units = [self.splat(0); N];
        let mut all = self.splat(0);
        let mut nth = 0;
        while nth < N {
            units[nth] = self.load_partial(source, at + nth * PART);
            all = self.or(all, units[nth]);
            nth += 1;
        }
        let missing = N * PART - (source.len() - at);
        if self.below(all, 0x800) == u32::MAX {
            let mut bytes = [(self.splat(0), 0); N];
            let mut nth = 0;
            while nth < N {
                bytes[nth] = self.two_bytes(units[nth]);
                nth += 1;
            }
            return self.store_overlapping(bytes, missing, dst);
        }
        // The `xor` moves surrogates, and nothing else, below 800.
        let surrogate = self.word(0xD800);
        let least = units
            .iter()
            .fold(self.splat(0xFF), |least, unit| self.min_words(least, self.xor(*unit, surrogate)));
        let mut bytes = [(self.splat(0), 0); HALVES];
        let mut lone = 0;
        let mut nth = 0;
        if self.below(least, 0x800) == 0 {
            while nth < N {
                [bytes[2 * nth], bytes[2 * nth + 1]] = self.three_bytes(units[nth], self.tail(units[nth]));
                nth += 1;
            }
        } else {
            lone = u32::from(source.last().is_some_and(|last| is_high(*last)));
            while nth < N {
                let before = self.load_before(source, at + nth * PART);
                let (tail, without) = self.surrogate_tails(before, units[nth], self.tail(units[nth]));
                lone |= without;
                [bytes[2 * nth], bytes[2 * nth + 1]] = self.three_bytes(units[nth], tail);
                nth += 1;
            }
        }
        if lone == 0 { self.store_overlapping(bytes, missing, dst) } else { None }
    }

    /// Compresses the needed bytes, except the last `without`. Returns their number, or `None` if they do not fit.
    #[inline(always)]
    fn store_overlapping<const N: usize>(
        self, vectors: [(__m512i, u64); N], without: usize, dst: &mut [u8],
    ) -> Option<usize> {
        let mut ends = [0; N];
        let mut written = 0;
        let mut nth = 0;
        while nth < N {
            written += vectors[nth].1.count_ones() as usize;
            ends[nth] = written;
            nth += 1;
        }
        let written = written - without;
        let fits = dst.len() >= ends[N - 1] + 64;
        let dst = if fits { dst } else { dst.get_mut(..written)? };
        let mut at = 0;
        nth = 0;
        while nth < N {
            let (bytes, needed) = vectors[nth];
            let bytes = self.compress(needed, bytes);
            if fits {
                // SAFETY: the token exists, and the destination has 64 bytes from any of the ends on.
                unsafe { _mm512_storeu_si512(dst.as_mut_ptr().wrapping_add(at).cast(), bytes) };
            } else {
                self.fill(bytes, &mut dst[at.min(written)..ends[nth].min(written)]);
            }
            at = ends[nth];
            nth += 1;
        }
        Some(written)
    }

    /// Fills the destination, or 64 bytes of it.
    #[inline(always)]
    fn fill(self, bytes: __m512i, dst: &mut [u8]) {
        if let Some(dst) = dst.first_chunk_mut::<64>() {
            self.store(bytes, dst, 0);
        } else {
            self.store_partial(bytes, dst, 0);
        }
    }
}
