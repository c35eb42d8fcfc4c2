//! Lossy conversion from UTF-8 to UTF-16 with frequent errors: block by block, with U+FFFD for invalid items.
//!
//! A block begins where an item does. [`Items`] tell which of its bytes belong to valid characters; the others count
//! as NUL, so that lanes see only valid text, as they require. The first lane of each invalid item then writes
//! U+FFFD, and its other lanes write nothing.

use placemat_core::{Conversion, Items, convert::Progress};

use super::blocks::{BEFORE, BlockDst, Frame, Known};
use super::{backend::ToUtf16, frame::vectors};
use crate::{BLOCK, validate::classes};

/// After this many blocks without an error, validating whole chunks is faster.
const QUIET: usize = 16;

const _: () = assert!(Conversion::BEFORE == BEFORE);

/// Converts UTF-8 to UTF-16 and replaces each invalid item by U+FFFD, by the contract of
/// [`ReplaceFn`](placemat_core::ReplaceFn).
///
/// Must be called from a function that is compiled for the CPU features of `kernel`.
#[inline(always)]
pub fn utf8_to_utf16_replaced<K: ToUtf16>(kernel: K, source: &[u8], dst: &mut [u16]) -> Progress {
    let mut at = Progress::default();
    let mut quiet = 0;
    while quiet < QUIET
        && let Some(frame) =
            source.get(at.read..).and_then(|rest| rest.first_chunk::<{ size_of::<Frame>() }>())
        && let Some(context) = frame.first_chunk()
        && let Some(dst) = dst.get_mut(at.written..).and_then(|rest| rest.first_chunk_mut())
    {
        // With narrow vectors, the code below is so much slower that this pays off even with an error in every block
        // or two.
        if K::LANES < BLOCK
            && let (Some(bytes), Some(dst)) = (context[BEFORE..].first_chunk(), dst.first_chunk_mut())
            && kernel.widen::<BLOCK>(bytes, dst)
        {
            at += Progress { read: BLOCK, written: BLOCK };
            quiet += 1;
            continue;
        }
        let classes = classes(kernel, context);
        let items = Items::from_classes(classes);
        let (valid, invalid) = (items.valid(), items.invalid());
        let known = Known { classes, valid, invalid };
        let written = match kernel.replace_utf8(frame, known, dst) {
            Some(written) => written,
            None => replace_by_copy(kernel, frame, known, dst),
        };
        at += Progress { read: items.decided() as usize, written };
        quiet = if invalid == 0 { quiet + 1 } else { 0 };
    }
    at
}

/// [`ToUtf16::replace_utf8`] with a copy of the block in which invalid bytes are NUL.
#[inline(always)]
fn replace_by_copy<K: ToUtf16>(
    kernel: K, frame: &Frame, Known { valid, invalid, .. }: Known, dst: &mut BlockDst,
) -> usize {
    let copy = only(frame, valid);
    let mut written = 0;
    let mut at = 0;
    while at < BLOCK {
        let part = u64::MAX >> (BLOCK - K::LANES);
        let mut lanes = kernel.units(vectors(kernel, &copy, at));
        lanes.writes &= (valid | invalid) >> at & part;
        let writes = lanes.writes;
        let units = kernel.compress_lanes(lanes, dst, written);
        let mut left = invalid >> at & part;
        while left != 0 {
            let before = writes & (left ^ (left - 1)) >> 1;
            if let Some(unit) = dst.get_mut(written + before.count_ones() as usize) {
                *unit = REPLACEMENT;
            }
            left &= left - 1;
        }
        written += units;
        at += K::LANES;
    }
    written
}

/// U+FFFD in UTF-16.
const REPLACEMENT: u16 = 0xFFFD;

/// A copy of the frame with NUL in place of all other bytes, and around the block.
#[inline(always)]
fn only(frame: &Frame, bytes: u64) -> Frame {
    let mut copy = [0; size_of::<Frame>()];
    let (from, _) = frame[BEFORE..].as_chunks::<8>();
    let (to, _) = copy[BEFORE..].as_chunks_mut::<8>();
    for ((to, from), bits) in to.iter_mut().zip(from).zip(bytes.to_le_bytes()) {
        *to = (u64::from_le_bytes(*from) & BYTES[usize::from(bits)]).to_le_bytes();
    }
    copy
}

/// FF in the bytes whose bit is set.
static BYTES: [u64; 256] = {
    let mut all = [0; 256];
    let mut bits = 0;
    while bits < all.len() {
        let mut bit = 0;
        while bit < 8 {
            if bits >> bit & 1 == 1 {
                all[bits] |= 0xFF << (8 * bit);
            }
            bit += 1;
        }
        bits += 1;
    }
    all
};
