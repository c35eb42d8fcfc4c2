//! Vector operations.

use placemat_simd::Simd;

use super::{Sse4, token::operations};
use crate::arch::{
    __m128i, _mm_add_epi8, _mm_adds_epi8, _mm_alignr_epi8, _mm_and_si128, _mm_cmpeq_epi8, _mm_cmplt_epi8,
    _mm_loadu_si128, _mm_max_epu8, _mm_min_epu8, _mm_movemask_epi8, _mm_or_si128, _mm_packs_epi16,
    _mm_set_epi64x, _mm_set1_epi8, _mm_set1_epi64x, _mm_setzero_si128, _mm_shuffle_epi8, _mm_srli_epi16,
    _mm_storeu_si128, _mm_subs_epu8, _mm_unpackhi_epi8, _mm_unpacklo_epi8, _mm_xor_si128,
};

/// Sixteen bytes.
pub(super) type V = __m128i;

impl Simd for Sse4 {
    type V = V;
    type Sixteen = Self;

    const LANES: usize = 16;

    #[inline(always)]
    fn sixteen(self) -> Self {
        self
    }

    placemat_simd::load_store! { _mm_loadu_si128, _mm_storeu_si128 }

    #[inline(always)]
    fn repeat(self, sixteen: &[u8; 16]) -> V {
        self.load(sixteen, 0)
    }

    operations! {
        fn splat(byte: u8) -> V { _mm_set1_epi8(byte.cast_signed()) }
        fn or(a: V, b: V) -> V { _mm_or_si128(a, b) }
        fn and(a: V, b: V) -> V { _mm_and_si128(a, b) }
        fn xor(a: V, b: V) -> V { _mm_xor_si128(a, b) }
        fn add(a: V, b: V) -> V { _mm_add_epi8(a, b) }
        fn add_signed_saturating(a: V, b: V) -> V { _mm_adds_epi8(a, b) }
        fn sub_saturating(a: V, b: V) -> V { _mm_subs_epu8(a, b) }
        fn min(a: V, b: V) -> V { _mm_min_epu8(a, b) }
        fn max(a: V, b: V) -> V { _mm_max_epu8(a, b) }

        fn high_nibble(a: V) -> V {
            // x86 has no byte shifts; the mask removes bits that a word shift moves in from the neighbour.
            _mm_and_si128(_mm_srli_epi16::<4>(a), _mm_set1_epi8(0x0F))
        }

        fn pack(low: V, high: V) -> V {
            // Packs signed words with saturation: only 0 becomes 0.
            _mm_packs_epi16(low, high)
        }

        fn prev<const N: usize>(before: V, a: V) -> V {
            const { assert!(N == 1 || N == 2 || N == 3) };
            // The instruction needs a constant, which cannot be an expression of N.
            match N {
                1 => _mm_alignr_epi8::<15>(a, before),
                2 => _mm_alignr_epi8::<14>(a, before),
                _ => _mm_alignr_epi8::<13>(a, before),
            }
        }

        fn shuffle(bytes: V, index: V) -> V { _mm_shuffle_epi8(bytes, index) }
        fn interleave(a: V, b: V) -> [V; 2] { [_mm_unpacklo_epi8(a, b), _mm_unpackhi_epi8(a, b)] }
        fn join(low: u64, high: u64) -> V { _mm_set_epi64x(high.cast_signed(), low.cast_signed()) }

        fn movemask(a: V) -> u64 { _mm_movemask_epi8(a).cast_unsigned().into() }
        fn spread(a: V) -> V { _mm_cmplt_epi8(a, _mm_setzero_si128()) }

        fn bits_2_to_5(a: V) -> V {
            // The mask removes bits from the neighbour.
            _mm_and_si128(_mm_srli_epi16::<2>(a), _mm_set1_epi8(0x0F))
        }

        fn lanes_of(set: u64) -> V {
            // Copy to each lane the byte that contains its bit.
            let set = _mm_set_epi64x(0, set.cast_signed());
            let sets = _mm_shuffle_epi8(set, _mm_set_epi64x(0x0101_0101_0101_0101, 0));
            let bits = _mm_set1_epi64x(0x8040_2010_0804_0201_u64.cast_signed());
            _mm_cmpeq_epi8(_mm_and_si128(sets, bits), bits)
        }
    }
}
