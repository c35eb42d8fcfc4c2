//! From UTF-8 to UTF-16 where errors are frequent: block by block, with U+FFFD for what is invalid.
//!
//! A block begins where an item does. [`Items`] say which of its bytes belong to valid characters. The
//! others count as NUL. So lanes see nothing but valid text, and what is known of them there holds here.
//! Then of each invalid item the first lane writes U+FFFD, and the others write nothing.

use placemat_core::{Classes, Conversion, Items, convert::Progress};

use super::{BEFORE, Compress, SPARE, Window, frame::vectors};
use crate::{BLOCK, validate::classes};

/// Room for what a block becomes.
pub type BlockDst = [u16; BLOCK + SPARE];

/// What is known of the bytes of a block, one bit a byte.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// What they are by themselves.
    pub classes: Classes,
    /// Those of whole characters.
    pub valid: u64,
    /// The first ones of invalid items. The others of them are in neither set.
    pub invalid: u64,
}

/// After so many blocks without an error, to validate whole chunks is faster.
const QUIET: usize = 16;

const _: () = assert!(Conversion::BEFORE == BEFORE);

/// Converts UTF-8 to UTF-16 with U+FFFD for each invalid item, by the contract of
/// [`Replace`](placemat_core::Replace).
///
/// To be called from a function that is compiled for the processor features of `kernel`.
#[inline(always)]
pub fn utf8_to_utf16_replaced<K: Compress>(kernel: K, source: &[u8], dst: &mut [u16]) -> Progress {
    let mut at = Progress::default();
    let mut quiet = 0;
    while quiet < QUIET
        && let Some(window) =
            source.get(at.read..).and_then(|rest| rest.first_chunk::<{ size_of::<Window>() }>())
        && let Some(context) = window.first_chunk()
        && let Some(dst) = dst.get_mut(at.written..).and_then(|rest| rest.first_chunk_mut())
    {
        // Where vectors are narrow, the rest takes so much longer that this pays even with an error in each block
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
        let written = kernel.replace(window, Known { classes, valid, invalid }, dst);
        at += Progress { read: items.decided() as usize, written };
        quiet = if invalid == 0 { quiet + 1 } else { 0 };
    }
    at
}

/// [`Compress::replace`], by a copy of the block in which what is invalid is NUL.
#[inline(always)]
pub(super) fn by_copy<K: Compress>(
    kernel: K,
    window: &Window,
    Known { valid, invalid, .. }: Known,
    dst: &mut BlockDst,
) -> usize {
    let copy = only(window, valid);
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

/// The block with NUL in place of all other bytes, and around it.
#[inline(always)]
fn only(window: &Window, bytes: u64) -> Window {
    let mut copy = [0; size_of::<Window>()];
    let (from, _) = window[BEFORE..].as_chunks::<8>();
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
