//! Lossy conversion from UTF-16 to UTF-8 where errors are frequent and nearly everything else is ASCII.
//!
//! ```text
//! for each piece of `PIECE` units:
//!     bytes  = the units narrowed, as if all were ASCII
//!     places = the indices of those that are not; more than `MAX_OTHERS`: convert this piece by `lossy.rs`
//!     for each place:
//!         copy bytes[from..place], 128 bytes at a time
//!         store the UTF-8 of the unit, or U+FFFD: four bytes, of which the next store overwrites what it does not need
//!     copy the rest
//! ```
//!
//! For example, `a`, a lone surrogate, `b`, and U+1F37D, of which the high surrogate writes four bytes and the low one
//! none:
//!
//! ```text
//! units     0061  D800       0062  D83C         DF7D
//! bytes     61    ..         62    ..           ..
//! places          1                3            4
//! output    61    EF BF BD   62    F0 9F 8D BD
//! ```
//!
//! - **No branch depends on where errors are**: a copy of constant length is faster than `memcpy` with an unpredictable
//!   one, and up to two places in 64 units are listed without a branch on their number.
//! - **Saturation finds the others**: a minimum with FF before packing makes every unit above FF a byte of 80 or above.
//! - **The lengths are arithmetic**: two bytes are the last two of three, with other bits in the first, and U+FFFD is a
//!   unit like any other. Only pairs branch.
//! - **A piece with too many others** is converted by `lossy.rs`, and so are the next `WAIT` pieces: they are likely to
//!   have many as well.

use placemat_core::utf16::{is_high, is_low, join};
use placemat_core::{Conversion, convert::Progress};

use super::lossy::{PIECE, replace_piece};
use super::{backend::FromUtf16, words::Words};

/// Units that are narrowed together.
const PART: usize = 64;

/// The maximum number of non-ASCII units in a piece. From about here on, converting all units alike is faster.
const MAX_OTHERS: usize = PIECE / 10;

/// The number of pieces to convert after one with more, before this is tried again.
const WAIT: usize = 15;

/// Bytes per copy. (Most pieces are shorter.)
const COPY: usize = 128;

/// A piece and the units before and after it.
type Around = [u16; 1 + PIECE + 1];

/// The maximum output of a piece, and space for a copy at its end.
const DST: usize = 3 * PIECE + COPY;

/// [`utf16_to_utf8_replaced`](super::utf16_to_utf8_replaced).
///
/// Must be called from a function that is compiled for the CPU features of `kernel`.
#[inline(always)]
pub fn utf16_to_utf8_lossy<K: FromUtf16>(kernel: K, source: &[u16], dst: &mut [u8]) -> Progress {
    let mut at = Progress::default();
    // One unit before the text is enough.
    let Some(source) = source.get(Conversion::BEFORE - 1..) else { return at };
    let mut bytes = [0; PIECE + COPY];
    let mut places = [0; MAX_OTHERS + PART];
    let mut copy = [0; PIECE];
    let mut wait = 0;
    loop {
        let (rest, left) = (source.get(at.read..).unwrap_or_default(), &mut dst[at.written..]);
        let (done, any) = if wait == 0
            && let (Some(around), Some(left)) = (rest.first_chunk(), left.first_chunk_mut())
            && let Some(count) = list(kernel, around, &mut bytes, &mut places)
        {
            write(around, &bytes, places.get(..count).unwrap_or_default(), left)
        } else {
            wait = if wait == 0 { WAIT } else { wait - 1 };
            replace_piece(kernel, rest, left, &mut copy)
        };
        at += done;
        if !any || done.read == 0 {
            return at;
        }
    }
}

/// Narrows the piece and lists its non-ASCII units. Returns their number, or `None` if there are too many.
#[inline(always)]
fn list<K: FromUtf16>(
    kernel: K, around: &Around, bytes: &mut [u8; PIECE + COPY], places: &mut [u32; MAX_OTHERS + PART],
) -> Option<usize> {
    let (units, _) = around[1..].as_chunks::<PART>();
    let (bytes, _) = bytes.as_chunks_mut::<PART>();
    let (mut count, mut start) = (0, 0);
    for (units, bytes) in units.iter().zip(bytes) {
        let mut left = 0;
        let mut at = 0;
        while at < PART {
            left |= narrow(kernel, units, bytes, at) << at;
            at += K::LANES;
        }
        // Usually there are at most two: no branch on their number.
        for _ in 0..2 {
            *places.get_mut(count)? = start + left.trailing_zeros();
            count += usize::from(left != 0);
            left &= left.wrapping_sub(1);
        }
        if left != 0 && count + left.count_ones() as usize > MAX_OTHERS {
            return None;
        }
        while left != 0 {
            *places.get_mut(count)? = start + left.trailing_zeros();
            count += 1;
            left &= left - 1;
        }
        start += u64::BITS;
    }
    Some(count)
}

