//! UTF-32 in 16-byte vectors.

use placemat_core::convert::{
    Progress, Utf8, Utf32,
    portable::{self, four_above_ffff, sixteen},
};

use super::{
    SHUFFLE_TABLE, Window,
    latin1::Latin1Kernel,
    shuffle::{WITHOUT_LEADS, compress_lanes},
    utf16_to_utf8::{
        Class, Words,
        words::{encode_part, has_surrogates},
    },
    utf32::{Utf32Dst, Utf32Kernel},
};
use crate::{BLOCK, Simd};

/// What conversion of UTF-32 in 16-byte vectors needs from a backend beyond [`Words`].
pub trait NarrowUtf32: Words {
    /// [`Utf32Kernel::decode`].
    #[inline(always)]
    fn decode_block(self, window: &Window, bytes: u64, dst: &mut [u32; BLOCK]) -> usize {
        let mut written = 0;
        let mut at = 0;
        while at < BLOCK && bytes >> at != 0 {
            let from = |at: usize| match window[at..].first_chunk::<16>() {
                Some(bytes) => self.load(bytes, 0),
                None => self.splat(0),
            };
            let [b4, b3, b2, b1, b0] = [from(at), from(at + 1), from(at + 2), from(at + 3), from(at + 4)];
            // Continuation bytes are the 64 smallest as signed numbers.
            let goes_on = self.movemask(self.add_signed_saturating(b0, self.splat(0x40)));
            let [first, second, ..] = (!goes_on & bytes >> at).to_le_bytes();
            // b2 counts only if b1 is a continuation byte.
            let middle = self.and(b2, self.lookup_16(&ALL_OR_NOTHING, self.high_nibble(b1)));
            let two_bits = self.lookup_16(&TWO_BITS, self.and(middle, self.splat(0x0F)));
            let low = self.or(self.and(b1, self.splat(0x7F)), two_bits);
            let twice = self.add(middle, middle);
            let four_bits = self.high_nibble(self.add(twice, twice));
            let lead = self.lookup_16(&UPPER_NIBBLE, self.sub_saturating(b3, self.splat(0xE0)));
            let mut high = self.or(four_bits, lead);
            // F0..FF become 80..8F.
            let four = self.sub_saturating(b4, self.splat(0x70));
            let mut top = self.splat(0);
            let is_four = self.any_high_bit(four);
            if is_four {
                let four = self.lookup_16(&ALL_OR_NOTHING, self.high_nibble(four));
                let third = self.lookup_16(&UPPER_NIBBLE, self.and(b3, self.splat(0x0F)));
                high = self.or(high, self.and(four, third));
                let upper = self.and(self.high_nibble(b3), self.splat(0x03));
                let lead = self.and(b4, self.splat(0x07));
                let lead = self.add(lead, lead);
                top = self.and(four, self.or(upper, self.add(lead, lead)));
            }
            let words = self.interleave(low, high);
            for (nth, set) in [first, second].into_iter().enumerate() {
                // Eight units at most for each group before it.
                let Some(dst) = dst[written..].first_chunk_mut::<8>() else { return written };
                let row = self.load(&SHUFFLE_TABLE[usize::from(set)], 0);
                let mut bytes = [[0; 16]; 2];
                if is_four {
                    let zero = self.splat(0);
                    let even = self.shuffle(self.interleave(low, top)[nth], row);
                    let odd = self.shuffle(self.interleave(high, zero)[nth], row);
                    let [front, back] = self.interleave(even, odd);
                    self.store(front, &mut bytes[0], 0);
                    self.store(back, &mut bytes[1], 0);
                    for (unit, bytes) in dst.iter_mut().zip(bytes.as_flattened().as_chunks().0) {
                        *unit = u32::from_le_bytes(*bytes);
                    }
                } else {
                    self.store(self.shuffle(words[nth], row), &mut bytes[0], 0);
                    for (unit, bytes) in dst.iter_mut().zip(bytes[0].as_chunks().0) {
                        *unit = u16::from_le_bytes(*bytes).into();
                    }
                }
                written += self.count_eight(set);
            }
            at += 16;
        }
        written
    }

