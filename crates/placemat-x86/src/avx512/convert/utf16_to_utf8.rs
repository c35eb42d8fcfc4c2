//! From UTF-16 to UTF-8, by blocks and by parts of 32 units: what the units become is in [`octets`], and what
//! they do not need of it is left out by `vpcompressb`.

use core::arch::x86_64::{
    __m512i, _mm256_storeu_si256, _mm512_castsi256_si512, _mm512_cvtepi16_epi8, _mm512_mask_storeu_epi8,
    _mm512_maskz_compress_epi8, _mm512_maskz_loadu_epi16, _mm512_min_epu16, _mm512_storeu_si512,
};

use placemat_core::{
    convert::Progress,
    utf16::{is_high, is_low},
};
use placemat_simd::{
    Simd,
    convert::{Class, Room, SOME, Shorten, UNITS, Units, utf16_to_utf8 as convert},
};

use super::super::Avx512;

mod octets;

use octets::PART;

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,popcnt")]
pub(super) fn utf16_to_utf8(source: &[u16], room: &mut [u8]) -> Progress {
    // What runs this has the features.
    convert(Avx512(()), source, room)
}

const _: () = assert!(PART == SOME && UNITS.is_multiple_of(PART));

impl Shorten for Avx512 {
    #[inline(always)]
    fn class(self, units: &[u16; UNITS]) -> Option<Class> {
        let mut all = self.word(0);
        let mut least = self.word(u16::MAX);
        let (parts, _) = units.as_chunks::<PART>();
        for part in parts {
            let units = self.units_at(part, 0);
            all = self.or(all, units);
            // Surrogates are below 800 then, and nothing else is.
            let differ = self.xor(units, self.word(0xD800));
            // SAFETY: the token exists.
            least = unsafe { _mm512_min_epu16(least, differ) };
        }
        if self.below(all, 0x80) == u32::MAX {
            Some(Class::Ascii)
        } else if self.below(all, 0x800) == u32::MAX {
            Some(Class::Two)
        } else if self.below(least, 0x800) == 0 {
            Some(Class::Three)
        } else {
            None
        }
    }

    #[inline(always)]
    fn shorten(self, units: &[u16; UNITS], class: Class, room: &mut Room) -> usize {
        let mut written = 0;
        let (parts, _) = units.as_chunks::<PART>();
        for part in parts {
            let unit = self.units_at(part, 0);
            match class {
                Class::Ascii => {
                    // SAFETY: the token exists.
                    let octets = unsafe { _mm512_cvtepi16_epi8(unit) };
                    if let Some(room) = room[written..].first_chunk_mut::<PART>() {
                        // SAFETY: the token exists, and the room has the 32 octets that are stored.
                        unsafe { _mm256_storeu_si256(room.as_mut_ptr().cast(), octets) };
                    }
                    written += PART;
                }
                Class::Two => written += self.keep(self.two(unit), &mut room[written..]),
                Class::Three => {
                    for octets in self.three(unit, self.tail(unit)) {
                        written += self.keep(octets, &mut room[written..]);
                    }
                }
            }
        }
        written
    }

    #[inline(always)]
    fn shorten_pairs(self, units: &Units, room: &mut Room) -> Option<usize> {
        let mut written = 0;
        let mut lone = 0;
        let mut at = 0;
        while at < UNITS {
            let unit = self.units_at(units, 1 + at);
            let (tail, without) = self.pairs(self.units_at(units, at), unit, self.tail(unit));
            lone |= without;
            for octets in self.three(unit, tail) {
                written += self.keep(octets, &mut room[written..]);
            }
            at += PART;
        }
        (lone == 0 && is_high(units[UNITS]) == is_low(units[UNITS + 1])).then_some(written)
    }

