//! Text of up to a few KiB: validated stretch by stretch, with branches for each.
//!
//! For one or two chunks the driver's worklist does not pay off. Each stretch is validated in a mode of its own. Longer
//! text takes this path while most stretches are ASCII.

use placemat_core::Scan;

use super::{
    Kernel,
    ascii::{STRETCH, skip_stretches},
    prefetch, stretch,
    window::{before, complete},
};
use crate::{BLOCK, REACH};

/// Bytes in a stretch.
const BYTES: usize = STRETCH * BLOCK;

/// Whether a text takes this path. The driver prefetches longer text.
#[inline(always)]
pub(super) fn is_for<K: Kernel>(bytes: &[u8]) -> bool {
    K::SPARSE_MAX_RUNS > 0 && !prefetch::is_large::<K>(bytes)
}

/// The maximum number of bytes to validate stretch by stretch in longer text before there is ASCII again.
const MAX_PAID_LEN: usize = 8 * BYTES;

/// How far a text has been validated.
pub(super) enum Sparse {
    /// To the end, with this result.
    All(Scan),
    /// Up to this offset, without an error. The text is not sparse.
    Until(usize),
}

impl Sparse {
    /// The result for a text without errors up to its end, which may still cut off a sequence.
    #[inline(always)]
    pub(super) fn end(bytes: &[u8]) -> Self {
        let at = bytes.len();
        Self::All(if complete(before(bytes, at)) { Scan::Clean } else { Scan::Suspect { from: at } })
    }
}

/// Validates the bytes from `at` on, each stretch in the mode that its largest byte needs; at least REACH validated
/// bytes come before.
///
/// ASCII pays for what follows it by advancing a limit, `paid`, so other stretches need no counter. A short text is
/// paid for to its end.
#[inline(always)]
pub(super) fn sparse<K: Kernel>(kernel: K, bytes: &[u8], mut at: usize) -> Sparse {
    let last = bytes.len() - BYTES;
    let most = if bytes.len() <= K::SPARSE_MAX_RUNS * BYTES { bytes.len() } else { MAX_PAID_LEN };
    let mut paid = last.min(at + most);
    loop {
        if at > paid {
            if at <= last {
                return Sparse::Until(at);
            }
            if at == bytes.len() {
                break;
            }
            // The last stretch overlaps validated bytes.
            at = last;
        }
        let Some(stretch) = bytes.get(at - REACH..).and_then(|rest| rest.first_chunk()) else {
            return Sparse::Until(at);
        };
        let largest = stretch::largest(kernel, stretch);
        if kernel.any_high_bit(largest) {
            if !stretch::is_sound(kernel, stretch, largest) {
                return Sparse::All(Scan::Suspect { from: at });
            }
            at += BYTES;
        } else {
            if !complete(stretch::before(stretch)) {
                return Sparse::All(Scan::Suspect { from: at });
            }
            let end = skip_stretches(kernel, bytes, at + BYTES);
            let skipped = end - at;
            paid = last.min(end + most).min(paid + skipped + skipped / K::SPARSE_COST as usize);
            at = end;
        }
    }
    Sparse::end(bytes)
}
