//! Blocks with surrogate pairs: the units of four characters are computed by vectors and compressed by
//! [`SHUFFLE_TABLE`].
//!
//! ```text
//! UTF-16   D83C DF7D 0035 20AC  ->  1F37D [dropped] 35 20AC
//! UTF-32   1F37D 35             ->  D83C DF7D 0035 [dropped]
//! ```

use placemat_core::convert::portable::{ConvertMixed, Direct};
use placemat_core::convert::{Utf16, Utf32};

use super::super::words::{Words, store_shuffled};
use super::are;
use crate::convert::SHUFFLE_TABLE;

/// Blocks with pairs, by vectors.
#[derive(Clone, Copy)]
pub(super) struct Pairs<S>(pub(super) S);

impl<S: Words> ConvertMixed<Utf16, Utf32> for Pairs<S> {
    #[inline(always)]
    fn convert<const N: usize>(self, units: &[u16; N], next: &[u16; N], dst: &mut [u32]) -> usize {
        if cfg!(target_endian = "big") {
            return Utf16::mixed::<Utf32, N>(units, next, dst);
        }
        join(self.0, units, next, dst)
    }
}

impl<S: Words> ConvertMixed<Utf32, Utf16> for Pairs<S> {
    #[inline(always)]
    fn convert<const N: usize>(self, values: &[u32; N], next: &[u32; N], dst: &mut [u16]) -> usize {
        if cfg!(target_endian = "big") {
            return Utf32::mixed::<Utf16, N>(values, next, dst);
        }
        split(self.0, values, dst)
    }
}

/// UTF-16 to UTF-32: the number of units written. `next` is the unit after each.
#[inline(always)]
fn join<S: Words, const N: usize>(simd: S, units: &[u16; N], next: &[u16; N], dst: &mut [u32]) -> usize {
    let mut written = 0;
    for at in (0..N).step_by(S::LANES / 2) {
        let (unit, next) = (simd.load(units, at), simd.load(next, at));
        let surrogate = are(simd, unit, 0xF800, 0xD800);
        let is_second = are(simd, unit, 0xFC00, 0xDC00);
        if !simd.any_high_bit(surrogate) {
            if let Some(dst) = dst.get_mut(written..written + S::LANES / 2) {
                for (value, unit) in dst.iter_mut().zip(&units[at..]) {
                    *value = (*unit).into();
                }
            }
            written += S::LANES / 2;
            continue;
        }
        // The value of a pair is 10000 + (unit & 3FF) << 10 + (next & 3FF).
        let low = simd.or(simd.shift_up::<10>(unit), simd.and(next, simd.word(0x3FF)));
        let high = simd.add_words(simd.shift_down::<6>(unit), simd.word(1_u16.wrapping_sub(0xD800 >> 6)));
        let (low, high) = (simd.select(surrogate, low, unit), simd.and(surrogate, high));
        // Two bits for each unit, so eight for four.
        let mut rows = !simd.movemask(is_second);
        for values in simd.zip_words(low, high) {
            let [row, ..] = rows.to_le_bytes();
            if let Some(dst) = dst.get_mut(written..).and_then(<[_]>::first_chunk_mut::<4>) {
                store_shuffled(simd, values, &SHUFFLE_TABLE[usize::from(row)], dst);
            }
            written += simd.count_eight(row) / 2;
            rows >>= 8;
        }
    }
    written
}

/// UTF-32 to UTF-16: the number of units written. The words of a value are its lower and its upper one.
#[inline(always)]
fn split<S: Words, const N: usize>(simd: S, values: &[u32; N], dst: &mut [u16]) -> usize {
    /// Exchanges the words of each value.
    const SWAP: [u8; 16] = [2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13];
    const LOWER: [u8; 16] = [0xFF, 0xFF, 0, 0, 0xFF, 0xFF, 0, 0, 0xFF, 0xFF, 0, 0, 0xFF, 0xFF, 0, 0];
    let mut written = 0;
    for at in (0..N).step_by(S::LANES / 4) {
        let value = simd.load(values, at);
        let (swapped, lower) = (simd.shuffle(value, simd.repeat(&SWAP)), simd.repeat(&LOWER));
        // In both words of a value: whether the upper one is 0.
        let one_unit = simd.equal_words(simd.select(lower, swapped, value), simd.word(0));
        if !simd.any_high_bit(simd.xor(one_unit, simd.word(0xFFFF))) {
            for units in simd.sixteens(value) {
                if let Some(dst) = dst.get_mut(written..).and_then(<[_]>::first_chunk_mut::<8>) {
                    store_shuffled(simd, units, &SHUFFLE_TABLE[0x55], dst);
                }
                written += 4;
            }
            continue;
        }
        // D800 + (value - 10000) >> 10, of both words; and DC00 + value & 3FF.
        let first = simd.add_words(simd.shift_up::<6>(swapped), simd.word(0xD800 - (1 << 6)));
        let first = simd.add_words(first, simd.shift_down::<10>(value));
        let second = simd.or(simd.and(swapped, simd.word(0x3FF)), simd.word(0xDC00));
        let units = simd.select(one_unit, value, simd.select(lower, first, second));
        let dropped = simd.and(simd.xor(lower, simd.splat(0xFF)), one_unit);
        // One bit for each unit, so eight for four values; and twice.
        let kept = simd.and(simd.xor(dropped, simd.splat(0xFF)), simd.splat(0x80));
        let mut rows = simd.movemask(simd.pack(kept, kept));
        for units in simd.sixteens(units) {
            let [row, ..] = rows.to_le_bytes();
            if let Some(dst) = dst.get_mut(written..).and_then(<[_]>::first_chunk_mut::<8>) {
                store_shuffled(simd, units, &SHUFFLE_TABLE[usize::from(row)], dst);
            }
            written += simd.count_eight(row);
            rows >>= 16;
        }
    }
    written
}
