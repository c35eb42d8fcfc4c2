//! UTF-32 by shuffles of 16 bytes.
//!
//! ```text
//! from UTF-8:  the lane of a character's last byte writes it, as in `lanes.rs`, but one unit for four bytes
//!     low = b1 & 7F | x << 6, high = x >> 2 & 0F | b3 << 4, top from b4     where x = b2 if b1 is a continuation byte
//!     for each eight lanes: compress low and high as words, and widen; with four bytes, top as well
//! to UTF-8:    by the bits that any of the units has
//!     below 80:       the lowest bytes
//!     below 800:      pairs lead, last; shuffle without the leads of ASCII
//!     below 10000:    as UTF-16, or four bytes each, `WITHOUT_ZEROS`
//!     above:          four bytes each, zeros in front; compress the bytes with a highest bit, and the last ones
//! ```
//!
//! For example, U+1F37D:
//!
//! ```text
//! from F0 9F 8D BD:   b4 = F0, b3 = 9F, b2 = 8D, b1 = BD
//!     low  = 3D | 40                  = 7D
//!     high = 03 | F0                  = F3     the lower nibble of b3, as of a lead of three
//!     top  = 00 | 01                  = 01     F0 & 7, shifted, and two bits of b3
//! to UTF-8:           F0 9F 8D BD;  U+20AC: 00 E2 82 AC;  a: 00 00 00 61
//! ```
//!
//! - **Words, not units**, are compressed from UTF-8: they take half as many shuffles, and four-byte characters are rare,
//!   so a branch per vector on one of these is well predicted.
//! - **Zeros in front**: a byte is needed iff its highest bit is set or it is the last of its unit. So a movemask is the
//!   set to compress, and no length is compared.
//! - **Shifts and masks of units** (`in_four`) are written as scalar code over arrays, which compilers vectorise.
//! - **The end** of a text goes four units at a time, the last ones overlapping: what is done already is left out of the
//!   set.

use placemat_core::convert::portable::{self, four_above_ffff, sixteen};
use placemat_core::convert::{Progress, Utf8, Utf32};

use super::blocks::{Class, Frame, Utf32Dst};
use super::lanes::{Lanes, UPPER_NIBBLE, units_of_three};
use super::shuffle::{WITHOUT_LEADS, compress_lanes};
use super::utf16_narrow::{encode_part, has_surrogates};
use super::{shuffle_table::SHUFFLE_TABLE, words::Words};
use crate::{BLOCK, Simd};

/// [`ConvertUtf32::decode_utf32`](super::ConvertUtf32::decode_utf32), in vectors of 16 bytes.
#[inline(always)]
pub(super) fn decode<S: Simd>(simd: S, frame: &Frame, bytes: u64, dst: &mut [u32; BLOCK]) -> usize {
    const { assert!(S::LANES == 16) };
    let mut written = 0;
    let mut at = 0;
    while at < BLOCK && bytes >> at != 0 {
        let from = |at: usize| match frame[at..].first_chunk::<16>() {
            Some(bytes) => simd.load(bytes, 0),
            None => simd.splat(0),
        };
        let [b4, b3, b2, b1, b0] = [from(at), from(at + 1), from(at + 2), from(at + 3), from(at + 4)];
        let Lanes { low, mut high, writes } = units_of_three(simd, [b0, b1, b2, b3]);
        let [first, second, ..] = (writes & bytes >> at).to_le_bytes();
        // F0..FF become 80..8F.
        let four = simd.sub_saturating(b4, simd.splat(0x70));
        let mut top = simd.splat(0);
        let is_four = simd.any_high_bit(four);
        if is_four {
            let four = simd.spread(four);
            let third = simd.lookup_16(&UPPER_NIBBLE, simd.and(b3, simd.splat(0x0F)));
            high = simd.or(high, simd.and(four, third));
            let upper = simd.and(simd.high_nibble(b3), simd.splat(0x03));
            let lead = simd.and(b4, simd.splat(0x07));
            let lead = simd.add(lead, lead);
            top = simd.and(four, simd.or(upper, simd.add(lead, lead)));
        }
        let words = simd.interleave(low, high);
        for (nth, set) in [first, second].into_iter().enumerate() {
            // Eight units at most for each group before it.
            let Some(dst) = dst[written..].first_chunk_mut::<8>() else { return written };
            let row = simd.load(&SHUFFLE_TABLE[usize::from(set)], 0);
            let mut bytes = [[0; 16]; 2];
            if is_four {
                let zero = simd.splat(0);
                let even = simd.shuffle(simd.interleave(low, top)[nth], row);
                let odd = simd.shuffle(simd.interleave(high, zero)[nth], row);
                let [front, back] = simd.interleave(even, odd);
                simd.store(front, &mut bytes[0], 0);
                simd.store(back, &mut bytes[1], 0);
                for (unit, bytes) in dst.iter_mut().zip(bytes.as_flattened().as_chunks().0) {
                    *unit = u32::from_le_bytes(*bytes);
                }
            } else {
                simd.store(simd.shuffle(words[nth], row), &mut bytes[0], 0);
                for (unit, bytes) in dst.iter_mut().zip(bytes[0].as_chunks().0) {
                    *unit = u16::from_le_bytes(*bytes).into();
                }
            }
            written += simd.count_eight(set);
        }
        at += 16;
    }
    written
}

