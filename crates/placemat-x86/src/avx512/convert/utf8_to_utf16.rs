//! UTF-8 to UTF-16: the lane kernels, and compression by `vpcompressb`.

use core::arch::x86_64::{
    __m256i, __m512i, _mm512_cvtepu8_epi16, _mm512_mask_mov_epi8, _mm512_maskz_mov_epi8, _mm512_set1_epi8,
};

use placemat_core::convert::Progress;
use placemat_simd::{
    BLOCK, Simd,
    convert::{BlockDst, Compress, Known, Lanes, Window, whole_characters},
    validate::{
        Step,
        steps::{LEAD, LEAD3, LEAD4},
    },
};

use super::super::{
    Avx512,
    steps::{FusedFull, FusedThree},
    token::operations,
    vectors::first_lanes,
};
use crate::avx2::Avx2;

/// Sixty-four bytes.
type V = __m512i;

impl Compress for Avx512 {
    type Validate = FusedFull;
    type ValidateThree = FusedThree;

    #[inline(always)]
    fn units(self, b: [V; 5]) -> Lanes<V> {
        let [b0, b1, b2, b3, b4] = b;
        let lanes = self.units_of_three([b0, b1, b2, b3]);
        let (high, low) = (self.at_least(b3, LEAD4), self.at_least(b4, LEAD4));
        if high | low == 0 { lanes } else { self.with_pairs(lanes, [b1, b2, b3], high, low) }
    }

    #[inline(always)]
    fn units_of_three(self, [b0, b1, b2, b3]: [V; 4]) -> Lanes<V> {
        // The contributions of b2 and b3 to the general formula, by one lookup each.
        let middle = self.lookup_lead(&MIDDLE, self.movemask(b1), b2);
        let low = self.or(self.and(b1, self.splat(0x7F)), self.and(middle, self.splat(0xC0)));
        // Bytes below E0 count as DF, whose table entry is 0.
        let upper = self.lookup_byte(&UPPER, self.max(b3, self.splat(LEAD3 - 1)));
        let high = self.or(self.and(middle, self.splat(0x0F)), upper);
        Lanes { low, high, writes: self.ends(b0) }
    }

    #[inline(always)]
    fn compress_lanes(self, lanes: Lanes<V>, dst: &mut [u16], at: usize) -> usize {
        let units = self.together(lanes);
        let dst: &mut [u16; BLOCK] = dst[at..].first_chunk_mut().expect("room for LANES units");
        let (dsts, _) = dst.as_chunks_mut::<32>();
        for (dst, units) in dsts.iter_mut().zip(units) {
            self.store(units, dst, 0);
        }
        lanes.writes.count_ones() as usize
    }

    #[inline(always)]
    fn place(self, lanes: Lanes<V>, dst: &mut [u16], at: usize) -> Option<usize> {
        let written = lanes.writes.count_ones();
        let dst = dst.get_mut(at..)?.get_mut(..written as usize)?;
        self.store_units(self.together(lanes), dst);
        Some(dst.len())
    }

    #[inline(always)]
    fn widen<const N: usize>(self, bytes: &[u8; N], dst: &mut [u16; N]) -> bool {
        let (bytes, _) = bytes.as_chunks::<32>();
        let (dsts, _) = dst.as_chunks_mut::<32>();
        let mut any = self.splat(0);
        for (bytes, dst) in bytes.iter().zip(dsts) {
            let units = self.widened(Avx2::from(self).load(bytes, 0));
            any = self.or(any, units);
            self.store(units, dst, 0);
        }
        // Only the lower bytes can be nonzero.
        self.movemask(any) == 0
    }

    #[inline(always)]
    fn replace(self, window: &Window, known: Known, dst: &mut BlockDst) -> usize {
        let Known { valid, invalid, .. } = known;
        let b = [
            self.only(valid >> 1, self.load(window, 4)),
            self.only(valid, self.load(window, 3)),
            self.only(valid << 1, self.load(window, 2)),
            self.only(valid << 2, self.load(window, 1)),
            self.only(valid << 3, self.load(window, 0)),
        ];
        let mut lanes = self.units(b);
        lanes.writes &= valid | invalid;
        lanes.low = self.put_byte(invalid, 0xFD, lanes.low);
        lanes.high = self.put_byte(invalid, 0xFF, lanes.high);
        self.compress_lanes(lanes, dst, 0)
    }

    const SHORT: usize = 4 * BLOCK;

    #[inline(always)]
    fn convert_short(self, source: &[u8], dst: &mut [u16]) -> Progress {
        let mut at = Progress::default();
        while at.read < source.len() {
            let Some(written) = self.convert_partial(source, at.read, &mut dst[at.written..]) else {
                return whole_characters(source, at);
            };
            at += Progress { read: Self::LANES.min(source.len() - at.read), written };
        }
        at
    }
}

impl Avx512 {
    operations! {
        /// Keeps these lanes, and zeroes the others.
        pub(super) fn only(lanes: u64, a: V) -> V { _mm512_maskz_mov_epi8(lanes, a) }

        /// Replaces these lanes by the byte.
        fn put_byte(lanes: u64, byte: u8, a: V) -> V {
            _mm512_mask_mov_epi8(a, lanes, _mm512_set1_epi8(byte.cast_signed()))
        }

        /// The bytes as units.
        fn widened(bytes: __m256i) -> V { _mm512_cvtepu8_epi16(bytes) }
    }

    /// The units of the lanes that write, compressed.
    #[inline(always)]
    fn together(self, lanes: Lanes<V>) -> [V; 2] {
        let Lanes { low, high, writes } = lanes;
        let low = self.compress(writes, low);
        let high = self.compress(writes, high);
        self.zip(low, high)
    }

    /// Fills the destination, which has up to 64 units.
    #[inline(always)]
    fn store_units(self, [front, back]: [V; 2], dst: &mut [u16]) {
        self.store_partial(front, dst, 0);
        // No branch: it would depend on the length, which is unpredictable.
        self.store_partial(back, dst, 32);
    }

    /// Converts up to 64 bytes if they are ASCII and fit.
    #[inline(always)]
    pub(super) fn widen_partial(self, source: &[u8], dst: &mut [u16]) -> bool {
        let bytes = self.load_partial(source, 0);
        let Some(dst) = dst.get_mut(..source.len()) else { return false };
        if self.movemask(bytes) != 0 {
            return false;
        }
        self.store_units(self.zip(bytes, self.splat(0)), dst);
        true
    }

    /// Converts the lanes of up to 64 bytes from `at` on, by masked loads. Returns the number of units, or `None` if
    /// there is an error or the units do not fit.
    #[inline(always)]
    fn convert_partial(self, source: &[u8], at: usize, dst: &mut [u16]) -> Option<usize> {
        let b = self.frame(source, at)?;
        let [b0, b1, b2, b3, _] = b;
        let step = FusedFull::default();
        if !step.is_valid(self, step.step(self, step.start(self), [b0, b1, b2, b3])) {
            return None;
        }
        let mut lanes = self.units(b);
        lanes.writes &= first_lanes(source.len() - at);
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
static UPPER: [u8; 64] = {
    let mut table = [0; 64];
    let mut bits = 0;
    while bits < 16 {
        table[(LEAD3 - LEAD + bits) as usize] = bits << 4;
        bits += 1;
    }
    table
};
