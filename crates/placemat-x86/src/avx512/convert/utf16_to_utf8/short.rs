//! Short texts, and the ends of long ones, all at once. Lengths and scripts vary from text to text. So one branch
//! selects up to two vectors or up to four, and a few check the units of all of them.

use core::arch::x86_64::{__m512i, _mm512_mask_storeu_epi8, _mm512_storeu_si512};

use placemat_core::{
    convert::{Progress, Utf16, portable},
    utf16::is_high,
};
use placemat_simd::{Operation, Simd};

use super::{super::super::vectors::first_lanes, Avx512, bytes::PART};

/// The maximum number of units for [`rest`].
pub(super) const REST: usize = 4 * PART;

/// Units of ASCII that become a vector.
const BLOCK: usize = 2 * PART;

/// The maximum number of units that [`Avx512::short_ascii`] converts.
const ASCII: usize = 4 * BLOCK;

/// [`Avx512::rest`] with its arguments.
pub(super) struct Rest<'a> {
    pub(super) source: &'a [u16],
    pub(super) at: usize,
    pub(super) dst: &'a mut [u8],
}

impl Operation<Avx512> for Rest<'_> {
    type Output = Option<usize>;

    #[inline(always)]
    fn run(self, simd: Avx512) -> Option<usize> {
        simd.rest(self.source, self.at, self.dst)
    }
}

impl Avx512 {
    /// [`Convert::encode_utf16_short`](placemat_simd::convert::Convert::encode_utf16_short), up to [`REST`] units, and
    /// up to [`ASCII`] if they are.
    #[inline(always)]
    pub(in super::super) fn short(self, source: &[u16], dst: &mut [u8]) -> Option<Progress> {
        let read = source.len();
        if self.short_ascii(source, dst) {
            return Some(Progress { read, written: read });
        }
        if read > REST {
            return None;
        }
        Some(match self.rest(source, 0, dst) {
            Some(written) => Progress { read, written },
            // Half of a pair is missing, or space: finding the place with vectors takes longer.
            None => portable::to_few::<Utf16>(source, dst),
        })
    }

    /// Converts 64 to 256 units if they are ASCII and fit, in four blocks, the last ones overlapping. All units are
    /// checked at once, so a text takes one branch.
    #[inline(always)]
    fn short_ascii(self, source: &[u16], dst: &mut [u8]) -> bool {
        let (BLOCK..=ASCII, Some(dst)) = (source.len(), dst.get_mut(..source.len())) else { return false };
        let last = source.len() - BLOCK;
        let mut bytes = [self.splat(0); ASCII / BLOCK];
        let mut all = self.splat(0);
        let mut nth = 0;
        while nth < ASCII / BLOCK {
            let Some(units) =
                source.get((nth * BLOCK).min(last)..).and_then(|rest| rest.first_chunk::<BLOCK>())
            else {
                return false;
            };
            let (front, back) = (self.load(units, 0), self.load(units, PART));
            all = self.or(all, self.or(front, back));
            bytes[nth] = self.lower_bytes(front, back);
            nth += 1;
        }
        if self.below(all, 0x80) != u32::MAX {
            return false;
        }
        let mut nth = 0;
        while nth < ASCII / BLOCK {
            self.fill(bytes[nth], &mut dst[(nth * BLOCK).min(last)..]);
            nth += 1;
        }
        true
    }

    /// Converts the units from `at` on, up to [`REST`], and returns the number of bytes. `None` if half of a pair is
    /// missing, or the output does not fit. The unit before `at` must not be an unpaired high surrogate.
    #[inline(always)]
    pub(super) fn rest(self, source: &[u16], at: usize, dst: &mut [u8]) -> Option<usize> {
        let len = source.len() - at;
        if len > BLOCK {
            // ASCII has been converted, or is at the end of a long text.
            return self.vectors::<4, 8>(source, at, dst);
        }
        let [front, back] = [self.load_partial(source, at), self.load_partial(source, at + PART)];
        if self.below(self.or(front, back), 0x80) == u32::MAX {
            let bytes = self.lower_bytes(front, back);
            let fits = dst.len() >= BLOCK;
            self.fill(bytes, if fits { dst } else { dst.get_mut(..len)? });
            return Some(len);
        }
        if len > PART { self.vectors::<2, 4>(source, at, dst) } else { self.vector(source, at, front, dst) }
    }

    /// The same for one vector, which has been loaded and is not ASCII.
    #[inline(always)]
    fn vector(self, source: &[u16], at: usize, units: __m512i, dst: &mut [u8]) -> Option<usize> {
        let len = source.len() - at;
        if self.below(units, 0x800) == u32::MAX {
            let (bytes, needed) = self.two(units);
            return self.put_few([(bytes, needed & first_lanes(2 * len))], dst);
        }
        let before = self.load_before(source, at);
        let (tail, lone) = self.pairs(before, units, self.tail(units));
        if lone != 0 || source.last().is_some_and(|last| is_high(*last)) {
            return None;
        }
        let [(front, of_front), (back, of_back)] = self.three(units, tail);
        let (in_front, in_back) = (first_lanes(4 * len), first_lanes((4 * len).saturating_sub(64)));
        self.put_few([(front, of_front & in_front), (back, of_back & in_back)], dst)
    }

    /// Compresses the needed bytes into the destination, and writes no others. Returns their number, or `None` if
    /// they do not fit. For more vectors, [`put_all`](Self::put_all) is faster.
    #[inline(always)]
    pub(super) fn put_few<const N: usize>(
        self,
        vectors: [(__m512i, u64); N],
        dst: &mut [u8],
    ) -> Option<usize> {
        let count = |needed: u64| needed.count_ones() as usize;
        let written = vectors.iter().map(|(_, needed)| count(*needed)).sum();
        let mut dst = dst.get_mut(..written)?.as_mut_ptr();
        for (bytes, needed) in vectors {
            let bytes = self.compress(needed, bytes);
            // SAFETY: the token exists, and the destination has all the bytes that are needed.
            unsafe { _mm512_mask_storeu_epi8(dst.cast(), first_lanes(count(needed)), bytes) };
            dst = dst.wrapping_add(count(needed));
        }
        Some(written)
    }

    /// The same for up to `N` vectors.
    #[inline(always)]
    fn vectors<const N: usize, const HALVES: usize>(
        self,
        source: &[u16],
        at: usize,
        dst: &mut [u8],
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
                bytes[nth] = self.two(units[nth]);
                nth += 1;
            }
            return self.put_all(bytes, missing, dst);
        }
        // No branch on surrogates: in mixed scripts, it would cost more than the work for pairs.
        let mut bytes = [(self.splat(0), 0); HALVES];
        let mut lone = u32::from(source.last().is_some_and(|last| is_high(*last)));
        let mut nth = 0;
        while nth < N {
            let before = self.load_before(source, at + nth * PART);
            let (tail, without) = self.pairs(before, units[nth], self.tail(units[nth]));
            lone |= without;
            [bytes[2 * nth], bytes[2 * nth + 1]] = self.three(units[nth], tail);
            nth += 1;
        }
        if lone == 0 { self.put_all(bytes, missing, dst) } else { None }
    }

    /// Compresses the needed bytes, except the last `without`. Returns their number, or `None` if they do not fit.
    #[inline(always)]
    fn put_all<const N: usize>(
        self,
        vectors: [(__m512i, u64); N],
        without: usize,
        dst: &mut [u8],
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
