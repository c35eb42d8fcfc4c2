//! Masked loads of short inputs: they read no byte out of bounds, and no branch depends on the length.
//!
//! A mask has one bit per four bytes. So the loads read the *whole* groups of four, and the rest comes from the last
//! four bytes of the input, shifted into place.
//!
//! CPUs take hundreds of cycles for a masked load that extends into an inaccessible page, and an emulator may read
//! from that page. So inputs near the end of a page are copied first.

use placemat_simd::{BLOCK, REACH, Simd};

use super::Avx2;
use crate::arch::{
    __m256i, _mm_cvtsi32_si128, _mm256_blendv_ps, _mm256_castps_si256, _mm256_castsi256_ps,
    _mm256_loadu_si256, _mm256_maskload_epi32, _mm256_set1_epi32, _mm256_srl_epi32, _mm256_zextsi128_si256,
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
    fours: [__m256i; 2],
    /// FF for each byte that the input has.
    masks: [__m256i; 2],
    /// The length of the input.
    len: usize,
}

impl Masked {
    #[inline(always)]
    pub(super) fn new(simd: Avx2, bytes: &[u8]) -> Self {
        let masks = masks(simd, bytes.len());
        // The highest bit of the last of four bytes selects all four. It is set only if the input has that byte, and
        // so those before it.
        // SAFETY: the token exists, and the bytes that are read are in bounds.
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
        // SAFETY: the token exists.
        let last = unsafe { _mm_cvtsi32_si128(last.cast_signed()) };
        // SAFETY: the token exists.
        let last = unsafe { _mm256_zextsi128_si256(last) };
        !simd.any_high_bit(simd.or(simd.or(low, last), high))
    }

    /// All bytes, of which the last four are `last`, padded with zeros. (For fewer than four bytes, `last` begins
    /// with zeros.)
    #[inline(always)]
    pub(super) fn filled(self, last: u32) -> [__m256i; 2] {
        let Self { simd, fours, masks, len } = self;
        #[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "0 to 24")]
        let others = (len.wrapping_neg() % 4 * 8) as i32;
        // SAFETY: the token exists.
        let others = unsafe { _mm_cvtsi32_si128(others) };
        // SAFETY: the token exists.
        let last = unsafe { _mm256_set1_epi32(last.cast_signed()) };
        // SAFETY: the token exists.
        let rest = unsafe { _mm256_srl_epi32(last, others) };
        [
            simd.and(simd.fours_where(masks[0], fours[0], rest), masks[0]),
            simd.and(simd.fours_where(masks[1], fours[1], rest), masks[1]),
        ]
    }
}

/// The masks for an input of this length.
#[inline(always)]
fn masks(simd: Avx2, len: usize) -> [__m256i; 2] {
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
    match (from.first_chunk(), from.get(Avx2::LANES..).and_then(|from| from.first_chunk())) {
        (Some(low), Some(high)) => [simd.whole(low), simd.whole(high)],
        // Unreachable: no input is longer.
        _ => [simd.splat(0); 2],
    }
}

impl Avx2 {
    /// Loads all bytes.
    #[inline(always)]
    pub(super) fn whole(self, bytes: &[u8; Avx2::LANES]) -> __m256i {
        // SAFETY: the token exists, and the bytes are in bounds.
        unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
    }

    /// Selects four lanes at a time: `a` where the highest bit of the mask is set, else `b`.
    #[inline(always)]
    fn fours_where(self, mask: __m256i, a: __m256i, b: __m256i) -> __m256i {
        // The instruction is typed for floating-point numbers.
        // SAFETY: the token exists.
        let mask = unsafe { _mm256_castsi256_ps(mask) };
        // SAFETY: the token exists.
        let a = unsafe { _mm256_castsi256_ps(a) };
        // SAFETY: the token exists.
        let b = unsafe { _mm256_castsi256_ps(b) };
        // SAFETY: the token exists.
        let chosen = unsafe { _mm256_blendv_ps(b, a, mask) };
        // SAFETY: the token exists.
        unsafe { _mm256_castps_si256(chosen) }
    }
}
