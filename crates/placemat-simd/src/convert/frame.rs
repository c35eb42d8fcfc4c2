//! The vectors of a window, and the same computation for one lane.

use super::{BEFORE, Compress, Window};
use crate::{
    BLOCK,
    validate::{
        self,
        steps::{CONTINUATION, LEAD, LEAD3},
    },
};

/// Whether the byte is a continuation byte.
#[inline(always)]
pub(super) fn is_continuation(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

/// b0 to b4 of the lanes from `at` on.
///
/// # Panics
///
/// If `at` is above `BLOCK - LANES`.
#[inline(always)]
pub fn vectors<K: Compress>(kernel: K, window: &Window, at: usize) -> [K::V; 5] {
    [
        kernel.load(window, at + 4),
        kernel.load(window, at + 3),
        kernel.load(window, at + 2),
        kernel.load(window, at + 1),
        kernel.load(window, at),
    ]
}

/// b0 to b4 of the lanes from `at` on of the first block of the text, with which `head` begins.
#[inline(always)]
pub(super) fn head_vectors<K: Compress>(kernel: K, head: &Window, at: usize) -> [K::V; 5] {
    if at == 0 {
        after_zeros(kernel, kernel.load(head, 1), kernel.load(head, 0))
    } else {
        vectors(kernel, head, at - BEFORE)
    }
}

/// b0 to b4 if no bytes come before b1.
#[inline(always)]
pub(super) fn after_zeros<K: Compress>(kernel: K, b0: K::V, b1: K::V) -> [K::V; 5] {
    let [b1, b2, b3, b4] = validate::after_zeros(kernel, b1);
    [b0, b1, b2, b3, b4]
}

/// Whether the last 64 bytes of a window are ASCII.
#[inline(always)]
pub(super) fn is_ascii<K: Compress>(kernel: K, window: &Window) -> bool {
    let mut any = kernel.splat(0);
    let mut at = 0;
    while at < BLOCK {
        any = kernel.or(any, kernel.load(window, BEFORE + 1 + at));
        at += K::LANES;
    }
    !kernel.any_high_bit(any)
}

/// The unit that the lane of the last byte writes, if a character ends there: [`units`](super::units) for one lane.
#[inline(always)]
pub(super) fn last_unit(bytes: [u8; 4]) -> u16 {
    let [_, third, second, last] = bytes;
    let [b3, b2, b1] = [u16::from(third), u16::from(second), u16::from(last)];
    let low_six = b1 & 0x3F;
    if last < CONTINUATION {
        b1
    } else if second >= LEAD {
        (b2 & 0x1F) << 6 | low_six
    } else if third >= LEAD3 {
        b3 << 12 | (b2 & 0x3F) << 6 | low_six
    } else {
        // The third byte of the four has written the high surrogate.
        0xDC00 | (b2 & 0x0F) << 6 | low_six
    }
}
