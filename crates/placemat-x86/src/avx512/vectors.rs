//! Vector operations.

use core::arch::{
    asm,
    x86_64::{
        __m512i, _mm_loadu_si128, _mm512_add_epi8, _mm512_adds_epi8, _mm512_alignr_epi8, _mm512_alignr_epi64,
        _mm512_and_si512, _mm512_broadcast_i32x4, _mm512_cmpge_epu8_mask, _mm512_loadu_si512,
        _mm512_mask_storeu_epi8, _mm512_maskz_add_epi8, _mm512_maskz_compress_epi8, _mm512_maskz_loadu_epi8,
        _mm512_maskz_permutexvar_epi8, _mm512_max_epu8, _mm512_min_epu8, _mm512_movepi8_mask,
        _mm512_or_si512, _mm512_packs_epi16, _mm512_permutex2var_epi8, _mm512_permutexvar_epi8,
        _mm512_set1_epi8, _mm512_shldi_epi16, _mm512_shuffle_epi8, _mm512_srli_epi16, _mm512_storeu_si512,
        _mm512_subs_epu8, _mm512_test_epi8_mask, _mm512_xor_si512,
    },
};

use placemat_simd::{Simd, Unit, Window, validate::after_zeros};

use super::Avx512;

impl Simd for Avx512 {
    type V = __m512i;

    const LANES: usize = 64;

    #[inline(always)]
    fn load<U: Unit>(self, units: &[U], at: usize) -> __m512i {
        assert!(at <= units.len() && units.len() - at >= Self::LANES / size_of::<U>());
        // SAFETY: `at` is in bounds.
        let units = unsafe { units.as_ptr().add(at) };
        // SAFETY: the token exists, and a vector of units from there on is in bounds as well.
        unsafe { _mm512_loadu_si512(units.cast()) }
    }

    #[inline(always)]
    fn store<U: Unit>(self, a: __m512i, dst: &mut [U], at: usize) {
        assert!(at <= dst.len() && dst.len() - at >= Self::LANES / size_of::<U>());
        // SAFETY: `at` is in bounds.
        let dst = unsafe { dst.as_mut_ptr().add(at) };
        // SAFETY: the token exists, a vector of units from there on is in bounds as well, and any bits are units.
        unsafe { _mm512_storeu_si512(dst.cast(), a) };
    }

    #[inline(always)]
    fn between(self, _: &Window, _: usize, above: __m512i, below: __m512i) -> __m512i {
        // In each word, the upper byte is the lower one of `above`, and the lower byte the upper one of `below`.
        // SAFETY: the token exists.
        unsafe { _mm512_shldi_epi16::<8>(above, below) }
    }

    #[inline(always)]
    fn splat(self, byte: u8) -> __m512i {
        // SAFETY: the token exists.
        unsafe { _mm512_set1_epi8(byte.cast_signed()) }
    }

    #[inline(always)]
    fn or(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: the token exists.
        unsafe { _mm512_or_si512(a, b) }
    }

    #[inline(always)]
    fn and(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: the token exists.
        unsafe { _mm512_and_si512(a, b) }
    }

    #[inline(always)]
    fn xor(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: the token exists.
        unsafe { _mm512_xor_si512(a, b) }
    }

    #[inline(always)]
    fn add(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: the token exists.
        unsafe { _mm512_add_epi8(a, b) }
    }

    #[inline(always)]
    fn add_signed_saturating(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: the token exists.
        unsafe { _mm512_adds_epi8(a, b) }
    }

    #[inline(always)]
    fn sub_saturating(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: the token exists.
        unsafe { _mm512_subs_epu8(a, b) }
    }

    #[inline(always)]
    fn min(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: the token exists.
        unsafe { _mm512_min_epu8(a, b) }
    }

    #[inline(always)]
    fn max(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: the token exists.
        unsafe { _mm512_max_epu8(a, b) }
    }

    #[inline(always)]
    fn high_nibble(self, a: __m512i) -> __m512i {
        // x86 has no byte shifts; the mask removes bits that a word shift moves in from the neighbour.
        // SAFETY: the token exists.
        let shifted = unsafe { _mm512_srli_epi16::<4>(a) };
        self.and(shifted, self.splat(0x0F))
    }

