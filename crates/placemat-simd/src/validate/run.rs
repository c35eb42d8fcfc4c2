//! A run of blocks, 256 bytes, validated in the mode that its largest byte needs.
//!
//! That mode is always the cheapest possible one. No mode has to be retried, and no state is kept between runs,
//! at the price of branches on the contents of each.

use super::steps::{LEAD3, LEAD4};
use super::window::{is_below, validate};
use super::{Kernel, Step};
use crate::{BLOCK, REACH};

/// Blocks in a run: the unit in which ASCII is skipped.
pub(super) const RUN_BLOCKS: usize = 4;

/// Bytes in a run.
pub(super) const RUN_LEN: usize = RUN_BLOCKS * BLOCK;

/// A run and the bytes before it.
pub(super) type Run = [u8; REACH + RUN_LEN];

/// Whether the run is valid.
///
/// A restricted mode suffices if the run's largest byte, and the last byte before it, are below the lead bytes
/// that the mode does not support. So every alarm is a real error.
#[inline(always)]
pub(super) fn is_valid<K: Kernel>(kernel: K, run: &Run, largest: K::V) -> bool {
    let before = before(run);
    if is_below(kernel, largest, LEAD3) && before[2] < LEAD3 && K::Two::guard(before) {
        is_valid_in::<K, K::Two>(kernel, run)
    } else if is_below(kernel, largest, LEAD4) && before[2] < LEAD4 && K::Three::guard(before) {
        is_valid_in::<K, K::Three>(kernel, run)
    } else {
        is_valid_in::<K, K::Full>(kernel, run)
    }
}

/// Whether the run is valid, validated in one mode.
#[inline(always)]
pub(super) fn is_valid_in<K: Kernel, M: Step<K>>(kernel: K, run: &Run) -> bool {
    let step = M::default();
    let mut acc = step.start(kernel);
    let mut block = 0;
    while block < RUN_BLOCKS {
        if let Some(window) = run[block * BLOCK..].first_chunk() {
            acc = validate::<K, M>(kernel, step, acc, window);
        }
        block += 1;
    }
    step.is_valid(kernel, acc)
}

/// The bytes before the run.
#[inline(always)]
pub(super) fn before(run: &Run) -> [u8; REACH] {
    [run[0], run[1], run[2]]
}

/// The largest bytes of a run, lane by lane, ignoring those before it.
#[inline(always)]
pub(super) fn largest<K: Kernel>(kernel: K, run: &Run) -> K::V {
    let mut largest = kernel.splat(0);
    let mut block = 0;
    while block < RUN_BLOCKS {
        if let Some(window) = run[block * BLOCK..].first_chunk::<{ REACH + BLOCK }>() {
            let mut at = REACH;
            while at < REACH + BLOCK {
                largest = kernel.max(largest, kernel.load(window, at));
                at += K::LANES;
            }
        }
        block += 1;
    }
    largest
}
