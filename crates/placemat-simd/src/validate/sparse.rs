//! Text of up to a few KiB: validated stretch by stretch, with branches for each.
//!
//! For one or two chunks the driver's worklist does not pay off. If all steps are cheap, only text that begins with
//! ASCII and is mostly ASCII takes this path; otherwise any text does, each stretch in a mode of its own, and longer
//! text too, while most stretches are ASCII.

use placemat_core::Scan;

use super::{
    Kernel,
    ascii::{STRETCH, is_ascii_stretch, skip_stretches},
    prefetch::{self, Prefetcher},
    stretch,
    window::{before, complete},
};
use crate::{BLOCK, REACH};

/// Bytes in a stretch.
const BYTES: usize = STRETCH * BLOCK;

/// The maximum length for this path: in longer text, most branches on the contents of a stretch would be
/// mispredicted.
const MAX_LEN: usize = 10 * BYTES;

/// Whether a text takes this path, given how many leading bytes are known to be ASCII.
#[inline(always)]
pub(super) fn is_for<K: Kernel>(bytes: &[u8], ascii: usize) -> bool {
    if K::SPARSE_MAX_RUNS > 0 {
        // The driver prefetches longer text.
        !prefetch::is_large::<K>(bytes)
    } else {
        K::SPARSE_COST > 0 && bytes.len() <= MAX_LEN && ascii > 0
    }
}

/// Up to this length, the credit always suffices.
const ALWAYS_PAID_LEN: usize = 5 * BYTES;

/// The number of stretches that are paid for in advance then.
const MIN_PAID_RUNS: u32 = 4;

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

/// Validates the bytes from `at` on; at least REACH validated bytes come before.
#[inline(always)]
pub(super) fn sparse<K: Kernel>(kernel: K, bytes: &[u8], at: usize) -> Sparse {
    if K::SPARSE_MAX_RUNS > 0 { in_any_mode(kernel, bytes, at) } else { in_full_mode(kernel, bytes, at) }
}

/// [`sparse`], each stretch in the mode that its largest byte needs.
///
/// ASCII pays for what follows it by advancing a limit, `paid`, so other stretches need no counter. A short text is
/// paid for to its end.
#[inline(always)]
fn in_any_mode<K: Kernel>(kernel: K, bytes: &[u8], mut at: usize) -> Sparse {
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
            let end = skip_stretches(kernel, Prefetcher::OFF, bytes, at + BYTES);
            let skipped = end - at;
            paid = last.min(end + most).min(paid + skipped + skipped / K::SPARSE_COST as usize);
            at = end;
        }
    }
    Sparse::end(bytes)
}

/// [`sparse`] in full mode.
#[inline(always)]
fn in_full_mode<K: Kernel>(kernel: K, bytes: &[u8], mut at: usize) -> Sparse {
    let last = bytes.len() - BYTES;
    let mut credit =
        if bytes.len() <= ALWAYS_PAID_LEN { MIN_PAID_RUNS * K::SPARSE_COST } else { K::SPARSE_COST };
    while at < bytes.len() {
        // The last stretch overlaps validated bytes.
        at = at.min(last);
        let Some(stretch) = bytes.get(at - REACH..).and_then(|rest| rest.first_chunk()) else {
            return Sparse::Until(at);
        };
        let is_sound = if is_ascii_stretch(kernel, stretch) {
            credit += 1;
            complete(stretch::before(stretch))
        } else if at < last && credit < K::SPARSE_COST {
            return Sparse::Until(at);
        } else {
            credit = credit.saturating_sub(K::SPARSE_COST);
            stretch::is_sound_in::<K, K::Full>(kernel, stretch)
        };
        if !is_sound {
            return Sparse::All(Scan::Suspect { from: at });
        }
        at += BYTES;
    }
    Sparse::end(bytes)
}
