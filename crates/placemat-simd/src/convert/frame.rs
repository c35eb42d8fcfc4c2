//! The vectors of a frame, and the same computation for one lane.

use placemat_core::convert::Progress;

use super::blocks::{BEFORE, Frame};
use crate::Simd;
use crate::validate;
use crate::validate::steps::{CONTINUATION, LEAD, LEAD3};

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
pub fn vectors<K: Simd>(kernel: K, frame: &Frame, at: usize) -> [K::V; 5] {
    [
        kernel.load(frame, at + 4),
        kernel.load(frame, at + 3),
        kernel.load(frame, at + 2),
        kernel.load(frame, at + 1),
        kernel.load(frame, at),
    ]
}

/// b0 to b4 of the lanes from `at` on of the first block of the text, with which `head` begins.
#[inline(always)]
pub(super) fn head_vectors<K: Simd>(kernel: K, head: &Frame, at: usize) -> [K::V; 5] {
    if at == 0 {
        after_zeros(kernel, kernel.load(head, 1), kernel.load(head, 0))
    } else {
        vectors(kernel, head, at - BEFORE)
    }
}

/// b0 to b4 if no bytes come before b1.
#[inline(always)]
pub(super) fn after_zeros<K: Simd>(kernel: K, b0: K::V, b1: K::V) -> [K::V; 5] {
    let [b1, b2, b3, b4] = validate::after_zeros(kernel, b1);
    [b0, b1, b2, b3, b4]
}

/// The unit that the lane of the last byte writes, if a character ends there: the same as [`units_of_three`](super::units_of_three) for one lane.
#[inline(always)]
pub(super) fn last_unit(bytes: [u8; 4]) -> u16 {
    let [_, b3, b2, b1] = bytes;
    let [three, two, one] = [u16::from(b3), u16::from(b2), u16::from(b1)];
    let low_six = one & 0x3F;
    if b1 < CONTINUATION {
        one
    } else if b2 >= LEAD {
        (two & 0x1F) << 6 | low_six
    } else if b3 >= LEAD3 {
        three << 12 | (two & 0x3F) << 6 | low_six
    } else {
        // The third byte of the four has written the high surrogate.
        0xDC00 | (two & 0x0F) << 6 | low_six
    }
}

/// How far whole characters are converted if the lanes of all bytes before `at.read` are done.
#[cold]
#[must_use]
pub fn whole_characters(source: &[u8], at: Progress) -> Progress {
    let whole = whole(source, at);
    // The third byte of a four-byte character has written the high surrogate.
    Progress { written: at.written - usize::from(at.read - whole.read == BEFORE), ..whole }
}

/// `at` without the bytes of an incomplete character at its end, of which nothing has been written.
#[cold]
#[must_use]
pub fn whole(source: &[u8], at: Progress) -> Progress {
    let earliest = at.read.saturating_sub(BEFORE);
    let lead =
        (earliest..=at.read).rev().find(|at| source.get(*at).is_none_or(|byte| !is_continuation(*byte)));
    Progress { read: lead.unwrap_or(at.read), ..at }
}
