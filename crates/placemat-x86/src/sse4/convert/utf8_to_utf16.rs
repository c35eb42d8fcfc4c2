//! From UTF-8 to UTF-16: what each lane writes, and the units of the lanes that write moved together.

use core::arch::x86_64::{
    __m128i, _mm_cvtepu8_epi16, _mm_loadl_epi64, _mm_loadu_si128, _mm_shuffle_epi8, _mm_storeu_si128,
    _mm_unpackhi_epi8, _mm_unpacklo_epi8,
};

use placemat_core::convert::Progress;
use placemat_simd::{
    BLOCK, Simd,
    convert::{Compact, Lanes, ROWS, Window, utf8_to_utf16 as convert},
};

use super::super::Sse4;

#[target_feature(enable = "ssse3,sse4.1")]
pub(super) fn utf8_to_utf16(source: &[u8], room: &mut [u16]) -> Progress {
    // What runs this has the features.
    convert(Sse4(()), source, room)
}

impl Compact for Sse4 {
    #[inline(always)]
    fn load_from(self, window: &Window, at: usize) -> __m128i {
        assert!(at <= window.len() - Self::LANES);
        // SAFETY: `at` is inside of the window.
        let octets = unsafe { window.as_ptr().add(at) };
        // SAFETY: the token exists, and LANES octets from there on are inside as well.
        unsafe { _mm_loadu_si128(octets.cast()) }
    }

    #[inline(always)]
    fn compact(self, lanes: Lanes<__m128i>, room: &mut [u16; BLOCK], at: usize) {
        assert!(at <= room.len() - Self::LANES);
        // SAFETY: the token exists.
        let front = unsafe { _mm_unpacklo_epi8(lanes.low, lanes.high) };
        // SAFETY: the token exists.
        let back = unsafe { _mm_unpackhi_epi8(lanes.low, lanes.high) };
        let groups = [front, back];
        // Each group goes to where the ones before it end; what is after its own units, the next overwrites.
        for (nth, group) in groups.into_iter().enumerate() {
            let before = lanes.writes & !(u64::MAX << (8 * nth));
            let [set, ..] = (lanes.writes >> (8 * nth)).to_le_bytes();
            // At most eight units for each group before it, so that eight more fit into LANES.
            let Some(room) = room[at + before.count_ones() as usize..].first_chunk_mut::<8>() else { return };
            // SAFETY: a row has the sixteen octets that are loaded.
            let row = unsafe { _mm_loadu_si128(ROWS[usize::from(set)].as_ptr().cast()) };
            // SAFETY: the token exists.
            let units = unsafe { _mm_shuffle_epi8(group, row) };
            // SAFETY: eight units are the sixteen octets that are stored.
            unsafe { _mm_storeu_si128(room.as_mut_ptr().cast(), units) };
        }
    }

    #[inline(always)]
    fn widen(self, octets: &[u8; BLOCK], room: &mut [u16; BLOCK]) -> bool {
        let (octets, _) = octets.as_chunks::<8>();
        let (rooms, _) = room.as_chunks_mut::<8>();
        let mut any = self.splat(0);
        for (octets, room) in octets.iter().zip(rooms) {
            // SAFETY: the 8 octets that are loaded are there.
            let octets = unsafe { _mm_loadl_epi64(octets.as_ptr().cast()) };
            // SAFETY: the token exists.
            let units = unsafe { _mm_cvtepu8_epi16(octets) };
            any = self.or(any, units);
            // SAFETY: the token exists, and 8 units are the 16 octets that are stored.
            unsafe { _mm_storeu_si128(room.as_mut_ptr().cast(), units) };
        }
        // Only the lower octets have any bits.
        !self.any_high_bit(any)
    }
}
