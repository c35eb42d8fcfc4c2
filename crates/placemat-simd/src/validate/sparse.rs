//! Text of up to a few KiB: validated stretch by stretch, with branches for each.
//!
//! For one or two chunks the driver's worklist does not pay off. In longer text, most branches on the contents of a
//! stretch would be mispredicted.

use placemat_core::Scan;

use super::{
    Kernel,
    ascii::{STRETCH, skip_stretches},
    stretch,
    window::{before, complete},
};
use crate::{BLOCK, REACH};

/// Bytes in a stretch.
const BYTES: usize = STRETCH * BLOCK;

/// Whether a text takes this path.
#[inline(always)]
pub(super) fn is_for<K: Kernel>(bytes: &[u8]) -> bool {
    bytes.len() <= K::SPARSE_MAX_RUNS * BYTES
}

/// Validates the bytes from `at` on, each stretch in the mode that its largest byte needs; at least REACH validated
/// bytes come before.
#[inline(always)]
pub(super) fn sparse<K: Kernel>(kernel: K, bytes: &[u8], mut at: usize) -> Scan {
    let last = bytes.len() - BYTES;
    while at < bytes.len() {
        // The last stretch overlaps validated bytes.
        at = at.min(last);
        let suspect = Scan::Suspect { from: at };
        let Some(stretch) = bytes.get(at - REACH..).and_then(|rest| rest.first_chunk()) else {
            return suspect;
        };
        let largest = stretch::largest(kernel, stretch);
        if kernel.any_high_bit(largest) {
            if !stretch::is_sound(kernel, stretch, largest) {
                return suspect;
            }
            at += BYTES;
        } else {
            if !complete(stretch::before(stretch)) {
                return suspect;
            }
            at = skip_stretches(kernel, bytes, at + BYTES);
        }
    }
    if complete(before(bytes, at)) { Scan::Clean } else { Scan::Suspect { from: at } }
}
