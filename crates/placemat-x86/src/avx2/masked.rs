//! Short inputs, loaded under masks: no byte outside is read, and no branch depends on how many there are.
//!
//! The mask of a load has one bit for four bytes. So the loads bring the *whole* fours, and what follows them
//! comes from the last four bytes of the input, moved to where it belongs.
//!
//! A processor takes hundreds of cycles for a masked load of which a part lies in a page that cannot be read,
//! and an emulator may read that part. So inputs near the end of a page are copied first.

use placemat_simd::{BLOCK, REACH, Simd};

use super::Avx2;
use crate::arch::{
    __m256i, _mm_cvtsi32_si128, _mm256_blendv_ps, _mm256_castps_si256, _mm256_castsi256_ps,
    _mm256_loadu_si256, _mm256_maskload_epi32, _mm256_set1_epi32, _mm256_srl_epi32, _mm256_zextsi128_si256,
};

/// The longest input: one byte less than a window.
const MAX_LEN: usize = REACH + BLOCK - 1;

/// Bytes of two vectors.
const BOTH: usize = 2 * Avx2::LANES;

/// The smallest pages that there are.
const PAGE: usize = 4096;

/// Room for a copy of an input.
pub(super) type Dst = [u8; MAX_LEN];

/// Whether two vectors from the first byte on would reach into another page.
#[inline(always)]
pub(super) fn is_at_page_end(bytes: &[u8]) -> bool {
    bytes.as_ptr().addr() % PAGE > PAGE - BOTH
}

/// The first 64 bytes of an input, or all.
#[derive(Clone, Copy)]
pub(super) struct Masked {
    simd: Avx2,
    /// The whole fours, and zeros after them.
    fours: [__m256i; 2],
    /// Which bytes there are.
    masks: [__m256i; 2],
    /// How many there are.
    len: usize,
}

impl Masked {
    #[inline(always)]
    pub(super) fn new(simd: Avx2, bytes: &[u8]) -> Self {
        let masks = masks(simd, bytes.len());
        // Of four bytes the highest bit of the last one says that they are read. It is set only where that
        // byte, and so those before it, are there.
        // SAFETY: the token exists, and what is read is inside.
        let low = unsafe { _mm256_maskload_epi32(bytes.as_ptr().cast(), masks[0]) };
        // It may begin outside; then nothing is read.
        let after = bytes.as_ptr().wrapping_add(Avx2::LANES);
        // SAFETY: as above.
        let high = unsafe { _mm256_maskload_epi32(after.cast(), masks[1]) };
        Self { simd, fours: [low, high], masks, len: bytes.len() }
    }

    /// Of an input of so many bytes, fewer than four: nothing is read.
    #[inline(always)]
    pub(super) fn without_fours(simd: Avx2, len: usize) -> Self {
        Self { simd, fours: [simd.splat(0); 2], masks: masks(simd, len), len }
    }

    /// Whether nothing has its highest bit set: of the whole fours, and of the last four bytes.
    #[inline(always)]
    pub(super) fn is_ascii(self, last: u32) -> bool {
        let Self { simd, fours: [low, high], .. } = self;
        // SAFETY: the token exists.
        let last = unsafe { _mm_cvtsi32_si128(last.cast_signed()) };
        // SAFETY: the token exists.
        let last = unsafe { _mm256_zextsi128_si256(last) };
        !simd.any_high_bit(simd.or(simd.or(low, last), high))
    }

    /// All of the bytes, of which the last four are `last`, and zeros after them. (Fewer than four have zeros
    /// before them in `last`.)
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

/// The masks of the bytes that an input of this length has.
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
        // Never: no input is longer.
        _ => [simd.splat(0); 2],
    }
}

impl Avx2 {
    /// All of the bytes.
    #[inline(always)]
    pub(super) fn whole(self, bytes: &[u8; Avx2::LANES]) -> __m256i {
        // SAFETY: the token exists, and the bytes are there.
        unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
    }

    /// In every four lanes those of `a` where the highest bit of the mask is set, otherwise those of `b`.
    #[inline(always)]
    fn fours_where(self, mask: __m256i, a: __m256i, b: __m256i) -> __m256i {
        // The operation has the type of floating-point numbers, which these are not.
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
