//! UTF-16 to UTF-8: the word operations.

use placemat_simd::{
    Simd, Unit,
    convert::{Narrows, Words},
};

use super::super::{Sse4, token::operations};
use crate::arch::{
    __m128i, _mm_add_epi16, _mm_blendv_epi8, _mm_cmpeq_epi16, _mm_min_epu16, _mm_packus_epi16,
    _mm_set1_epi16, _mm_slli_epi16, _mm_srli_epi16, _mm_unpackhi_epi16, _mm_unpacklo_epi16,
};

placemat_simd::utf16_to_utf8_by_words! { Sse4 and utf16_to_utf8_lossy }

/// Sixteen bytes.
type V = __m128i;

impl Words for Sse4 {
    type Sixteen = V;

    operations! {
        fn word(word: u16) -> V { _mm_set1_epi16(word.cast_signed()) }
        fn add_words(a: V, b: V) -> V { _mm_add_epi16(a, b) }
        fn equal_words(a: V, b: V) -> V { _mm_cmpeq_epi16(a, b) }
        fn shift_up<const N: i32>(a: V) -> V { _mm_slli_epi16::<N>(a) }
        fn shift_down<const N: i32>(a: V) -> V { _mm_srli_epi16::<N>(a) }
        fn select(mask: V, a: V, b: V) -> V { _mm_blendv_epi8(b, a, mask) }

        fn zip_words(a: V, b: V) -> impl IntoIterator<Item = V> {
            [_mm_unpacklo_epi16(a, b), _mm_unpackhi_epi16(a, b)]
        }
    }

    #[inline(always)]
    fn low_twice(self, a: V) -> V {
        const LOW_TWICE: [u8; 16] = [0, 0, 2, 2, 4, 4, 6, 6, 8, 8, 10, 10, 12, 12, 14, 14];
        self.shuffle(a, self.repeat(&LOW_TWICE))
    }

    #[inline(always)]
    fn store_low(self, a: V, b: V, dst: &mut [u8]) {
        self.store(self.pack_words(a, b), dst, 0);
    }

    #[inline(always)]
    fn sixteens(self, a: V) -> impl IntoIterator<Item = V> {
        [a]
    }

    #[inline(always)]
    fn zip_bytes(self, a: V, b: V) -> impl IntoIterator<Item = V> {
        self.interleave(a, b)
    }

    #[inline(always)]
    fn store_shuffled<U: Unit, const N: usize>(self, bytes: V, row: &[u8; 16], dst: &mut [U; N]) {
        self.store(self.shuffle(bytes, self.load(row, 0)), dst, 0);
    }
}

impl Narrows for Sse4 {
    #[inline(always)]
    fn narrow(self, units: &[u16; 64], bytes: &mut [u8; 64], at: usize) -> u64 {
        // Units that would become another byte become FF.
        let most = self.word(0xFF);
        let low = self.min_words(self.load(units, at), most);
        let high = self.min_words(self.load(units, at + 8), most);
        let both = self.pack_words(low, high);
        self.store(both, bytes, at);
        self.movemask(both)
    }
}

impl Sse4 {
    operations! {
        fn min_words(a: V, b: V) -> V { _mm_min_epu16(a, b) }

        /// Words up to FF as bytes.
        fn pack_words(low: V, high: V) -> V { _mm_packus_epi16(low, high) }
    }
}