/// [`ConvertUtf32::encode_utf32_partial`](super::ConvertUtf32::encode_utf32_partial), in vectors of 16 bytes: sixteen
/// units at a time, then four, then one by one.
#[inline(always)]
pub(super) fn encode_partial<S: Simd>(simd: S, units: &[u32], dst: &mut [u8]) -> Progress {
    let mut at = Progress::default();
    while let (Some(units), Some(dst)) =
        (units[at.read..].first_chunk::<16>(), dst[at.written..].first_chunk_mut())
    {
        let Some(written) = encode(simd, units, dst) else { break };
        at += Progress { read: 16, written };
    }
    at = by_four(simd, units, dst, at);
    at += portable::by_character::<Utf32, Utf8>(&units[at.read..], &mut dst[at.written..]);
    at
}

/// [`ConvertUtf32::encode_utf32`](super::ConvertUtf32::encode_utf32), by the kernels from UTF-16 if no unit is above
/// FFFF.
#[inline(always)]
pub fn encode_by_words<S: Words>(simd: S, units: &[u32; BLOCK], dst: &mut Utf32Dst) -> Option<usize> {
    let any = units.iter().fold(0, |any, unit| any | unit);
    if !(0x80..0x1_0000).contains(&any) {
        return encode(simd.sixteen(), units, dst.first_chunk_mut()?);
    }
    // `map` would be a call in builds without link-time optimisation.
    let mut halves = [0; BLOCK];
    for (half, unit) in halves.iter_mut().zip(units) {
        *half = lower_half(*unit);
    }
    let class = if any < 0x800 { Class::Two } else { Class::Three };
    if class == Class::Three && has_surrogates(simd, &halves) {
        return None;
    }
    Some(encode_part(simd, &halves, class, dst, 0))
}

/// The same for `N` units, a multiple of 16, without the kernels from UTF-16.
#[inline(always)]
fn encode<S: Simd, const N: usize>(simd: S, units: &[u32; N], dst: &mut [u8; 4 * BLOCK]) -> Option<usize> {
    let any = units.iter().fold(0, |any, unit| any | unit);
    if any < 0x80 {
        // Not directly into the destination: if the compiler cannot rule out that it aliases the source, that is a
        // loop over bytes.
        let mut bytes = [0; N];
        for (byte, unit) in bytes.iter_mut().zip(units) {
            *byte = lowest(*unit);
        }
        *dst.first_chunk_mut()? = bytes;
        return Some(N);
    }
    let mut written = 0;
    if any < 0x800 {
        let (mut leads, mut lasts) = ([0; N], [0; N]);
        for (unit, (lead, last)) in units.iter().zip(leads.iter_mut().zip(&mut lasts)) {
            *lead = lowest(unit >> 6) | 0xC0;
            *last = lowest(if *unit < 0x80 { *unit } else { unit & 0x3F | 0x80 });
        }
        for (leads, lasts) in leads.as_chunks::<16>().0.iter().zip(lasts.as_chunks::<16>().0) {
            let (leads, lasts) = (simd.load(leads, 0), simd.load(lasts, 0));
            let [first, second, ..] = simd.movemask(lasts).to_le_bytes();
            for (pairs, set) in simd.interleave(leads, lasts).into_iter().zip([first, second]) {
                let dst = dst[written..].first_chunk_mut::<16>()?;
                simd.store(simd.shuffle(pairs, simd.load(&WITHOUT_LEADS[usize::from(set)], 0)), dst, 0);
                written += 8 + simd.count_eight(set);
            }
        }
        return Some(written);
    }
    if are_wrong(units) {
        return None;
    }
    let mut all = [[0; 4]; N];
    for (bytes, unit) in all.iter_mut().zip(units) {
        *bytes = in_four(*unit).to_le_bytes();
    }
    let (quads, _) = all.as_flattened().as_chunks::<16>();
    if any >= 0x1_0000 {
        for bytes in quads {
            let bytes = simd.load(bytes, 0);
            // All bytes except those of ASCII are 80 or above. Unneeded bytes are 0, but the last byte of a unit is
            // always needed.
            let needed = simd.movemask(bytes) | LAST_OF_FOUR;
            written += compress_lanes(simd, bytes, needed, dst, written);
        }
        return Some(written);
    }
    for bytes in quads {
        let bytes = simd.load(bytes, 0);
        // Two bits per unit: whether its second and its third byte are needed.
        let needed = simd.movemask(bytes) >> 1 & 0x3333;
        let needed = (needed | needed >> 2) & 0x0F0F;
        let [set, ..] = (needed | needed >> 4).to_le_bytes();
        let row = simd.load(&WITHOUT_ZEROS[usize::from(set)], 0);
        simd.store(simd.shuffle(bytes, row), dst[written..].first_chunk_mut::<16>()?, 0);
        written += 4 + simd.count_eight(set);
    }
    Some(written)
}

