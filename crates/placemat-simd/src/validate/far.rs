//! Text from memory, for a kernel that outruns memory: every block is judged, in full mode.
//!
//! The driver loads each vector at three or four offsets, and all but one of these loads begin in the line before.
//! That costs little where the lines are at hand. While they are on their way it costs a fifth of the speed, even if
//! they have been asked for (measured on Zen 5). So each vector is loaded once here, from one line if the text begins
//! with one, and the vectors of the octets before are made from it and the vector before. In the caches the driver is
//! faster by a sixth.

use super::{
    Asked, Kernel, Step,
    ahead::Ahead,
    window::{GROUP, Group, after, group, is_sound, window},
};
use crate::{BLOCK, REACH};

/// Judges all whole blocks from octet `at` on, before which are REACH octets that have been judged. The error is an
/// octet before which nothing is wrong, in a block or group with something wrong.
#[inline(always)]
pub(super) fn far<K: Kernel>(kernel: K, bytes: &[u8], mut at: usize) -> Result<(), usize> {
    let ahead = Ahead::new(Asked::Lines);
    while let Some(window) = window(bytes, at) {
        // The first block, and what is less than a group at the end.
        if !is_sound(kernel, window) {
            return Err(at);
        }
        at += BLOCK;
        let mut before = kernel.load(window, window.len() - K::LANES);
        while let Some(group) = group(bytes, at) {
            ahead.ask(kernel, bytes, at, GROUP);
            before = judge_after(kernel, before, group).ok_or(at)?;
            at += GROUP * BLOCK;
        }
    }
    Ok(())
}

/// Judges a group, given the vector before it: its last vector, if nothing is wrong.
#[inline(always)]
fn judge_after<K: Kernel>(kernel: K, mut before: K::V, group: &Group) -> Option<K::V> {
    let step = K::Full::default();
    let mut acc = step.start(kernel);
    let mut block = 0;
    while block < GROUP {
        let window = group[block * BLOCK..].first_chunk()?;
        let mut at = REACH;
        while at < REACH + BLOCK {
            let now = kernel.load(window, at);
            acc = step.step(kernel, acc, after(kernel, before, now));
            before = now;
            at += K::LANES;
        }
        block += 1;
    }
    if step.is_sound(kernel, acc) { Some(before) } else { None }
}
