//! Text from memory, for a kernel that is faster than memory: every block is validated, in full mode.
//!
//! The driver loads each vector at three or four offsets, and all but one of these loads begin in the line before.
//! That costs little where the lines are at hand. While they are on their way it costs a fifth of the speed, even if
//! they have been asked for (measured on Zen 5). So each vector is loaded once here, from one line if the text begins
//! with one, and the vectors of the bytes before are made from it and the vector before. In the caches the other way
//! is faster by a sixth.

use super::{
    Kernel, Step,
    window::{GROUP, Group, after},
};
use crate::{BLOCK, REACH, Window};

/// Whether nothing is wrong with a group, validated in full mode, where `before` is the window of the block before it.
#[inline(always)]
pub(super) fn is_sound_after<K: Kernel>(kernel: K, before: &Window, group: &Group) -> bool {
    let step = K::Full::default();
    let mut acc = step.start(kernel);
    let mut before = kernel.load(before, before.len() - K::LANES);
    let mut block = 0;
    while block < GROUP {
        if let Some(window) = group[block * BLOCK..].first_chunk::<{ REACH + BLOCK }>() {
            let mut at = REACH;
            while at < REACH + BLOCK {
                let now = kernel.load(window, at);
                acc = step.step(kernel, acc, after(kernel, before, now));
                before = now;
                at += K::LANES;
            }
        }
        block += 1;
    }
    step.is_sound(kernel, acc)
}
