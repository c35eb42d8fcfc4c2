//! UTF-8 to UTF-16: the lane kernels, and compression by `vpcompressb`.
//!
//! ```text
//! middle = b1 >= 80 ? MIDDLE[b2 & 3F] : 0              xx00yyyy of 10yyyyxx, for both bytes of the unit
//! low    = b1 & 7F | middle & C0
//! high   = middle & 0F | UPPER[max(b3, DF) & 3F]       zzzz0000 of 1110zzzz
//! writes = b0 is not a continuation byte
//! store(dst, zip(compress(writes, low), compress(writes, high))); dst += count(writes)
//! ```
//!
//! - **Tables of 64 entries** (`vpermb`) take the place of the lookups by nibble in `lanes.rs` of `placemat-simd`, which
//!   explains the bits. The instruction ignores the two upper bits of an index, which mark a continuation byte: the
//!   index is what b2 contributes.
//! - **A mask** zeroes the lanes of ASCII in the lookup itself. For b3, a maximum makes all bytes below E0 the same entry,
//!   0, without a mask.
//! - **Bytes are compressed**, low and high ones apart, before they become units. So the units of 64 lanes are one
//!   sequence of two vectors, and the second store does not wait for the count of the first.
//! - **Pairs** (`surrogates.rs`) need a branch per vector, which text without emoji predicts well.
//! - **The ends** are loaded under masks with zeros around the text, which show where a sequence is cut off.

mod masked;

use core::arch::x86_64::{
    __m256i, _mm512_cvtepu8_epi16, _mm512_mask_mov_epi8, _mm512_maskz_mov_epi8, _mm512_set1_epi8,
};

use placemat_simd::convert::{Convert, Lanes, ToUtf16};
use placemat_simd::validate::Step;
use placemat_simd::validate::steps::{LEAD, LEAD3};

pub(super) use masked::MASKED_MAX_LEN;

use super::super::vectors::V;
use super::super::{Avx512, steps::FusedFull, token::operations};

/// The maximum length of a text that [`Avx512::widen_short`] converts.
pub(super) const ASCII_MAX_LEN: usize = 256;

impl Avx512 {
    operations! {
        /// Keeps these lanes, and zeroes the others.
        pub(super) fn only(lanes: u64, a: V) -> V { _mm512_maskz_mov_epi8(lanes, a) }

        /// Replaces these lanes by the byte.
        pub(super) fn put_byte(lanes: u64, byte: u8, a: V) -> V {
            _mm512_mask_mov_epi8(a, lanes, _mm512_set1_epi8(byte.cast_signed()))
        }

        /// The bytes as units.
        pub(super) fn widened(bytes: __m256i) -> V { _mm512_cvtepu8_epi16(bytes) }
    }

    /// The units of the lanes that write, compressed.
    #[inline(always)]
    pub(super) fn together(self, lanes: Lanes<V>) -> [V; 2] {
        let Lanes { low, high, writes } = lanes;
        let low = self.compress(writes, low);
        let high = self.compress(writes, high);
        self.zip(low, high)
    }

    /// Fills the destination, which has up to 64 units.
    #[inline(always)]
    pub(super) fn store_units(self, [front, back]: [V; 2], dst: &mut [u16]) {
        self.store_partial(front, dst, 0);
        // No branch: it would depend on the length, which is unpredictable.
        self.store_partial(back, dst, 32);
    }

    /// Converts 33 to [`ASCII_MAX_LEN`] bytes if they are ASCII and fit.
    #[inline(always)]
    pub(super) fn widen_short(self, source: &[u8], dst: &mut [u16]) -> bool {
        match source.len() {
            ..65 => self.widen_ends::<32>(source, dst),
            65..129 => self.widen_ends::<64>(source, dst),
            _ => self.widen_ends::<128>(source, dst),
        }
    }

    /// Converts `N` to `2 * N` bytes if they are ASCII and fit: the first `N` and the last `N`, which overlap, so that
    /// nothing depends on the exact length, which is unpredictable.
    #[inline(always)]
    fn widen_ends<const N: usize>(self, source: &[u8], dst: &mut [u16]) -> bool {
        let Some(dst) = dst.get_mut(..source.len()) else { return false };
        if let (Some(first), Some(last)) = (source.first_chunk::<N>(), source.last_chunk())
            && let Some(units) = dst.first_chunk_mut()
        {
            // One branch for both: two would be mispredicted more often in mixed text.
            let is_ascii = self.widen(first, units);
            if let Some(units) = dst.last_chunk_mut::<N>() {
                return is_ascii & self.widen(last, units);
            }
        }
        false
    }

    /// Converts the lanes of up to 64 bytes from `at` on, by masked loads. Returns the number of units, or `None` if
    /// there is an error or the units do not fit.
    #[inline(always)]
    pub(super) fn convert_partial(self, source: &[u8], at: usize, dst: &mut [u16]) -> Option<usize> {
        let b = self.frame(source, at)?;
        let [b0, b1, b2, b3, _] = b;
        let step = FusedFull::default();
        if !step.is_valid(self, step.step(self, step.start(self), [b0, b1, b2, b3])) {
            return None;
        }
        let mut lanes = self.units(b);
        lanes.writes &= self.first_lanes(source.len() - at);
        self.place(lanes, dst, 0)
    }
}

/// Indexed by the six lower bits of b2: the lowest two, shifted to the top of the lower byte; and the other four,
/// shifted to the bottom of the upper byte.
pub(super) static MIDDLE: [u8; 64] = {
    let mut table = [0; 64];
    let mut bits = 0;
    while bits < 64 {
        table[bits as usize] = (bits & 3) << 6 | bits >> 2;
        bits += 1;
    }
    table
};

/// Indexed by the six lower bits of a three-byte lead: its four bits, shifted up. 0 for other lead bytes.
pub(super) static UPPER: [u8; 64] = {
    let mut table = [0; 64];
    let mut bits = 0;
    while bits < 16 {
        table[(LEAD3 - LEAD + bits) as usize] = bits << 4;
        bits += 1;
    }
    table
};
