//! The conversion kernels.

mod direct;
mod latin1;
mod short;
mod surrogates;
mod utf16_to_utf8;
mod utf32;
mod utf8_to_utf16;

use placemat_core::convert::Progress;
use placemat_core::utf16::{is_high, is_low};
use placemat_simd::convert::{
    BlockDst, Class, Convert, ConvertLatin1, ConvertUtf32, Decoded, Dst, Frame, FromUtf16, Known, Lanes,
    Latin1Frame, Thresholds, ToUtf16, UNITS, Units, Utf32Dst, Words, utf32_fused, whole_characters,
};
use placemat_simd::validate::steps::{LEAD3, LEAD4};
use placemat_simd::{BLOCK, Simd};

use super::steps::{FusedFull, FusedThree};
use super::vectors::V;
use super::{Avx512, token::family};
use crate::{avx2::Avx2, sse4::Sse4};
use utf8_to_utf16::{MIDDLE, UPPER};
use utf16_to_utf8::PART;
use utf32::UNITS as UTF32_UNITS;

family! { converting after short }

impl Convert for Avx512 {
    type Validate = FusedFull;
    type ValidateThree = FusedThree;

    const THRESHOLDS: Thresholds = Thresholds {
        short_max_len: 4 * BLOCK,
        mixed_max_blocks: 2,
        align_min_units: 16 * UNITS,
        latin1_is_quick: true,
        // Only the first piece, the last ones, and those with errors are validated separately.
        utf32_piece: 1024,
        ..Thresholds::NARROW
    };

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
}

impl ToUtf16 for Avx512 {
    #[inline(always)]
    fn units(self, b: [V; 5]) -> Lanes<V> {
        let [b0, b1, b2, b3, b4] = b;
        let lanes = self.units_of_three([b0, b1, b2, b3]);
        let (high, low) = (self.at_least(b3, LEAD4), self.at_least(b4, LEAD4));
        if high | low == 0 { lanes } else { self.with_surrogates(lanes, [b1, b2, b3], high, low) }
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
        let dst: &mut [u16; BLOCK] = dst[at..].first_chunk_mut().expect("dst has LANES units");
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
    fn replace_utf8(self, frame: &Frame, known: Known, dst: &mut BlockDst) -> Option<usize> {
        let Known { valid, invalid, .. } = known;
        let b = [
            self.only(valid >> 1, self.load(frame, 4)),
            self.only(valid, self.load(frame, 3)),
            self.only(valid << 1, self.load(frame, 2)),
            self.only(valid << 2, self.load(frame, 1)),
            self.only(valid << 3, self.load(frame, 0)),
        ];
        let mut lanes = self.units(b);
        lanes.writes &= valid | invalid;
        lanes.low = self.put_byte(invalid, 0xFD, lanes.low);
        lanes.high = self.put_byte(invalid, 0xFF, lanes.high);
        Some(self.compress_lanes(lanes, dst, 0))
    }

    #[inline(always)]
    fn convert_short(self, source: &[u8], dst: &mut [u16]) -> Option<Progress> {
        let mut at = Progress::default();
        while at.read < source.len() {
            let Some(written) = self.convert_partial(source, at.read, &mut dst[at.written..]) else {
                return Some(whole_characters(source, at));
            };
            at += Progress { read: Self::LANES.min(source.len() - at.read), written };
        }
        Some(at)
    }
}

impl FromUtf16 for Avx512 {
    #[inline(always)]
    fn class(self, units: &[u16; UNITS]) -> Option<Class> {
        let [a, b, c, d] = self.parts(units);
        let all = self.or(self.or(a, b), self.or(c, d));
        if self.below(all, 0x80) == u32::MAX {
            Some(Class::Ascii)
        } else if self.below(all, 0x800) == u32::MAX {
            Some(Class::Two)
        } else {
            // The `xor` moves surrogates, and nothing else, below 800.
            let surrogate = self.word(0xD800);
            let front = self.min_words(self.xor(a, surrogate), self.xor(b, surrogate));
            let back = self.min_words(self.xor(c, surrogate), self.xor(d, surrogate));
            let least = self.min_words(front, back);
            (self.below(least, 0x800) == 0).then_some(Class::Three)
        }
    }

    #[inline(always)]
    fn encode_utf16(self, units: &[u16; UNITS], class: Class, dst: &mut Dst) -> usize {
        // No loop over chunks: written out, it needs no bounds checks of the destination.
        let (mut written, mut at) = (0, 0);
        match class {
            Class::Ascii => return self.ascii_block(units, dst),
            Class::Two => {
                while at < UNITS {
                    written += self.keep(self.two_bytes(self.load(units, at)), &mut dst[written..]);
                    at += PART;
                }
            }
            Class::Three => {
                while at < UNITS {
                    let unit = self.load(units, at);
                    for bytes in self.three_bytes(unit, self.tail(unit)) {
                        written += self.keep(bytes, &mut dst[written..]);
                    }
                    at += PART;
                }
            }
        }
        written
    }

