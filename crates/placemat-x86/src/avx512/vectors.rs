//! Vector operations.

use core::arch::asm;
use core::arch::x86_64::{
    __m128i, __m256i, __m512i, _bzhi_u64, _mm_set_epi64x, _mm256_maskz_loadu_epi8, _mm256_maskz_loadu_epi16,
    _mm512_add_epi8, _mm512_adds_epi8, _mm512_alignr_epi8, _mm512_alignr_epi64, _mm512_and_si512,
    _mm512_broadcast_i32x4, _mm512_cmpge_epu8_mask, _mm512_loadu_si512, _mm512_mask_storeu_epi8,
    _mm512_mask_storeu_epi16, _mm512_mask_storeu_epi32, _mm512_maskz_add_epi8, _mm512_maskz_compress_epi8,
    _mm512_maskz_loadu_epi8, _mm512_maskz_loadu_epi16, _mm512_maskz_loadu_epi32,
    _mm512_maskz_permutexvar_epi8, _mm512_max_epu8, _mm512_min_epu8, _mm512_movepi8_mask, _mm512_movm_epi8,
    _mm512_or_si512, _mm512_packs_epi16, _mm512_permutex2var_epi8, _mm512_permutexvar_epi8, _mm512_set1_epi8,
    _mm512_shldi_epi16, _mm512_shuffle_epi8, _mm512_srli_epi16, _mm512_storeu_si512, _mm512_subs_epu8,
    _mm512_test_epi8_mask, _mm512_unpackhi_epi8, _mm512_unpacklo_epi8, _mm512_xor_si512,
};

use placemat_simd::{Simd, Unit, Window, validate::after_zeros};

use super::{Avx512, token::operations};
use crate::sse4::Sse4;

/// Sixty-four bytes.
pub(super) type V = __m512i;

impl Simd for Avx512 {
    type V = V;
    type Sixteen = Sse4;

    const LANES: usize = 64;

    #[inline(always)]
    fn sixteen(self) -> Sse4 {
        self.into()
    }

    placemat_simd::load_store! { _mm512_loadu_si512, _mm512_storeu_si512 }

    #[inline(always)]
    fn between(self, _: &Window, _: usize, above: V, below: V) -> V {
        // A load that crosses a cache line counts as two.
        self.middle(above, below)
    }

    #[inline(always)]
    fn repeat(self, sixteen: &[u8; 16]) -> V {
        self.four_times(Sse4::from(self).load(sixteen, 0))
    }

    #[inline(always)]
    fn prev<const N: usize>(self, before: V, a: V) -> V {
        self.shifted::<N>(a, self.quarters_below(a, before))
    }

    operations! {
        fn splat(byte: u8) -> V { _mm512_set1_epi8(byte.cast_signed()) }
        fn or(a: V, b: V) -> V { _mm512_or_si512(a, b) }
        fn and(a: V, b: V) -> V { _mm512_and_si512(a, b) }
        fn xor(a: V, b: V) -> V { _mm512_xor_si512(a, b) }
        fn add(a: V, b: V) -> V { _mm512_add_epi8(a, b) }
        fn add_signed_saturating(a: V, b: V) -> V { _mm512_adds_epi8(a, b) }
        fn sub_saturating(a: V, b: V) -> V { _mm512_subs_epu8(a, b) }
        fn min(a: V, b: V) -> V { _mm512_min_epu8(a, b) }
        fn max(a: V, b: V) -> V { _mm512_max_epu8(a, b) }

        fn high_nibble(a: V) -> V {
            // x86 has no byte shifts; the mask removes bits that a word shift moves in from the neighbour.
            _mm512_and_si512(_mm512_srli_epi16::<4>(a), _mm512_set1_epi8(0x0F))
        }

        fn pack(low: V, high: V) -> V {
            // Packs signed words with saturation: only 0 becomes 0.
            _mm512_packs_epi16(low, high)
        }

        fn shuffle(bytes: V, index: V) -> V { _mm512_shuffle_epi8(bytes, index) }
        fn interleave(a: V, b: V) -> [V; 2] { [_mm512_unpacklo_epi8(a, b), _mm512_unpackhi_epi8(a, b)] }

        fn join(low: u64, high: u64) -> V {
            _mm512_broadcast_i32x4(_mm_set_epi64x(high.cast_signed(), low.cast_signed()))
        }

        fn lanes_of(set: u64) -> V { _mm512_movm_epi8(set) }
        fn movemask(a: V) -> u64 { _mm512_movepi8_mask(a) }
        fn nonzero(a: V) -> u64 { _mm512_test_epi8_mask(a, a) }
    }
}