    #[inline(always)]
    fn part(self, source: &[u16], at: usize, room: &mut [u8]) -> Option<Progress> {
        let left = source.get(at..)?;
        let mut read = left.len().min(PART);
        if read == 0 {
            return None;
        }
        let there = u32::MAX >> (PART - read);
        // SAFETY: the token exists, and the units that are loaded are in the source.
        let unit = unsafe { _mm512_maskz_loadu_epi16(there, left.as_ptr().cast()) };
        if self.below(unit, 0x80) == u32::MAX {
            return self.ascii_part(unit, read, room);
        }
        let mut tail = self.tail(unit);
        if self.are(unit, 0xF800, 0xD800) != 0 {
            // Each lane loads the unit before its own, and the first one none at the start of the source.
            let there = there & !u32::from(at == 0);
            // SAFETY: the token exists, and the units that are loaded are in the source.
            let before = unsafe { _mm512_maskz_loadu_epi16(there, left.as_ptr().wrapping_sub(1).cast()) };
            let lone;
            (tail, lone) = self.pairs(before, unit, tail);
            let after = left.get(read).copied().unwrap_or(0);
            // It is a branch that the processor foresees; `read` is what the next part waits for.
            if lone != 0 || is_high(left[read - 1]) & !is_low(after) {
                read = before_lone(left, read.min(lone.trailing_zeros() as usize))?;
            }
        }
        let [(front, in_front), (back, in_back)] = self.three(unit, tail);
        let there = u128::MAX >> (128 - 4 * read);
        let front = (front, in_front & low_half(there));
        let back = (back, in_back & low_half(there >> 64));
        let written = if let Some(room) = room.first_chunk_mut::<{ 2 * 64 }>() {
            let written = self.keep(front, room);
            // The first is at most 48 octets.
            written + self.keep(back, &mut room[written..])
        } else {
            let written = self.keep_exactly(front, room)?;
            written + self.keep_exactly(back, &mut room[written..])?
        };
        Some(Progress { read, written })
    }
}

/// How many of the first `units` are before a surrogate without its other half; `None` if none are. There
/// is one at `units`, or right before.
#[cold]
#[inline(never)]
fn before_lone(left: &[u16], units: usize) -> Option<usize> {
    let last = *left.get(units.checked_sub(1)?)?;
    let after = left.get(units).copied().unwrap_or(0);
    let units = units - usize::from(is_high(last) && !is_low(after));
    (units > 0).then_some(units)
}

#[expect(clippy::cast_possible_truncation, reason = "only the lower half is asked for")]
fn low_half(bits: u128) -> u64 {
    bits as u64
}

impl Avx512 {
    /// Writes the first `read` units, which are ASCII.
    #[inline(always)]
    fn ascii_part(self, units: __m512i, read: usize, room: &mut [u8]) -> Option<Progress> {
        // SAFETY: the token exists.
        let octets = unsafe { _mm512_cvtepi16_epi8(units) };
        if let Some(room) = room.first_chunk_mut::<PART>() {
            // SAFETY: the token exists, and the room has the 32 octets that are stored.
            unsafe { _mm256_storeu_si256(room.as_mut_ptr().cast(), octets) };
        } else {
            // SAFETY: the token exists.
            let octets = unsafe { _mm512_castsi256_si512(octets) };
            self.store_first(octets, room.get_mut(..read)?);
        }
        Some(Progress { read, written: read })
    }

    /// Writes the octets that are needed to the start of the room, if it has 64 octets, and anything after
    /// them; how many they are.
    #[inline(always)]
    fn keep(self, (octets, needed): (__m512i, u64), room: &mut [u8]) -> usize {
        // SAFETY: the token exists.
        let octets = unsafe { _mm512_maskz_compress_epi8(needed, octets) };
        if let Some(room) = room.first_chunk_mut::<64>() {
            // SAFETY: the token exists, and the room has the 64 octets that are stored.
            unsafe { _mm512_storeu_si512(room.as_mut_ptr().cast(), octets) };
        }
        needed.count_ones() as usize
    }

    /// The same, if they fit; and nothing after them.
    #[inline(always)]
    fn keep_exactly(self, (octets, needed): (__m512i, u64), room: &mut [u8]) -> Option<usize> {
        let written = needed.count_ones() as usize;
        // SAFETY: the token exists.
        let octets = unsafe { _mm512_maskz_compress_epi8(needed, octets) };
        self.store_first(octets, room.get_mut(..written)?);
        Some(written)
    }

    /// Fills the room, of less than 64 octets.
    #[inline(always)]
    fn store_first(self, octets: __m512i, room: &mut [u8]) {
        let there = !(u64::MAX << room.len().min(63));
        // SAFETY: the token exists, and the room has the octets that are stored.
        unsafe { _mm512_mask_storeu_epi8(room.as_mut_ptr().cast(), there, octets) };
    }
}