    #[inline(always)]
    fn encode_utf16_pairs(self, units: &Units, dst: &mut Dst) -> Option<usize> {
        let mut written = 0;
        let mut lone = 0;
        let mut at = 0;
        while at < UNITS {
            let unit = self.load(units, 1 + at);
            let (tail, without) = self.surrogate_tails(self.load(units, at), unit, self.tail(unit));
            lone |= without;
            for bytes in self.three_bytes(unit, tail) {
                written += self.keep(bytes, &mut dst[written..]);
            }
            at += PART;
        }
        (lone == 0 && is_high(units[UNITS]) == is_low(units[UNITS + 1])).then_some(written)
    }

    #[inline(always)]
    fn narrow_ascii(self, source: &[u16], dst: &mut [u8]) -> usize {
        self.narrow_blocks(source, dst)
    }

    #[inline(always)]
    fn encode_utf16_end(self, source: &[u16], at: usize, dst: &mut [u8]) -> Option<Progress> {
        self.encode_end(source, at, dst)
    }

    #[inline(always)]
    fn encode_utf16_part(self, source: &[u16], at: usize, dst: &mut [u8]) -> Option<Progress> {
        self.encode_part(source, at, dst)
    }
}

impl ConvertLatin1 for Avx512 {
    #[inline(always)]
    fn encode_latin1(self, block: &[u8; BLOCK], dst: &mut [u8; 2 * BLOCK]) -> usize {
        let [(front, first), (back, second)] = self.encoded(self.load(block, 0));
        self.store_half(front, dst, 0);
        self.store_half(back, dst, first);
        first + second
    }

    #[inline(always)]
    fn decode_latin1(self, frame: &Latin1Frame, dst: &mut [u8; BLOCK]) -> Decoded {
        let [before, block @ ..] = frame;
        let (bytes, decoded) = self.decoded(*before, self.load(block, 0));
        self.store(bytes, dst, 0);
        decoded
    }

    #[inline(always)]
    fn decode_latin1_partial(self, before: u8, bytes: &[u8], dst: &mut [u8]) -> Option<Progress> {
        let mut read = bytes.len().min(Self::LANES);
        let mut bytes = &bytes[..read];
        loop {
            let (latin1, decoded) = self.decoded(before, self.load_partial(bytes, 0));
            // Missing bytes are loaded as zeros, at the end. If a continuation byte is required after the last byte,
            // the first zero is wrong, so only the lanes of the input count.
            let wrong = decoded.wrong & self.first_lanes(read);
            if wrong == 0 {
                let written = decoded.written - (Self::LANES - read);
                self.store_partial(latin1, dst.get_mut(..written)?, 0);
                return Some(Progress { read, written });
            }
            read = wrong.trailing_zeros() as usize;
            bytes = &bytes[..read];
        }
    }

    #[inline(always)]
    fn encode_latin1_partial(self, bytes: &[u8], dst: &mut [u8]) -> Option<usize> {
        let missing = Self::LANES.checked_sub(bytes.len())?;
        let [(front, first), (back, second)] = self.encoded(self.load_partial(bytes, 0));
        // Missing bytes are loaded as zeros, at the end.
        let written = first + second - missing;
        let dst = dst.get_mut(..written)?;
        let (start, end) = dst.split_at_mut(first.min(written));
        self.store_partial(front, start, 0);
        self.store_partial(back, end, 0);
        Some(written)
    }
}

impl ConvertUtf32 for Avx512 {
    #[inline(always)]
    fn widen_to_utf32(self, block: &[u8; BLOCK], dst: &mut [u32; BLOCK]) {
        for (bytes, dst) in
            block.as_chunks::<UTF32_UNITS>().0.iter().zip(dst.as_chunks_mut::<UTF32_UNITS>().0)
        {
            self.store(self.widened_to_32(Sse4::from(self).load(bytes, 0)), dst, 0);
        }
    }

    #[inline(always)]
    fn decode_utf32(self, frame: &Frame, bytes: u64, dst: &mut [u32; BLOCK]) -> usize {
        self.decode_block(frame, bytes, dst)
    }

    #[inline(always)]
    fn fused_utf32(self, source: &[u8], dst: &mut [u32], from: Progress) -> Progress {
        utf32_fused(self, source, dst, from)
    }

    #[inline(always)]
    fn encode_utf32(self, units: &[u32; BLOCK], dst: &mut Utf32Dst) -> Option<usize> {
        self.encode_block(units, dst)
    }

    #[inline(always)]
    fn encode_utf32_partial(self, units: &[u32], dst: &mut [u8]) -> Option<Progress> {
        Some(self.encode_short(units, dst))
    }
}
