//! From UTF-8 to UTF-16: what each lane writes, and the units of the lanes that write moved together.

use core::arch::aarch64::{
    uint8x16_t, vcltzq_s8, vld1_u8, vld1q_u8, vmaxv_u8, vmov_n_u8, vmovl_u8, vorr_u8, vqtbl1q_u8,
    vreinterpretq_s8_u8, vshrq_n_u8, vst1q_u8, vst1q_u16, vzip1q_u8, vzip2q_u8,
};

use placemat_core::convert::Progress;
use placemat_simd::{
    Simd,
    convert::{
        Compact, Lanes, Rows, Window, compact_by_rows, short, utf8_to_utf16 as convert,
        utf8_to_utf16_replaced as replace,
    },
};

use crate::Neon;

#[target_feature(enable = "neon")]
pub(super) fn utf8_to_utf16(source: &[u8], room: &mut [u16]) -> Progress {
    // What runs this has the features.
    convert(Neon(()), source, room)
}

#[target_feature(enable = "neon")]
pub(super) fn utf8_to_utf16_replaced(source: &[u8], room: &mut [u16]) -> Progress {
    // What runs this has the features.
    replace(Neon(()), source, room)
}

impl Compact for Neon {
    #[inline(always)]
    fn load_from(self, window: &Window, at: usize) -> uint8x16_t {
        assert!(at <= window.len() - Self::LANES);
        // SAFETY: `at` is inside of the window.
        let octets = unsafe { window.as_ptr().add(at) };
        // SAFETY: the token exists, and LANES octets from there on are inside as well.
        unsafe { vld1q_u8(octets) }
    }

    #[inline(always)]
    fn spread(self, a: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token exists.
        let signed = unsafe { vreinterpretq_s8_u8(a) };
        // SAFETY: the token exists.
        unsafe { vcltzq_s8(signed) }
    }

    #[inline(always)]
    fn bits_2_to_5(self, a: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token exists.
        self.and(unsafe { vshrq_n_u8::<2>(a) }, self.splat(0x0F))
    }

    #[inline(always)]
    fn compact(self, lanes: Lanes<uint8x16_t>, room: &mut [u16], at: usize) -> usize {
        compact_by_rows(self, lanes, room, at)
    }

    #[inline(always)]
    fn widen<const N: usize>(self, octets: &[u8; N], room: &mut [u16; N]) -> bool {
        let (octets, _) = octets.as_chunks::<8>();
        let (rooms, _) = room.as_chunks_mut::<8>();
        // SAFETY: the token exists.
        let mut any = unsafe { vmov_n_u8(0) };
        for (octets, room) in octets.iter().zip(rooms) {
            // SAFETY: the 8 octets that are loaded are there.
            let octets = unsafe { vld1_u8(octets.as_ptr()) };
            // SAFETY: the token exists.
            any = unsafe { vorr_u8(any, octets) };
            // SAFETY: the token exists.
            let units = unsafe { vmovl_u8(octets) };
            // SAFETY: the token exists, and 8 units are what is stored.
            unsafe { vst1q_u16(room.as_mut_ptr(), units) };
        }
        // SAFETY: the token exists.
        unsafe { vmaxv_u8(any) < 0x80 }
    }

    #[inline(always)]
    fn convert_short(self, source: &[u8], room: &mut [u16]) -> Progress {
        short(self, source, room)
    }
}

impl Rows for Neon {
    type Units = uint8x16_t;

    #[inline(always)]
    fn interleave(self, low: uint8x16_t, high: uint8x16_t) -> impl IntoIterator<Item = uint8x16_t> {
        // The octets of a unit in the order of the machine.
        let (first, second) = if cfg!(target_endian = "little") { (low, high) } else { (high, low) };
        // SAFETY: the token exists.
        let front = unsafe { vzip1q_u8(first, second) };
        // SAFETY: the token exists.
        let back = unsafe { vzip2q_u8(first, second) };
        [front, back]
    }

    #[inline(always)]
    fn shuffle(self, units: uint8x16_t, row: &[u8; 16], room: &mut [u16; 8]) {
        // SAFETY: a row has the sixteen octets that are loaded.
        let row = unsafe { vld1q_u8(row.as_ptr()) };
        // SAFETY: the token exists.
        let units = unsafe { vqtbl1q_u8(units, row) };
        // SAFETY: eight units are the sixteen octets that are stored.
        unsafe { vst1q_u8(room.as_mut_ptr().cast(), units) };
    }
}
