//! UTF-8 to UTF-32 and back.

mod decode;
mod encode;

use core::arch::x86_64::{_mm_loadu_si128, _mm512_cvtepu8_epi32};

use placemat_core::convert::Progress;
use placemat_simd::{
    BLOCK, Simd,
    convert::{
        Utf32Kernel, Utf32Room, Window, utf8_to_utf32 as decode, utf32_fused as fused,
        utf32_to_utf8 as encode,
    },
    validate::scan,
};

use super::super::Avx512;
use decode::{SHORT, UNITS};

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,popcnt,bmi2")]
pub(super) fn utf8_to_utf32(source: &[u8], room: &mut [u32]) -> Progress {
    // What runs this has the features.
    if source.len() <= SHORT {
        return Avx512(()).decode_short(source, room);
    }
    utf8_to_utf32_long(source, room)
}

/// A function of its own, so that short texts do not pay for the registers that it saves.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,popcnt,bmi2")]
#[inline(never)]
fn utf8_to_utf32_long(source: &[u8], room: &mut [u32]) -> Progress {
    // What runs this has the features.
    decode(Avx512(()), |piece| scan(Avx512(()), piece), source, room)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,popcnt,bmi2")]
pub(super) fn utf32_to_utf8(source: &[u32], room: &mut [u8]) -> Progress {
    // What runs this has the features.
    if source.len() <= BLOCK {
        return Avx512(()).encode_short(source, room);
    }
    utf32_to_utf8_long(source, room)
}

/// A function of its own, as [`utf8_to_utf32_long`].
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,popcnt,bmi2")]
#[inline(never)]
fn utf32_to_utf8_long(source: &[u32], room: &mut [u8]) -> Progress {
    // What runs this has the features.
    encode(Avx512(()), source, room)
}

impl Utf32Kernel for Avx512 {
    /// Only the first one, the last ones, and those with errors are judged by themselves.
    const PIECE: usize = 1024;

    #[inline(always)]
    fn is_ascii(self, block: &[u8; BLOCK]) -> bool {
        self.high_bits(self.load_some(block)) == 0
    }

    #[inline(always)]
    fn widen(self, block: &[u8; BLOCK], room: &mut [u32; BLOCK]) {
        for (octets, room) in block.as_chunks::<UNITS>().0.iter().zip(room.as_chunks_mut().0) {
            // SAFETY: the sixteen octets that are loaded are there.
            let octets = unsafe { _mm_loadu_si128(octets.as_ptr().cast()) };
            // SAFETY: the token exists.
            self.put_units(unsafe { _mm512_cvtepu8_epi32(octets) }, room);
        }
    }

    #[inline(always)]
    fn decode(self, window: &Window, octets: u64, room: &mut [u32; BLOCK]) -> usize {
        self.decode_block(window, octets, room)
    }

    #[inline(always)]
    fn fused(self, source: &[u8], room: &mut [u32], from: Progress) -> Progress {
        fused(self, source, room, from)
    }

    #[inline(always)]
    fn encode(self, units: &[u32; BLOCK], room: &mut Utf32Room) -> Option<usize> {
        self.encode_block(units, room)
    }

    #[inline(always)]
    fn encode_some(self, units: &[u32], room: &mut [u8]) -> Option<Progress> {
        Some(self.encode_short(units, room))
    }
}
