//! Windows of an input and their validation, shared by all parts of the driver.

use placemat_core::Scan;

use super::steps::{LEAD, LEAD3, LEAD4};
use super::{Kernel, Step};
use crate::{BLOCK, REACH, Simd, Window, to_line};

/// The maximum number of blocks per check of the accumulator.
pub(super) const GROUP: usize = 16;

/// A group of blocks and the bytes before it, as one array, so that loops over it have no bounds checks.
pub(super) type Group = [u8; REACH + GROUP * BLOCK];

/// Where the chunks begin: at the first byte whose block can be loaded from a single cache line and whose window lies
/// inside the input. The head covers the bytes before it. If the first line begins too early for a window, the blocks
/// are shifted by one or two bytes; one of the four loads is still aligned.
#[inline(always)]
pub(super) fn first_block(bytes: &[u8]) -> usize {
    match to_line(bytes) {
        0 => BLOCK,
        near if near < REACH => REACH,
        distance => distance,
    }
}

/// The window of the block at `at`, if it lies inside the input.
#[inline(always)]
pub(super) fn window(bytes: &[u8], at: usize) -> Option<&Window> {
    bytes.get(at - REACH..)?.first_chunk()
}

/// The group at `at`, if it lies inside the input with the bytes before it.
#[inline(always)]
pub(super) fn group(bytes: &[u8], at: usize) -> Option<&Group> {
    bytes.get(at - REACH..)?.first_chunk()
}

/// The three bytes before `at`.
#[inline(always)]
pub(super) fn before(bytes: &[u8], at: usize) -> [u8; REACH] {
    match bytes.get(at - REACH..) {
        Some([third, second, first, ..]) => [*third, *second, *first],
        // Unreachable: `at` lies inside. A lead byte is the safe answer, as it leads to a closer check.
        _ => [0xFF; REACH],
    }
}

/// The vector at `at`, and the vectors one, two and three bytes before, up to the step's lookback.
#[inline(always)]
pub(super) fn windows<S: Simd, M: Step<S>>(simd: S, window: &Window, at: usize) -> [S::V; 4] {
    let b0 = simd.load(window, at);
    let b1 = simd.load(window, at - 1);
    match M::LOOKBACK {
        1 => [b0, b1, b1, b1],
        2 => {
            let b2 = simd.load(window, at - 2);
            [b0, b1, b2, b2]
        }
        _ => {
            let b3 = simd.load(window, at - 3);
            [b0, b1, simd.between(window, at - 2, b1, b3), b3]
        }
    }
}

/// A vector, and the vectors one, two and three bytes before, given the whole vector before it.
#[inline(always)]
pub fn after<S: Simd>(simd: S, before: S::V, b0: S::V) -> [S::V; 4] {
    [b0, simd.prev::<1>(before, b0), simd.prev::<2>(before, b0), simd.prev::<3>(before, b0)]
}

/// The same for the first vector of an input.
#[inline(always)]
pub fn after_zeros<S: Simd>(simd: S, b0: S::V) -> [S::V; 4] {
    after(simd, simd.splat(0), b0)
}

/// Validates the block of `window` in one mode.
#[inline(always)]
pub(super) fn validate<K: Kernel, M: Step<K>>(
    kernel: K, step: M, mut acc: M::Acc, window: &Window,
) -> M::Acc {
    let mut at = REACH;
    while at < REACH + BLOCK {
        acc = step.step(kernel, acc, windows::<_, M>(kernel, window, at));
        at += K::LANES;
    }
    acc
}

/// Validates the first block of the input, with which `head` begins, in full mode.
#[inline(always)]
pub(super) fn validate_head<K: Kernel>(kernel: K, head: &Window) -> <K::Full as Step<K>>::Acc {
    let step = K::Full::default();
    let mut acc = step.step(kernel, step.start(kernel), after_zeros(kernel, kernel.load(head, 0)));
    let mut at = K::LANES;
    while at < BLOCK {
        acc = step.step(kernel, acc, windows::<_, K::Full>(kernel, head, at));
        at += K::LANES;
    }
    acc
}

/// Whether all bytes are below `limit`, which must be at least 80.
#[inline(always)]
pub(super) fn is_below<K: Kernel>(kernel: K, bytes: K::V, limit: u8) -> bool {
    !kernel.any_high_bit(kernel.sub_saturating(bytes, kernel.splat(limit - 0x80)))
}

/// The result for an input without errors so far, whose last window is `last`: it may end inside a sequence.
#[inline(always)]
pub(super) fn end(bytes: &[u8], last: &Window) -> Scan {
    if complete([last[BLOCK], last[BLOCK + 1], last[BLOCK + 2]]) {
        Scan::Clean
    } else {
        Scan::Suspect { from: bytes.len() }
    }
}

/// The end rule: whether every sequence is complete after these three bytes (the nearest last), if they end the
/// beginning of valid text.
///
/// ```
/// use placemat_simd::validate::complete;
///
/// assert!(complete(*b"\xE2\x82\xAC"));
/// assert!(!complete(*b"a\xE2\x82"));
/// ```
#[must_use]
#[inline(always)]
pub fn complete([third, second, first]: [u8; REACH]) -> bool {
    (first < LEAD) & (second < LEAD3) & (third < LEAD4)
}
