//! UTF-16 to UTF-8, by blocks and by parts of 32 units. [`bytes`] computes up to four bytes for each unit, and
//! `vpcompressb` drops those that it does not need.

use core::arch::x86_64::{__m256i, _mm512_castsi256_si512, _mm512_cvtepi16_epi8};

use placemat_core::convert::Progress;
use placemat_core::utf16::{is_high, is_low};
use placemat_simd::Simd;
use placemat_simd::convert::{Dst, PART_UNITS, UNITS};

use super::super::{Avx512, token::operations, vectors::V};
use crate::avx2::Avx2;

mod bytes;
mod masked;
mod short;
mod words;

pub(super) use bytes::PART;
pub(super) use masked::MASKED_MAX_LEN;

const _: () = assert!(PART == PART_UNITS && UNITS.is_multiple_of(PART));

/// How many of the first `units` come before an unpaired surrogate; `None` if none do. There is one at `units` or
/// right before.
#[cold]
#[inline(never)]
fn before_lone(left: &[u16], units: usize) -> Option<usize> {
    let last = *left.get(units.checked_sub(1)?)?;
    let after = left.get(units).copied().unwrap_or(0);
    let units = units - usize::from(is_high(last) && !is_low(after));
    (units > 0).then_some(units)
}

#[expect(clippy::cast_possible_truncation, reason = "the lower half is the unit")]
fn low_half(bits: u128) -> u64 {
    bits as u64
}

impl Avx512 {
    /// [`FromUtf16::encode_utf16_part`](placemat_simd::convert::FromUtf16::encode_utf16_part).
    #[inline(always)]
    pub(super) fn encode_part(self, source: &[u16], at: usize, dst: &mut [u8]) -> Option<Progress> {
        let left = source.get(at..)?;
        let mut read = left.len().min(PART);
        if read == 0 {
            return None;
        }
        let unit = self.load_partial(left, 0);
        if self.below(unit, 0x80) == u32::MAX {
            return self.ascii_part(unit, read, dst);
        }
        if self.below(unit, 0x800) == u32::MAX {
            let written = self.keep_partial(self.two_bytes(unit), dst, PART - read)?;
            return Some(Progress { read, written });
        }
        let mut tail = self.tail(unit);
        if self.are(unit, 0xF800, 0xD800) != 0 {
            let lone;
            (tail, lone) = self.surrogate_tails(self.load_before(source, at), unit, tail);
            let after = left.get(read).copied().unwrap_or(0);
            // A branch, which is predictable, and not arithmetic, since the next part waits for `read`.
            if lone != 0 || is_high(left[read - 1]) & !is_low(after) {
                read = before_lone(left, read.min(lone.trailing_zeros() as usize))?;
                let [(front, in_front), (back, in_back)] = self.three_bytes(unit, tail);
                let there = u128::MAX >> (128 - 4 * read);
                let written = self.keep_exactly((front, in_front & low_half(there)), dst)?;
                let back = (back, in_back & low_half(there >> 64));
                let written = written + self.keep_exactly(back, &mut dst[written..])?;
                return Some(Progress { read, written });
            }
        }
        let [front, back] = self.three_bytes(unit, tail);
        // Missing units are loaded as zeros, one byte each, at the end.
        let missing = PART - read;
        let in_front = missing.saturating_sub(PART / 2);
        let written = self.keep_partial(front, dst, in_front)?;
        let written = written + self.keep_partial(back, &mut dst[written..], missing - in_front)?;
        Some(Progress { read, written })
    }

    /// Loads the units of a block.
    #[inline(always)]
    pub(super) fn parts(self, units: &[u16; UNITS]) -> [V; UNITS / PART] {
        const { assert!(UNITS / PART == 4) };
        [self.load(units, 0), self.load(units, PART), self.load(units, 2 * PART), self.load(units, 3 * PART)]
    }

    operations! {
        /// The lower byte of each unit.
        pub(super) fn narrowed(units: V) -> __m256i { _mm512_cvtepi16_epi8(units) }

        /// The bytes, and any after them.
        pub(super) fn as_lower_half(bytes: __m256i) -> V { _mm512_castsi256_si512(bytes) }
    }

    /// Writes a block that is ASCII.
    #[inline(always)]
    pub(super) fn ascii_block(self, units: &[u16; UNITS], dst: &mut Dst) -> usize {
        let (pairs, _) = units.as_chunks::<{ 2 * PART }>();
        let (dsts, _) = dst.as_chunks_mut::<{ 2 * PART }>();
        for (units, dst) in pairs.iter().zip(dsts) {
            let bytes = self.lower_bytes(self.load(units, 0), self.load(units, PART));
            self.store(bytes, dst, 0);
        }
        UNITS
    }

    /// Writes the first `read` units, which must be ASCII.
    #[inline(always)]
    fn ascii_part(self, units: V, read: usize, dst: &mut [u8]) -> Option<Progress> {
        let bytes = self.narrowed(units);
        if let Some(dst) = dst.first_chunk_mut::<PART>() {
            Avx2::from(self).store(bytes, dst, 0);
        } else {
            self.store_partial(self.as_lower_half(bytes), dst.get_mut(..read)?, 0);
        }
        Some(Progress { read, written: read })
    }

    /// Compresses the needed bytes into the destination if it has 64 bytes, with anything after them. Returns their
    /// number.
    #[inline(always)]
    pub(super) fn keep(self, (bytes, needed): (V, u64), dst: &mut [u8]) -> usize {
        let bytes = self.compress(needed, bytes);
        if let Some(dst) = dst.first_chunk_mut::<64>() {
            self.store(bytes, dst, 0);
        }
        needed.count_ones() as usize
    }

    /// [`keep`](Self::keep) without the last few bytes, if the others fit.
    #[inline(always)]
    fn keep_partial(self, (bytes, needed): (V, u64), dst: &mut [u8], without: usize) -> Option<usize> {
        if dst.len() >= 64 {
            return Some(self.keep((bytes, needed), dst) - without);
        }
        let bytes = self.compress(needed, bytes);
        let written = needed.count_ones() as usize - without;
        self.store_partial(bytes, dst.get_mut(..written)?, 0);
        Some(written)
    }

    /// [`keep`](Self::keep) if the bytes fit, without writing anything after them.
    #[inline(always)]
    fn keep_exactly(self, (bytes, needed): (V, u64), dst: &mut [u8]) -> Option<usize> {
        let written = needed.count_ones() as usize;
        let bytes = self.compress(needed, bytes);
        self.store_partial(bytes, dst.get_mut(..written)?, 0);
        Some(written)
    }
}
