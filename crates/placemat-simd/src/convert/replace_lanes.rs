//! A block with U+FFFD for invalid items, by masks: invalid bytes become NUL in registers, where `prev` also makes
//! the vectors of the bytes before. Loads from a copy in memory would wait for its stores.

use placemat_core::Classes;

use super::backend::ToUtf16;
use super::blocks::{BEFORE, BlockDst, Frame, Known};
use super::lanes::{Lanes, choose, with_surrogates};
use crate::BLOCK;

/// [`ToUtf16::replace_utf8`].
#[inline(always)]
pub fn replace_by_lanes<K: ToUtf16>(kernel: K, frame: &Frame, known: Known, dst: &mut BlockDst) -> usize {
    let Known { classes: Classes { continuations, from_c0, from_f0, .. }, valid, invalid } = known;
    if (continuations | from_c0) & valid == 0 {
        return replace_in_ascii(kernel, frame, known, dst);
    }
    let four = from_f0 & valid;
    // The last byte of each character, and the third one of four.
    let writes = (!((continuations & valid) >> 1) | four << 2) & (valid | invalid);
    let mut before = kernel.splat(0);
    let (mut written, mut at) = (0, 0);
    while at < BLOCK {
        let b1 = kernel.and(kernel.load(frame, BEFORE + at), kernel.lanes_of(valid >> at));
        let b2 = kernel.prev::<1>(before, b1);
        let b3 = kernel.prev::<2>(before, b1);
        let mut lanes = kernel.units_of_three([b1, b1, b2, b3]);
        if four != 0 {
            lanes = with_surrogates(kernel, lanes, [b1, b2, b3, kernel.prev::<3>(before, b1)]);
        }
        // U+FFFD. Otherwise the lane of a NUL writes 0.
        let replaced = kernel.lanes_of(invalid >> at);
        lanes.low = kernel.or(lanes.low, kernel.and(replaced, kernel.splat(0xFD)));
        lanes.high = kernel.or(lanes.high, replaced);
        lanes.writes = writes >> at;
        written += kernel.compress_lanes(lanes, dst, written);
        before = b1;
        at += K::LANES;
    }
    written
}

/// The same if all valid bytes are ASCII.
#[inline(always)]
fn replace_in_ascii<K: ToUtf16>(
    kernel: K, frame: &Frame, Known { valid, invalid, .. }: Known, dst: &mut BlockDst,
) -> usize {
    let (mut written, mut at) = (0, 0);
    while at < BLOCK {
        let bytes = kernel.load(frame, BEFORE + at);
        let high = kernel.lanes_of(invalid >> at);
        let low = choose(kernel, high, kernel.splat(0xFD), bytes);
        let writes = (valid | invalid) >> at;
        written += kernel.compress_lanes(Lanes { low, high, writes }, dst, written);
        at += K::LANES;
    }
    written
}