    #[inline(always)]
    fn lookup_16(self, table: &[u8; 16], index: __m512i) -> __m512i {
        // SAFETY: the table has the sixteen bytes that are loaded.
        let quarter = unsafe { _mm_loadu_si128(table.as_ptr().cast()) };
        // SAFETY: the token exists.
        let all = unsafe { _mm512_broadcast_i32x4(quarter) };
        // SAFETY: the token exists.
        unsafe { _mm512_shuffle_epi8(all, index) }
    }

    #[inline(always)]
    fn pack(self, low: __m512i, high: __m512i) -> __m512i {
        // Packs signed words with saturation: only 0 becomes 0.
        // SAFETY: the token exists.
        unsafe { _mm512_packs_epi16(low, high) }
    }

    #[inline(always)]
    fn prev<const N: usize>(self, before: __m512i, a: __m512i) -> __m512i {
        const { assert!(N == 1 || N == 2 || N == 3) };
        // Below the lowest quarter of `a` is the highest of `before`. SAFETY: the token exists.
        let below = unsafe { _mm512_alignr_epi64::<6>(a, before) };
        self.shifted::<N>(a, below)
    }

    #[inline(always)]
    fn movemask(self, a: __m512i) -> u64 {
        // SAFETY: the token exists.
        unsafe { _mm512_movepi8_mask(a) }
    }

    #[inline(always)]
    fn nonzero(self, a: __m512i) -> u64 {
        // SAFETY: the token exists.
        unsafe { _mm512_test_epi8_mask(a, a) }
    }
}

/// Operations of the steps beyond [`Simd`].
impl Avx512 {
    /// Loads up to 64 bytes, padded with zeros.
    #[inline(always)]
    pub(super) fn load_partial(self, bytes: &[u8]) -> __m512i {
        // SAFETY: the token exists. Only bytes of these lanes are read, and they are in bounds.
        unsafe { _mm512_maskz_loadu_epi8(first_lanes(bytes.len()), bytes.as_ptr().cast()) }
    }

    /// Fills the destination, which has up to 64 bytes.
    #[inline(always)]
    pub(super) fn store_some(self, bytes: __m512i, dst: &mut [u8]) {
        // SAFETY: the token exists. Only these lanes are stored, and the destination has their bytes.
        unsafe { _mm512_mask_storeu_epi8(dst.as_mut_ptr().cast(), first_lanes(dst.len()), bytes) };
    }

    /// Compresses these lanes, and zeroes the rest.
    #[inline(always)]
    pub(super) fn compress(self, lanes: u64, bytes: __m512i) -> __m512i {
        // SAFETY: the token exists.
        unsafe { _mm512_maskz_compress_epi8(lanes, bytes) }
    }

    /// Interleaves the bytes of `a` and `b`: their lower halves, and their upper halves.
    #[inline(always)]
    pub(super) fn in_turn(self, a: __m512i, b: __m512i) -> [__m512i; 2] {
        static FRONT: [u8; 64] = in_turn(0);
        static BACK: [u8; 64] = in_turn(32);
        let (front, back) = (self.load(&FRONT, 0), self.load(&BACK, 0));
        // SAFETY: the token exists.
        let front = unsafe { _mm512_permutex2var_epi8(a, front, b) };
        // SAFETY: the token exists.
        [front, unsafe { _mm512_permutex2var_epi8(a, back, b) }]
    }

    /// b0 to b4 of the lanes from `at` on, which must be 0 or at least 3, with zeros before and after the source,
    /// which reveal a sequence that is cut off. `None` if there are no lanes.
    #[inline(always)]
    pub(super) fn frame(self, source: &[u8], at: usize) -> Option<[__m512i; 5]> {
        let b1 = self.load_partial(source.get(at..)?);
        let b0 = self.load_partial(source.get(at + 1..)?);
        if at == 0 {
            let [b1, b2, b3, b4] = after_zeros(self, b1);
            return Some([b0, b1, b2, b3, b4]);
        }
        let before = source.get(at.checked_sub(3)?..)?;
        let [b2, b3, b4] = [&before[2..], &before[1..], before];
        Some([b0, b1, self.load_partial(b2), self.load_partial(b3), self.load_partial(b4)])
    }

