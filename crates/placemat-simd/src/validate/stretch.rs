//! A stretch of blocks, validated in the mode that its largest byte asks for.
//!
//! That mode is always the cheapest one that will do. None is tried needlessly, and nothing is kept from one
//! stretch to the next; but for each there are branches on what is in it.

use super::{
    Kernel, Step,
    ascii::{STRETCH, Stretch},
    steps::{LEAD3, LEAD4},
    window::{is_below, validate},
};
use crate::{BLOCK, REACH};

/// Whether nothing is wrong with the blocks of the stretch.
///
/// A restricted mode knows all that is there if the stretch's largest byte, and the last one before it,
/// are below the leads that the mode does not know. So an alarm is never a false one, and no fuller mode is
/// asked.
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

/// Whether nothing is wrong with the blocks of the stretch, validated in one mode.
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

/// The largest bytes of a stretch, lane by lane. (Those before it do not count.)
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