/// For each set of the second and third bytes of four 4-byte units: these bytes and the last ones.
static WITHOUT_ZEROS: [[u8; 16]; 256] = {
    let mut rows = [[0x80; 16]; 256];
    let mut set = 0;
    while set < rows.len() {
        let (mut byte, mut to) = (0, 0);
        while byte < 16 {
            let is_needed = match byte % 4 {
                0 => false,
                3 => true,
                nth => set >> (byte / 4 * 2 + nth - 1) & 1 == 1,
            };
            if is_needed {
                rows[set][to] = byte;
                to += 1;
            }
            byte += 1;
        }
        set += 1;
    }
    rows
};

/// The last byte of each of four units.
const LAST_OF_FOUR: u64 = 0x8888;

/// Whether a unit is not a scalar value.
#[inline(always)]
fn are_wrong<const N: usize>(units: &[u32; N]) -> bool {
    let is_wrong = |unit: u32| u32::from(unit > 0x10_FFFF) | u32::from(unit & !0x7FF == 0xD800);
    units.iter().fold(0, |wrong, unit| wrong | is_wrong(*unit)) != 0
}

/// Continues four units at a time, the last ones overlapping finished ones, so that no loop over single units has an
/// unpredictable end. Stops before a unit that is not a scalar value, or if space is short.
#[inline(always)]
fn by_four<S: Simd>(simd: S, units: &[u32], dst: &mut [u8], from: Progress) -> Progress {
    let mut at = from;
    let Some(last) = units.len().checked_sub(4) else { return at };
    while at.read < units.len()
        && let done = at.read - at.read.min(last)
        && let Some(four) = units[at.read - done..].first_chunk::<4>()
    {
        // If these four are above FFFF, the finished ones among them have four bytes each as well.
        if let Some((characters, _)) = four_above_ffff(four)
            && let Some(start) = at.written.checked_sub(4 * done)
            && let Some(dst) = dst.get_mut(start..).and_then(|dst| dst.first_chunk_mut())
        {
            *dst = sixteen(characters);
            at += Progress { read: 4 - done, written: 4 * (4 - done) };
            continue;
        }
        let Some(dst) = dst[at.written..].first_chunk_mut::<16>() else { break };
        if are_wrong(four) {
            break;
        }
        let mut bytes = [[0; 4]; 4];
        for (bytes, unit) in bytes.iter_mut().zip(four) {
            *bytes = in_four(*unit).to_le_bytes();
        }
        let [bytes] = bytes.as_flattened().as_chunks::<16>().0 else { return at };
        let bytes = simd.load(bytes, 0);
        let needed = (simd.movemask(bytes) | LAST_OF_FOUR) & u64::MAX << (4 * done);
        at += Progress { read: 4 - done, written: compress_lanes(simd, bytes, needed, dst, 0) };
    }
    at
}

/// The bytes of a character, the last one highest, with zeros below them.
#[inline(always)]
fn in_four(unit: u32) -> u32 {
    let tails = unit >> 18 | unit >> 4 & 0x3F00 | unit << 10 & 0x003F_0000 | unit << 24 & 0x3F00_0000;
    let marks = if unit < 0x800 { 0x80C0_0000 } else { 0x8080_E000 };
    let marks = if unit < 0x1_0000 { marks } else { 0x8080_80F0 };
    if unit < 0x80 { unit << 24 } else { tails | marks }
}

#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "truncates to the lower half")]
fn lower_half(unit: u32) -> u16 {
    unit as u16
}

#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "truncates to the lowest byte")]
fn lowest(unit: u32) -> u8 {
    unit as u8
}