    /// Rotates the bytes up by `N` lanes.
    #[inline(always)]
    pub(super) fn turned<const N: usize>(self, a: __m512i) -> __m512i {
        // SAFETY: the token exists.
        let below = unsafe { _mm512_alignr_epi64::<6>(a, a) };
        // SAFETY: the token exists.
        self.shifted::<N>(a, unsafe { kept(below) })
    }

    /// Shifts the bytes up by `N` lanes. `below` holds the quarter below each quarter, from which bytes cross its
    /// border.
    #[inline(always)]
    fn shifted<const N: usize>(self, a: __m512i, below: __m512i) -> __m512i {
        const { assert!(N == 1 || N == 2 || N == 3) };
        // The instruction needs a constant, which cannot be an expression of N.
        match N {
            // SAFETY: the token exists.
            1 => unsafe { _mm512_alignr_epi8::<15>(a, below) },
            // SAFETY: the token exists.
            2 => unsafe { _mm512_alignr_epi8::<14>(a, below) },
            // SAFETY: the token exists.
            _ => unsafe { _mm512_alignr_epi8::<13>(a, below) },
        }
    }

    /// The lanes whose byte is at least `first`.
    #[inline(always)]
    pub(super) fn at_least(self, a: __m512i, first: u8) -> u64 {
        // SAFETY: the token exists.
        unsafe { _mm512_cmpge_epu8_mask(a, self.splat(first)) }
    }

    /// `table[byte & 3F]`.
    #[inline(always)]
    pub(super) fn lookup_byte(self, table: &[u8; 64], bytes: __m512i) -> __m512i {
        let table = self.load(table, 0);
        // SAFETY: the token exists.
        unsafe { _mm512_permutexvar_epi8(bytes, table) }
    }

    /// `table[lead & 3F]` in these lanes, 0 in the others.
    #[inline(always)]
    pub(super) fn lookup_lead(self, table: &[u8; 64], lanes: u64, lead: __m512i) -> __m512i {
        let table = self.load(table, 0);
        // SAFETY: the token exists.
        let entries = unsafe { _mm512_maskz_permutexvar_epi8(lanes, lead, table) };
        // SAFETY: the token exists.
        unsafe { kept(entries) }
    }

    /// The sum modulo 256 in these lanes, 0 in the others.
    #[inline(always)]
    pub(super) fn add_where(self, lanes: u64, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: the token exists.
        let sums = unsafe { _mm512_maskz_add_epi8(lanes, a, b) };
        // SAFETY: the token exists.
        unsafe { kept(sums) }
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
const fn in_turn(from: u8) -> [u8; 64] {
    let mut index = [0; 64];
    let mut unit = 0;
    while unit < 32 {
        index[2 * unit as usize] = from + unit;
        index[2 * unit as usize + 1] = 64 + from + unit;
        unit += 1;
    }
    index
}

/// Hides a vector from the optimiser, which would otherwise move operations on a masked result under the mask, at the
/// price of an unmasked operation and a masked move for each, and merge two lane shifts into one that needs a table.
///
/// An assembly operand in a `zmm` register needs a function with the feature; like an intrinsic, it is inlined into
/// one.
#[inline]
#[target_feature(enable = "avx512f")]
fn kept(mut vector: __m512i) -> __m512i {
    // SAFETY: the assembly contains no instruction.
    unsafe { asm!("/* {0} */", inout(zmm_reg) vector, options(pure, nomem, nostack, preserves_flags)) };
    vector
}

/// The mask of the first `count` lanes, at most all.
#[inline(always)]
pub(super) fn first_lanes(count: usize) -> u64 {
    let others = Avx512::LANES - count.min(Avx512::LANES);
    // One shift if the count is known to be neither 0 nor above the number of lanes.
    if others < Avx512::LANES { u64::MAX >> others } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_lanes() {
        for count in 0..=Avx512::LANES + 3 {
            let expected = (0..count.min(Avx512::LANES)).fold(0, |bits, lane| bits | 1 << lane);
            assert_eq!(first_lanes(count), expected, "{count}");
        }
    }

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
