//! UTF-16 to UTF-8: the word operations.

use core::arch::aarch64::{
    vaddq_u16, vbslq_u8, vceqq_u16, vdupq_n_u16, vminq_u16, vreinterpretq_u8_u16 as bytes,
    vreinterpretq_u16_u8 as words, vshlq_n_u16, vshrq_n_u16, vtrn1q_u8, vuzp1q_u8, vzip1q_u16, vzip2q_u16,
};

use placemat_core::convert::Progress;
use placemat_simd::{
    Simd,
    convert::{self, Class, Dst, UNITS, Units, Utf16ToUtf8, Words},
};

use super::encode::{encode, encode_plain};
use crate::{Neon, token::operations, vectors::V};

impl Utf16ToUtf8 for Neon {
    #[inline(always)]
    fn class(self, units: &[u16; UNITS]) -> Option<Class> {
        convert::words::class(self, units)
    }

    #[inline(always)]
    fn encode(self, units: &[u16; UNITS], class: Class, dst: &mut Dst) -> usize {
        encode(self, units, class, dst)
    }

    #[inline(always)]
    fn encode_plain(self, units: &[u16; UNITS], dst: &mut Dst) -> Option<usize> {
        encode_plain(self, units, dst)
    }

    #[inline(always)]
    fn encode_pairs(self, units: &Units, dst: &mut Dst) -> Option<usize> {
        convert::words::encode_pairs(self, units, dst)
    }

    #[inline(always)]
    fn part(self, source: &[u16], at: usize, dst: &mut [u8]) -> Option<Progress> {
        convert::words::part(self, source, at, dst)
    }
}

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
