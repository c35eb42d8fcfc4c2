//! UTF-16 to UTF-8: the word operations.

use core::arch::aarch64::{
    uint8x16_t, uint16x8_t, vaddq_u16, vbslq_u8, vceqq_u16, vdupq_n_u16, vqtbl1q_u8, vreinterpretq_u8_u16,
    vreinterpretq_u16_u8, vshlq_n_u16, vshrq_n_u16, vst1q_u8, vtrn1q_u8, vuzp1q_u8, vzip1q_u16, vzip2q_u16,
};

use placemat_core::convert::Progress;
use placemat_simd::{
    Simd, Unit,
    convert::{Class, Dst, Shuffle, UNITS, Units, Utf16ToUtf8, Words, words},
};

use super::encode::{encode, encode_plain};
use crate::Neon;

impl Utf16ToUtf8 for Neon {
    #[inline(always)]
    fn class(self, units: &[u16; UNITS]) -> Option<Class> {
        words::class(self, units)
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
        words::encode_pairs(self, units, dst)
    }

    #[inline(always)]
    fn part(self, source: &[u16], at: usize, dst: &mut [u8]) -> Option<Progress> {
        words::part(self, source, at, dst)
    }
}

impl Words for Neon {
    type Sixteen = uint8x16_t;

    #[inline(always)]
    fn word(self, word: u16) -> uint8x16_t {
        // SAFETY: the token exists.
        self.bytes(unsafe { vdupq_n_u16(word) })
    }

    #[inline(always)]
    fn add_words(self, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token exists.
        self.bytes(unsafe { vaddq_u16(self.words(a), self.words(b)) })
    }

    #[inline(always)]
    fn equal_words(self, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token exists.
        self.bytes(unsafe { vceqq_u16(self.words(a), self.words(b)) })
    }

    #[inline(always)]
    fn shift_up<const N: i32>(self, a: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token exists.
        self.bytes(unsafe { vshlq_n_u16::<N>(self.words(a)) })
    }

    #[inline(always)]
    fn shift_down<const N: i32>(self, a: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token exists.
        self.bytes(unsafe { vshrq_n_u16::<N>(self.words(a)) })
    }

    #[inline(always)]
    fn low_twice(self, a: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token exists.
        unsafe { vtrn1q_u8(a, a) }
    }

    #[inline(always)]
    fn select(self, mask: uint8x16_t, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token exists.
        unsafe { vbslq_u8(mask, a, b) }
    }

    #[inline(always)]
    fn store_low(self, a: uint8x16_t, b: uint8x16_t, dst: &mut [u8]) {
        let dst = &mut dst[..Self::LANES];
        // SAFETY: the token exists.
        let bytes = unsafe { vuzp1q_u8(a, b) };
        // SAFETY: the token exists, and the destination has the sixteen bytes that are stored.
        unsafe { vst1q_u8(dst.as_mut_ptr(), bytes) };
    }

    #[inline(always)]
    fn sixteens(self, a: uint8x16_t) -> impl IntoIterator<Item = uint8x16_t> {
        [a]
    }

    #[inline(always)]
    fn zip_words(self, a: uint8x16_t, b: uint8x16_t) -> impl IntoIterator<Item = uint8x16_t> {
        let (a, b) = (self.words(a), self.words(b));
        // SAFETY: the token exists.
        let front = unsafe { vzip1q_u16(a, b) };
        // SAFETY: the token exists.
        let back = unsafe { vzip2q_u16(a, b) };
        [self.bytes(front), self.bytes(back)]
    }

    #[inline(always)]
    fn zip_bytes(self, a: uint8x16_t, b: uint8x16_t) -> impl IntoIterator<Item = uint8x16_t> {
        Shuffle::interleave(self, a, b)
    }

    #[inline(always)]
    fn store_shuffled<U: Unit, const N: usize>(self, bytes: uint8x16_t, row: &[u8; 16], dst: &mut [U; N]) {
        const { assert!(size_of::<[U; N]>() == 16) };
        let row = self.load(row, 0);
        // SAFETY: the token exists.
        let bytes = unsafe { vqtbl1q_u8(bytes, row) };
        // SAFETY: the token exists, and the destination has the sixteen bytes that are stored.
        unsafe { vst1q_u8(dst.as_mut_ptr().cast(), bytes) };
    }
}

/// Casts between words and bytes.
impl Neon {
    #[inline(always)]
    pub(crate) fn words(self, bytes: uint8x16_t) -> uint16x8_t {
        // SAFETY: the token exists.
        unsafe { vreinterpretq_u16_u8(bytes) }
    }

    #[inline(always)]
    fn bytes(self, words: uint16x8_t) -> uint8x16_t {
        // SAFETY: the token exists.
        unsafe { vreinterpretq_u8_u16(words) }
    }
}
