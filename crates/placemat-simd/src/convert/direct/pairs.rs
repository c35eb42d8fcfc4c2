//! Blocks with surrogate pairs: the units of four characters are computed by vectors and compressed by
//! [`SHUFFLE_TABLE`].
//!
//! ```text
//! UTF-16   D83C DF7D 0035 20AC  ->  1F37D [dropped] 35 20AC
//! UTF-32   1F37D 35             ->  D83C DF7D 0035 [dropped]
//! ```

use placemat_core::convert::{Utf16, Utf32, portable::Direct};

use super::super::words::{Words, store_shuffled};
use super::are;
use crate::{BLOCK, Simd, convert::SHUFFLE_TABLE};

/// UTF-16 to UTF-32: the number of units written. `next` is the unit after each.
#[inline(always)]
pub(super) fn join<S: Words>(simd: S, units: &[u16; BLOCK], next: &[u16; BLOCK], dst: &mut [u32]) -> usize {
    if cfg!(target_endian = "big") {
        return Utf16::mixed::<Utf32, BLOCK>(units, next, dst);
    }
    let mut written = 0;
    for at in (0..BLOCK).step_by(S::LANES / 2) {
        let (unit, next) = (simd.load(units, at), simd.load(next, at));
        let surrogate = are(simd, unit, 0xF800, 0xD800);
        let is_second = are(simd, unit, 0xFC00, 0xDC00);
        if !simd.any_high_bit(surrogate) {
            for values in simd.zip_words(unit, simd.splat(0)) {
                if let Some(dst) = dst.get_mut(written..).and_then(<[_]>::first_chunk_mut::<4>) {
                    simd.sixteen().store(values, dst, 0);
                }
                written += 4;
            }
            continue;
        }
        // The value of a pair is 10000 + (unit & 3FF) << 10 + (next & 3FF).
        let low = simd.or(simd.shift_up::<10>(unit), simd.and(next, simd.word(0x3FF)));
        let high = simd.add_words(simd.shift_down::<6>(unit), simd.word(1_u16.wrapping_sub(0xD800 >> 6)));
        let (low, high) = (simd.select(surrogate, low, unit), simd.and(surrogate, high));
        for (values, is_second) in
            simd.zip_words(low, high).into_iter().zip(simd.zip_words(is_second, is_second))
        {
            let dropped = fourths(simd.sixteen().movemask(is_second));
            let row = !(dropped | dropped >> 1);
            if let Some(dst) = dst.get_mut(written..).and_then(<[_]>::first_chunk_mut::<4>) {
                store_shuffled(simd, values, &SHUFFLE_TABLE[usize::from(row)], dst);
            }
            written += simd.count_eight(row) / 2;
        }
    }
    written
}

/// UTF-32 to UTF-16: the number of units written. The words of a value are its lower and its upper one.
#[inline(always)]
pub(super) fn split<S: Words>(simd: S, values: &[u32; BLOCK], dst: &mut [u16]) -> usize {
    /// Exchanges the words of each value.
    const SWAP: [u8; 16] = [2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13];
    const LOWER: [u8; 16] = [0xFF, 0xFF, 0, 0, 0xFF, 0xFF, 0, 0, 0xFF, 0xFF, 0, 0, 0xFF, 0xFF, 0, 0];
    if cfg!(target_endian = "big") {
        return Utf32::mixed::<Utf16, BLOCK>(values, values, dst);
    }
    let mut written = 0;
    for at in (0..BLOCK).step_by(S::LANES / 4) {
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
        for (units, one_unit) in simd.sixteens(units).into_iter().zip(simd.sixteens(one_unit)) {
            let row = !fourths(simd.sixteen().movemask(one_unit));
            if let Some(dst) = dst.get_mut(written..).and_then(<[_]>::first_chunk_mut::<8>) {
                store_shuffled(simd, units, &SHUFFLE_TABLE[usize::from(row)], dst);
            }
            written += simd.count_eight(row);
        }
    }
    written
}

/// Every fourth of sixteen bits, which are four times four equal bits, as every second one of eight: 1, 3, 5 and 7.
#[inline(always)]
fn fourths(lanes: u64) -> u8 {
    // Bit 5n moves to 9 + 2n: one factor for each n, and no two products share a bit.
    (((lanes & 0x8421) * 0b10_0100_1001) >> 8 & 0b1010_1010) as u8
}