/// Operations beyond [`Simd`].
impl Avx512 {
    /// Loads the units from `at` on, up to a vector, padded with zeros.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the first lanes are the lowest bits")]
    pub(super) fn load_partial<U: Unit>(self, units: &[U], at: usize) -> V {
        let lanes = self.first_lanes(units.len().saturating_sub(at));
        // If no lane is loaded, this may be out of bounds.
        let from = units.as_ptr().wrapping_add(at);
        match size_of::<U>() {
            // SAFETY: the token exists, and only units of these lanes are read, which are in bounds.
            1 => unsafe { _mm512_maskz_loadu_epi8(lanes, from.cast()) },
            // SAFETY: as above.
            2 => unsafe { _mm512_maskz_loadu_epi16(lanes as u32, from.cast()) },
            // SAFETY: as above.
            _ => unsafe { _mm512_maskz_loadu_epi32(lanes as u16, from.cast()) },
        }
    }

    /// Loads the units, up to half a vector, padded with zeros. Across a cache line this takes one cycle, and a load of
    /// up to a whole vector three.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the first lanes are the lowest bits")]
    pub(super) fn load_half<U: Unit>(self, units: &[U]) -> __m256i {
        let lanes = low_half(self.first_lanes(units.len().min(32 / size_of::<U>())));
        match size_of::<U>() {
            // SAFETY: the token exists, and only units of these lanes are read, which are in bounds.
            1 => unsafe { _mm256_maskz_loadu_epi8(lanes, units.as_ptr().cast()) },
            // SAFETY: as above.
            _ => unsafe { _mm256_maskz_loadu_epi16(lanes as u16, units.as_ptr().cast()) },
        }
    }

    /// Loads the unit before each of those from `at` on; 0 after the last of those, and before the first unit.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the first lanes are the lowest bits")]
    pub(super) fn load_before(self, units: &[u16], at: usize) -> V {
        let lanes = self.first_lanes(units.len().saturating_sub(at)) as u32 & !u32::from(at == 0);
        let from = units.as_ptr().wrapping_add(at).wrapping_sub(1);
        // SAFETY: the token exists, and only units of these lanes are read, which are in bounds.
        unsafe { _mm512_maskz_loadu_epi16(lanes, from.cast()) }
    }

    /// Fills `dst[at..]`, as far as the vector reaches. `dst` has up to 64 units, whose lanes are computed only once.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the first lanes are the lowest bits")]
    pub(super) fn store_partial<U: Unit>(self, a: V, dst: &mut [U], at: usize) {
        assert!(at < Self::LANES);
        let lanes = self.first_lanes(dst.len()) >> at;
        // If no lane is stored, this may be out of bounds.
        let to = dst.as_mut_ptr().wrapping_add(at);
        match size_of::<U>() {
            // SAFETY: the token exists, only units of these lanes are written, which are in bounds, and any bits are
            // units.
            1 => unsafe { _mm512_mask_storeu_epi8(to.cast(), lanes, a) },
            // SAFETY: as above.
            2 => unsafe { _mm512_mask_storeu_epi16(to.cast(), lanes as u32, a) },
            // SAFETY: as above.
            _ => unsafe { _mm512_mask_storeu_epi32(to.cast(), lanes as u16, a) },
        }
    }

    /// b0 to b4 of the lanes from `at` on, which must be 0 or at least 3, with zeros before and after the source,
    /// which reveal a sequence that is cut off. `None` if there are no lanes.
    #[inline(always)]
    pub(super) fn frame(self, source: &[u8], at: usize) -> Option<[V; 5]> {
        let b1 = self.load_partial(source.get(at..)?, 0);
        let b0 = self.load_partial(source.get(at + 1..)?, 0);
        if at == 0 {
            let [b1, b2, b3, b4] = after_zeros(self, b1);
            return Some([b0, b1, b2, b3, b4]);
        }
        let before = source.get(at.checked_sub(3)?..)?;
        let [b2, b3, b4] = [&before[2..], &before[1..], before];
        Some([b0, b1, self.load_partial(b2, 0), self.load_partial(b3, 0), self.load_partial(b4, 0)])
    }

    /// The bytes of `a`, each followed by that of `b`: those of the lower halves, and of the upper halves.
    #[inline(always)]
    pub(super) fn zip(self, a: V, b: V) -> [V; 2] {
        static FRONT: [u8; 64] = interleaved(0);
        static BACK: [u8; 64] = interleaved(32);
        [self.lookup_both(&FRONT, a, b), self.lookup_both(&BACK, a, b)]
    }

    /// The bytes of `a`, then those of `b`, at these indices.
    #[inline(always)]
    pub(super) fn lookup_both(self, index: &[u8; 64], a: V, b: V) -> V {
        self.permute_both(self.load(index, 0), a, b)
    }

    /// Rotates the bytes up by `N` lanes.
    #[inline(always)]
    pub(super) fn rotate<const N: usize>(self, a: V) -> V {
        self.shifted::<N>(a, self.opaque(self.quarters_below(a, a)))
    }

