//! Operations on words.

use core::arch::aarch64::{
    vaddq_u16, vbslq_u8, vceqq_u16, vdupq_n_u16, vminq_u16, vreinterpretq_u8_u16 as bytes,
    vreinterpretq_u16_u8 as words, vshlq_n_u16, vshrq_n_u16, vtrn1q_u8, vuzp1q_u8, vzip1q_u16, vzip2q_u16,
};

use placemat_simd::{Simd, convert::Words};

use crate::{Neon, token::operations, vectors::V};

impl Words for Neon {
    operations! {
        fn word(word: u16) -> V { bytes(vdupq_n_u16(word)) }
        fn add_words(a: V, b: V) -> V { bytes(vaddq_u16(words(a), words(b))) }
        fn equal_words(a: V, b: V) -> V { bytes(vceqq_u16(words(a), words(b))) }
        fn shift_up<const N: i32>(a: V) -> V { bytes(vshlq_n_u16::<N>(words(a))) }
        fn shift_down<const N: i32>(a: V) -> V { bytes(vshrq_n_u16::<N>(words(a))) }
        fn min_words(a: V, b: V) -> V { bytes(vminq_u16(words(a), words(b))) }
        fn pack_words(a: V, b: V) -> V { vuzp1q_u8(a, b) }
        fn low_twice(a: V) -> V { vtrn1q_u8(a, a) }
        fn select(mask: V, a: V, b: V) -> V { vbslq_u8(mask, a, b) }

        fn zip_words(a: V, b: V) -> impl IntoIterator<Item = V> {
            let (a, b) = (words(a), words(b));
            [bytes(vzip1q_u16(a, b)), bytes(vzip2q_u16(a, b))]
        }
    }

    #[inline(always)]
    fn sixteens(self, a: V) -> impl IntoIterator<Item = V> {
        [a]
    }

    #[inline(always)]
    fn zip_bytes(self, a: V, b: V) -> impl IntoIterator<Item = V> {
        self.interleave(a, b)
    }
}
