//! A stretch of blocks, validated in the mode that its largest byte needs.
//!
//! That mode is always the cheapest possible one. No mode has to be retried, and no state is kept between stretches,
//! at the price of branches on the contents of each.

use super::{
    Kernel, Step,
    ascii::{STRETCH, Stretch},
    steps::{LEAD3, LEAD4},
    window::{is_below, validate},
};
use crate::{BLOCK, REACH};

/// Whether the stretch is valid.
///
/// A restricted mode suffices if the stretch's largest byte, and the last byte before it, are below the lead bytes
/// that the mode does not support. So every alarm is a real error.
#[inline(always)]
pub(super) fn is_sound<K: Kernel>(kernel: K, stretch: &Stretch, largest: K::V) -> bool {
    let before = before(stretch);
    if is_below(kernel, largest, LEAD3) && before[2] < LEAD3 && K::Two::guard(before) {
        is_sound_in::<K, K::Two>(kernel, stretch)
    } else if is_below(kernel, largest, LEAD4) && before[2] < LEAD4 && K::Three::guard(before) {
        is_sound_in::<K, K::Three>(kernel, stretch)
    } else {
        is_sound_in::<K, K::Full>(kernel, stretch)
    }
}

/// Whether the stretch is valid, validated in one mode.
#[inline(always)]
pub(super) fn is_sound_in<K: Kernel, M: Step<K>>(kernel: K, stretch: &Stretch) -> bool {
    let step = M::default();
    let mut acc = step.start(kernel);
    let mut block = 0;
    while block < STRETCH {
        if let Some(window) = stretch[block * BLOCK..].first_chunk() {
            acc = validate::<K, M>(kernel, step, acc, window);
        }
        block += 1;
    }
    step.is_sound(kernel, acc)
}

/// The bytes before the stretch.
#[inline(always)]
pub(super) fn before(stretch: &Stretch) -> [u8; REACH] {
    [stretch[0], stretch[1], stretch[2]]
}

/// The largest bytes of a stretch, lane by lane, ignoring those before it.
#[inline(always)]
pub(super) fn largest<K: Kernel>(kernel: K, stretch: &Stretch) -> K::V {
    let mut largest = kernel.splat(0);
    let mut block = 0;
    while block < STRETCH {
        if let Some(window) = stretch[block * BLOCK..].first_chunk::<{ REACH + BLOCK }>() {
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
