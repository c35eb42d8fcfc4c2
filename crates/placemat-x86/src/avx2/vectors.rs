//! Vector operations, compiled for AVX2 alone, so that a parser that is compiled without POPCNT inlines them as well.

use placemat_simd::Simd;

use super::Avx2;
use crate::arch::{
    __m128i, __m256i, _mm_set_epi64x, _mm256_add_epi8, _mm256_adds_epi8, _mm256_alignr_epi8,
    _mm256_and_si256, _mm256_broadcastsi128_si256, _mm256_cmpeq_epi8, _mm256_cmpgt_epi8, _mm256_loadu_si256,
    _mm256_max_epu8, _mm256_min_epu8, _mm256_movemask_epi8, _mm256_or_si256, _mm256_packs_epi16,
    _mm256_permute2x128_si256, _mm256_set1_epi8, _mm256_set1_epi64x, _mm256_setr_epi64x,
    _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_srli_epi16, _mm256_storeu_si256, _mm256_subs_epu8,
    _mm256_unpackhi_epi8, _mm256_unpacklo_epi8, _mm256_xor_si256,
};
use crate::sse4::Sse4;

/// Thirty-two bytes.
pub(super) type V = __m256i;

impl Simd for Avx2 {
    type V = V;
    type Sixteen = Sse4;

    const LANES: usize = 32;

    #[inline(always)]
    fn sixteen(self) -> Sse4 {
        self.into()
    }

    placemat_simd::load_store! { _mm256_loadu_si256, _mm256_storeu_si256 }

    #[inline(always)]
    fn repeat(self, sixteen: &[u8; 16]) -> V {
        self.twice(Sse4::from(self).load(sixteen, 0))
    }

    placemat_simd::operations! { Avx2 ["avx2"]
        fn splat(byte: u8) -> V { _mm256_set1_epi8(byte.cast_signed()) }
        fn or(a: V, b: V) -> V { _mm256_or_si256(a, b) }
        fn and(a: V, b: V) -> V { _mm256_and_si256(a, b) }
        fn xor(a: V, b: V) -> V { _mm256_xor_si256(a, b) }
        fn add(a: V, b: V) -> V { _mm256_add_epi8(a, b) }
        fn add_signed_saturating(a: V, b: V) -> V { _mm256_adds_epi8(a, b) }
        fn sub_saturating(a: V, b: V) -> V { _mm256_subs_epu8(a, b) }
        fn min(a: V, b: V) -> V { _mm256_min_epu8(a, b) }
        fn max(a: V, b: V) -> V { _mm256_max_epu8(a, b) }

        fn high_nibble(a: V) -> V {
            // x86 has no byte shifts; the mask removes bits that a word shift moves in from the neighbour.
            _mm256_and_si256(_mm256_srli_epi16::<4>(a), _mm256_set1_epi8(0x0F))
        }

        fn pack(low: V, high: V) -> V {
            // Packs signed words with saturation: only 0 becomes 0.
            _mm256_packs_epi16(low, high)
        }

        fn prev<const N: usize>(before: V, a: V) -> V {
            const { assert!(N == 1 || N == 2 || N == 3) };
            // Below the lower half of `a` is the upper half of `before`, and below its upper half its lower one.
            let below = _mm256_permute2x128_si256::<0x21>(before, a);
            // The instruction needs a constant, which cannot be an expression of N.
            match N {
                1 => _mm256_alignr_epi8::<15>(a, below),
                2 => _mm256_alignr_epi8::<14>(a, below),
                _ => _mm256_alignr_epi8::<13>(a, below),
            }
        }

        fn shuffle(bytes: V, index: V) -> V { _mm256_shuffle_epi8(bytes, index) }
        fn interleave(a: V, b: V) -> [V; 2] { [_mm256_unpacklo_epi8(a, b), _mm256_unpackhi_epi8(a, b)] }

        fn join(low: u64, high: u64) -> V {
            _mm256_broadcastsi128_si256(_mm_set_epi64x(high.cast_signed(), low.cast_signed()))
        }

        fn movemask(a: V) -> u64 { _mm256_movemask_epi8(a).cast_unsigned().into() }
        fn spread(a: V) -> V { _mm256_cmpgt_epi8(_mm256_setzero_si256(), a) }

        fn bits_2_to_5(a: V) -> V {
            // The mask removes bits from the neighbour.
            _mm256_and_si256(_mm256_srli_epi16::<2>(a), _mm256_set1_epi8(0x0F))
        }

        fn lanes_of(set: u64) -> V {
            // Copy to each lane the byte that contains its bit.
            let bytes =
                _mm256_setr_epi64x(0, 0x0101_0101_0101_0101, 0x0202_0202_0202_0202, 0x0303_0303_0303_0303);
            let sets = _mm256_shuffle_epi8(_mm256_set1_epi64x(set.cast_signed()), bytes);
            let bits = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64.cast_signed());
            _mm256_cmpeq_epi8(_mm256_and_si256(sets, bits), bits)
        }
    }

    const COUNTS: bool = true;

    #[inline(always)]
    fn count_eight(self, lanes: u8) -> usize {
        lanes.count_ones() as usize
    }

    #[inline(always)]
    fn count(self, lanes: u64) -> usize {
        lanes.count_ones() as usize
    }
}

impl Avx2 {
    placemat_simd::operations! { Avx2 ["avx2"]
        /// The sixteen bytes in both halves.
        fn twice(half: __m128i) -> V { _mm256_broadcastsi128_si256(half) }
    }
}
