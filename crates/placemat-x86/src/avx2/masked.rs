//! Masked loads of short inputs: they read no byte out of bounds, and no branch depends on the length.
//!
//! A mask has one bit per four bytes. So the loads read the *whole* groups of four, and the rest comes from the last
//! four bytes of the input, shifted into place.
//!
//! CPUs take hundreds of cycles for a masked load that extends into an inaccessible page, and an emulator may read
//! from that page. So inputs near the end of a page are copied first.

use placemat_simd::{BLOCK, REACH, Simd};

use super::{Avx2, token::operations, vectors::V};
use crate::arch::{
    _mm_cvtsi32_si128, _mm256_blendv_ps, _mm256_castps_si256, _mm256_castsi256_ps, _mm256_maskload_epi32,
    _mm256_set1_epi32, _mm256_srl_epi32, _mm256_zextsi128_si256,
};

/// The maximum length of an input: one byte less than a window.
const MAX_LEN: usize = REACH + BLOCK - 1;

/// Bytes in two vectors.
const BOTH: usize = 2 * Avx2::LANES;

/// The smallest page size.
const PAGE: usize = 4096;

/// A buffer for a copy of an input.
pub(super) type Dst = [u8; MAX_LEN];

/// Whether two vectors from the first byte on would extend into another page.
#[inline(always)]
pub(super) fn is_at_page_end(bytes: &[u8]) -> bool {
    bytes.as_ptr().addr() % PAGE > PAGE - BOTH
}

/// The first 64 bytes of an input, or all of it.
#[derive(Clone, Copy)]
pub(super) struct Masked {
    simd: Avx2,
    /// The whole groups of four bytes, padded with zeros.
    fours: [V; 2],
    /// FF for each byte that the input has.
    masks: [V; 2],
    /// The length of the input.
    len: usize,
}

impl Masked {
    #[inline(always)]
    pub(super) fn new(simd: Avx2, bytes: &[u8]) -> Self {
        let masks = masks(simd, bytes.len());
        // The highest bit of the last of four bytes selects all four. It is set only if the input has that byte, and so
        // those before it. SAFETY: the token exists, and the bytes that are read are in bounds.
        let low = unsafe { _mm256_maskload_epi32(bytes.as_ptr().cast(), masks[0]) };
        // This may begin out of bounds; then nothing is read.
        let after = bytes.as_ptr().wrapping_add(Avx2::LANES);
        // SAFETY: as above.
        let high = unsafe { _mm256_maskload_epi32(after.cast(), masks[1]) };
        Self { simd, fours: [low, high], masks, len: bytes.len() }
    }

    /// For fewer than four bytes: reads nothing.
    #[inline(always)]
    pub(super) fn without_fours(simd: Avx2, len: usize) -> Self {
        Self { simd, fours: [simd.splat(0); 2], masks: masks(simd, len), len }
    }

    /// Whether the whole groups of four and the last four bytes are ASCII.
    #[inline(always)]
    pub(super) fn is_ascii(self, last: u32) -> bool {
        let Self { simd, fours: [low, high], .. } = self;
        let last = simd.lowest(last);
        !simd.any_high_bit(simd.or(simd.or(low, last), high))
    }

    /// All bytes, of which the last four are `last`, padded with zeros. (For fewer than four bytes, `last` begins
    /// with zeros.)
    #[inline(always)]
    pub(super) fn filled(self, last: u32) -> [V; 2] {
        let Self { simd, fours, masks, len } = self;
        #[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "0 to 24")]
        let others = (len.wrapping_neg() % 4 * 8) as i32;
        let rest = simd.fours_shifted_down(last, others);
        [
            simd.and(simd.fours_where(masks[0], fours[0], rest), masks[0]),
            simd.and(simd.fours_where(masks[1], fours[1], rest), masks[1]),
        ]
    }
}

/// The masks for an input of this length.
#[inline(always)]
fn masks(simd: Avx2, len: usize) -> [V; 2] {
    const MASKS: &[u8; MAX_LEN + BOTH] = &{
        let mut masks = [0; MAX_LEN + BOTH];
        let mut at = 0;
        while at < MAX_LEN {
            masks[at] = 0xFF;
            at += 1;
        }
        masks
    };
    let from = MASKS.get(MAX_LEN.wrapping_sub(len)..).unwrap_or_default();
    match from.first_chunk::<BOTH>() {
        Some(both) => [simd.load(both, 0), simd.load(both, Avx2::LANES)],
        // Unreachable: no input is longer.
        None => [simd.splat(0); 2],
    }
}

impl Avx2 {
    operations! {
        /// Four bytes and zeros.
        fn lowest(four: u32) -> V { _mm256_zextsi128_si256(_mm_cvtsi32_si128(four.cast_signed())) }

        /// The four bytes, shifted down by so many bits, in all lanes.
        fn fours_shifted_down(four: u32, bits: i32) -> V {
            _mm256_srl_epi32(_mm256_set1_epi32(four.cast_signed()), _mm_cvtsi32_si128(bits))
        }

        /// Selects four lanes at a time: `a` where the highest bit of the mask is set, else `b`.
        fn fours_where(mask: V, a: V, b: V) -> V {
            // The instruction is typed for floating-point numbers.
            let [mask, a, b] = [_mm256_castsi256_ps(mask), _mm256_castsi256_ps(a), _mm256_castsi256_ps(b)];
            _mm256_castps_si256(_mm256_blendv_ps(b, a, mask))
        }
    }
}