    /// [`Utf32Kernel::encode`].
    #[inline(always)]
    fn encode_block(self, units: &[u32; BLOCK], dst: &mut Utf32Dst) -> Option<usize> {
        utf32_by_words(self, self, units, dst)
    }
}

impl<S: NarrowUtf32> Utf32Kernel for S {
    const IS_NARROW: bool = true;

    #[inline(always)]
    fn is_ascii(self, block: &[u8; BLOCK]) -> bool {
        Latin1Kernel::is_ascii(self, block)
    }

    #[inline(always)]
    fn widen(self, block: &[u8; BLOCK], dst: &mut [u32; BLOCK]) {
        for (unit, byte) in dst.iter_mut().zip(block) {
            *unit = u32::from(*byte);
        }
    }

    #[inline(always)]
    fn decode(self, window: &Window, bytes: u64, dst: &mut [u32; BLOCK]) -> usize {
        self.decode_block(window, bytes, dst)
    }

    #[inline(always)]
    fn encode(self, units: &[u32; BLOCK], dst: &mut Utf32Dst) -> Option<usize> {
        self.encode_block(units, dst)
    }

    /// Sixteen units at a time, then four, and the rest one by one.
    #[inline(always)]
    fn encode_some(self, units: &[u32], dst: &mut [u8]) -> Option<Progress> {
        let mut at = Progress::default();
        while let (Some(units), Some(dst)) =
            (units[at.read..].first_chunk::<16>(), dst[at.written..].first_chunk_mut())
        {
            let Some(written) = encode(self, units, dst) else { break };
            at += Progress { read: 16, written };
        }
        at = by_four(self, units, dst, at);
        at += portable::few::<Utf32, Utf8>(&units[at.read..], &mut dst[at.written..]);
        Some(at)
    }
}

/// [`Utf32Kernel::encode`], by the kernels from UTF-16 if no unit is above FFFF.
#[inline(always)]
pub fn utf32_by_words<W: Words, S: Simd>(
    words: W,
    simd: S,
    units: &[u32; BLOCK],
    dst: &mut Utf32Dst,
) -> Option<usize> {
    let any = units.iter().fold(0, |any, unit| any | unit);
    if !(0x80..0x1_0000).contains(&any) {
        return encode(simd, units, dst.first_chunk_mut()?);
    }
    // `map` would be a call in builds without link-time optimisation.
    let mut halves = [0; BLOCK];
    for (half, unit) in halves.iter_mut().zip(units) {
        *half = lower_half(*unit);
    }
    let class = if any < 0x800 { Class::Two } else { Class::Three };
    if class == Class::Three && has_surrogates(words, &halves) {
        return None;
    }
    Some(encode_part(words, &halves, class, dst, 0))
}

/// [`Utf32Kernel::encode`] for `N` units, a multiple of 16, without the kernels from UTF-16.
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
#[expect(clippy::cast_possible_truncation, reason = "the lower half is what is asked for")]
fn lower_half(unit: u32) -> u16 {
    unit as u16
}

#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the lowest byte is what is asked for")]
fn lowest(unit: u32) -> u8 {
    unit as u8
}

const ALL_OR_NOTHING: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF];
const TWO_BITS: [u8; 16] =
    [0, 0x40, 0x80, 0xC0, 0, 0x40, 0x80, 0xC0, 0, 0x40, 0x80, 0xC0, 0, 0x40, 0x80, 0xC0];
const UPPER_NIBBLE: [u8; 16] =
    [0, 0x10, 0x20, 0x30, 0x40, 0x50, 0x60, 0x70, 0x80, 0x90, 0xA0, 0xB0, 0xC0, 0xD0, 0xE0, 0xF0];