/// Narrows the units `units[at..at + LANES]`: writes ASCII units to the same places as bytes, and anything in place of
/// others. Returns one bit per unit, the first unit in bit 0: set if it is not ASCII.
#[inline(always)]
fn narrow<W: Words>(simd: W, units: &[u16; PART], bytes: &mut [u8; PART], at: usize) -> u64 {
    // Units that would become another byte become FF.
    let most = simd.word(0xFF);
    let low = simd.min_words(simd.load(units, at), most);
    let high = simd.min_words(simd.load(units, at + W::LANES / 2), most);
    let both = simd.pack_words(low, high);
    simd.store(both, bytes, at);
    simd.movemask(both)
}

/// Writes the output of a piece, given its ASCII units as bytes and the places of the others. Returns whether any
/// unit was replaced.
#[inline(always)]
fn write(
    around: &Around, bytes: &[u8; PIECE + COPY], places: &[u32], dst: &mut [u8; DST],
) -> (Progress, bool) {
    // A high surrogate at the end stays there together with the low one.
    let splits = is_high(around[PIECE]) && is_low(around[PIECE + 1]);
    let end = PIECE - usize::from(splits);
    let (mut any, mut from, mut to) = (false, 0, 0);
    for place in places {
        let place = *place as usize;
        if place >= end {
            break;
        }
        to = copy_ascii(bytes, from, place, dst, to);
        let Some([before, unit, after]) = around.get(place..).and_then(|rest| rest.first_chunk()) else {
            break;
        };
        let is_lone = is_low(*unit) & !is_high(*before) | is_high(*unit) & !is_low(*after);
        any |= is_lone;
        let unit = if is_lone { REPLACEMENT } else { *unit };
        let (character, len) = if is_high(unit) {
            let scalar = u32::from(join(unit, *after));
            // The last two bytes are those of a three-byte character.
            let (front, back) = (scalar >> 12, three((scalar & 0xFFF) as u16) >> 8);
            (0x80F0 | front >> 6 | (front & 0x3F) << 8 | back << 16, 4)
        } else if is_low(unit) {
            // The high surrogate has written all four bytes.
            (0, 0)
        } else {
            // Two bytes are the last two of three, with other lead bits in the first. A branch would often be
            // mispredicted.
            let is_two = u32::from(unit < 0x800);
            ((three(unit) >> (8 * is_two)) + (is_two << 6), 3 - is_two as usize)
        };
        if let Some(dst) = dst.get_mut(to..).and_then(|rest| rest.first_chunk_mut()) {
            *dst = character.to_le_bytes();
        }
        to += len;
        from = place + 1;
    }
    (Progress { read: end, written: copy_ascii(bytes, from, end, dst, to) }, any)
}

/// U+FFFD in UTF-16.
const REPLACEMENT: u16 = 0xFFFD;

/// The three bytes of a unit, little-endian.
#[inline(always)]
const fn three(unit: u16) -> u32 {
    let unit = unit as u32;
    0x80_80E0 | unit >> 12 | (unit >> 6 & 0x3F) << 8 | (unit & 0x3F) << 16
}

/// Copies a piece of the bytes, and some more after it. Returns the end of the piece.
#[inline(always)]
fn copy_ascii(
    bytes: &[u8; PIECE + COPY], mut from: usize, end: usize, dst: &mut [u8; DST], mut to: usize,
) -> usize {
    let after = to + end - from;
    loop {
        if let (Some(bytes), Some(dst)) = (
            bytes.get(from..).and_then(|rest| rest.first_chunk::<COPY>()),
            dst.get_mut(to..).and_then(|rest| rest.first_chunk_mut()),
        ) {
            *dst = *bytes;
        }
        (from, to) = (from + COPY, to + COPY);
        if from >= end {
            return after;
        }
    }
}