    /// `table[byte & 3F]`.
    #[inline(always)]
    pub(super) fn lookup_byte(self, table: &[u8; 64], bytes: V) -> V {
        self.permute(self.load(table, 0), bytes)
    }

    /// `table[lead & 3F]` in these lanes, 0 in the others.
    #[inline(always)]
    pub(super) fn lookup_lead(self, table: &[u8; 64], lanes: u64, lead: V) -> V {
        self.opaque(self.permute_where(lanes, self.load(table, 0), lead))
    }

    /// The sum modulo 256 in these lanes, 0 in the others.
    #[inline(always)]
    pub(super) fn add_where(self, lanes: u64, a: V, b: V) -> V {
        self.opaque(self.sum_where(lanes, a, b))
    }

    operations! {
        /// The mask of the first `count` lanes, at most all.
        #[expect(clippy::cast_possible_truncation, reason = "at most 64")]
        pub(super) fn first_lanes(count: usize) -> u64 { _bzhi_u64(u64::MAX, count.min(Avx512::LANES) as u32) }

        /// Compresses these lanes, and zeroes the rest.
        pub(super) fn compress(lanes: u64, bytes: V) -> V { _mm512_maskz_compress_epi8(lanes, bytes) }

        /// The lanes whose byte is at least `first`.
        pub(super) fn at_least(a: V, first: u8) -> u64 {
            _mm512_cmpge_epu8_mask(a, _mm512_set1_epi8(first.cast_signed()))
        }

        /// In each word, the upper byte is the lower one of `above`, and the lower byte the upper one of `below`.
        fn middle(above: V, below: V) -> V { _mm512_shldi_epi16::<8>(above, below) }

        /// The sixteen bytes in all quarters.
        fn four_times(quarter: __m128i) -> V { _mm512_broadcast_i32x4(quarter) }

        pub(super) fn permute(bytes: V, index: V) -> V { _mm512_permutexvar_epi8(index, bytes) }
        pub(super) fn permute_where(lanes: u64, bytes: V, index: V) -> V { _mm512_maskz_permutexvar_epi8(lanes, index, bytes) }
        fn permute_both(index: V, a: V, b: V) -> V { _mm512_permutex2var_epi8(a, index, b) }
        fn sum_where(lanes: u64, a: V, b: V) -> V { _mm512_maskz_add_epi8(lanes, a, b) }

        /// Below each quarter of `a`, the one before it: below the lowest, the highest of `before`.
        fn quarters_below(a: V, before: V) -> V { _mm512_alignr_epi64::<6>(a, before) }

        /// Shifts the bytes up by `N` lanes. `below` holds the quarter below each quarter, from which bytes cross its
        /// border.
        fn shifted<const N: usize>(a: V, below: V) -> V {
            const { assert!(N == 1 || N == 2 || N == 3) };
            // The instruction needs a constant, which cannot be an expression of N.
            match N {
                1 => _mm512_alignr_epi8::<15>(a, below),
                2 => _mm512_alignr_epi8::<14>(a, below),
                _ => _mm512_alignr_epi8::<13>(a, below),
            }
        }

        /// Hides a vector from the optimiser, which would otherwise move operations on a masked result under the
        /// mask, at the price of an unmasked operation and a masked move for each, and merge two lane shifts into one
        /// that needs a table.
        fn opaque(vector: V) -> V {
            let mut vector = vector;
            // SAFETY: the assembly contains no instruction.
            unsafe { asm!("/* {0} */", inout(zmm_reg) vector, options(pure, nomem, nostack, preserves_flags)) };
            vector
        }
    }
}

/// The indices of every second word of two vectors, beginning with `from`, 0 or 1.
pub(super) const fn every_second(from: u16) -> [u16; 32] {
    let mut index = [0; 32];
    let mut word = 0;
    while word < 32 {
        index[word as usize] = 2 * word + from;
        word += 1;
    }
    index
}

/// The indices of the bytes of two vectors, interleaved, from byte `from` on.
const fn interleaved(from: u8) -> [u8; 64] {
    let mut index = [0; 64];
    let mut unit = 0;
    while unit < 32 {
        index[2 * unit as usize] = from + unit;
        index[2 * unit as usize + 1] = 64 + from + unit;
        unit += 1;
    }
    index
}

/// The mask of the first half of the lanes.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the first lanes are the lowest bits")]
pub(super) fn low_half(lanes: u64) -> u32 {
    lanes as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `between` equals a load from the same place.
    #[test]
    fn what_lies_between() {
        if let Ok(token) = Avx512::detect() {
            let window: Window = core::array::from_fn(|i| u8::try_from(i * 37 % 251).unwrap_or(0));
            let [above, load, below] = [2, 1, 0].map(|at| token.load(&window, at));
            let between = token.between(&window, 1, above, below);
            assert_eq!(token.nonzero(token.xor(between, load)), 0);
            assert_ne!(token.nonzero(token.xor(above, load)), 0, "the test could fail");
        }
    }
}
