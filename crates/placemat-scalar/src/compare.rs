//! Validates runs of blocks by comparisons that compilers vectorise, for targets whose baseline has vectors.
//!
//! Each of the three loops compares a byte b0 with the bytes b1, b2 and b3 before it, for characters of at most two,
//! three or four bytes. They have no branch, no table and no state. `cargo xtask asm` checks that they are vectorised,
//! since little things undo that: an array instead of a slice is unrolled first; a mask that is only or-ed becomes a
//! choice; two loops in one function are not both vectorised.
//!
//! `placemat-s390x` compiles the same loops for a feature that not every processor of the target has.

use crate::pairs::{BEFORE, is_complete};

/// Bytes that are validated at once.
const GROUP: usize = 512;

/// Whether the bytes from `start` to `end` are valid, given that those before them are the beginning of valid text. The
/// last character may be cut off.
#[inline(always)]
pub(crate) fn is_valid<L: Loops>(bytes: &[u8], start: usize, end: usize) -> bool {
    let mut at = start;
    while at < end {
        let next = end.min(at + GROUP);
        if !bytes.get(at - BEFORE..next).is_some_and(is_valid_group::<L>) {
            return false;
        }
        at = next;
    }
    true
}

/// The same for the bytes of a window after the first three.
#[inline(always)]
fn is_valid_group<L: Loops>(window: &[u8]) -> bool {
    let Some((before, group)) = window.split_first_chunk::<BEFORE>() else { return false };
    let most = group.iter().fold(0u8, |most, byte| most.max(*byte));
    let [third, second, first] = *before;
    if most < 0x80 {
        is_complete(before)
    } else if (most < 0xE0) & (third < 0xF0) & (second < 0xE0) & (first < 0xE0) {
        L::two(window)
    } else if (most < 0xF0) & (third < 0xF0) & (second < 0xF0) & (first < 0xF0) {
        L::three(window)
    } else {
        L::four(window)
    }
}

/// The three loops, each a function of its own, compiled for some features: whether every byte of a window after the
/// first three is valid after the three before it, if all characters have at most so many bytes.
pub trait Loops {
    /// Of at most two bytes.
    fn two(window: &[u8]) -> bool;
    /// Of at most three bytes.
    fn three(window: &[u8]) -> bool;
    /// Of at most four bytes.
    fn four(window: &[u8]) -> bool;
}

/// The loops for the features of the target.
pub(crate) struct Baseline;

impl Loops for Baseline {
    #[inline(never)]
    fn two(window: &[u8]) -> bool {
        each::<2>(window)
    }

    #[inline(never)]
    fn three(window: &[u8]) -> bool {
        each::<3>(window)
    }

    #[inline(never)]
    fn four(window: &[u8]) -> bool {
        each::<4>(window)
    }
}

/// A loop of [`Loops`], for characters of at most `MOST` bytes, to be compiled for the features of the caller.
#[must_use]
#[inline(always)]
pub fn each<const MOST: u32>(window: &[u8]) -> bool {
    let Some(len) = window.len().checked_sub(BEFORE) else { return false };
    let [b3, b2, b1, b0] = [0, 1, 2, 3].map(|at| &window[at..][..len]);
    let (mut wrong, mut least, mut most) = (0u8, 0xFFu8, 0u8);
    for i in 0..len {
        let found = step::<MOST>([b3[i], b2[i], b1[i], b0[i]]);
        wrong |= found.wrong;
        least = least.min(found.least);
        most = most.max(found.most);
    }
    Found { wrong, least, most }.is_nothing()
}

/// What a loop finds.
struct Found {
    /// The highest bit says that a continuation is missing, or is where none is due or accepted.
    wrong: u8,
    /// 0 or 1 where b1 is C0 or C1.
    least: u8,
    /// The byte, which is at most F4.
    most: u8,
}

impl Found {
    #[inline(always)]
    const fn is_nothing(&self) -> bool {
        (self.wrong < 0x80) & (self.least > 1) & (self.most < 0xF5)
    }
}

/// What is found in one window.
#[inline(always)]
fn step<const MOST: u32>([b3, b2, b1, b0]: [u8; 4]) -> Found {
    let (mut is_continuation, mut is_due);
    if MOST == 2 {
        is_continuation = b0 & !b0.wrapping_add(b0);
        is_due = b1 & b1.wrapping_add(b1);
    } else {
        is_continuation = mask(b0.cast_signed() < -64);
        is_due = mask(b1 >= 0xC0) | mask(b2 >= 0xE0);
        // The sum keeps the highest bit where b1 accepts b0: E0 and F0 are added, and 60 or 70 after ED and F4.
        let (high, low) = match MOST {
            3 => (mask(b1 == 0xE0), mask(b1 == 0xED)),
            _ => (mask(b1 & 0xEF == 0xE0), mask(b1 == 0xED) | mask(b1 == 0xF4)),
        };
        is_continuation &= b0.wrapping_add(b1 & (high | low & 0x70));
    }
    if MOST == 4 {
        is_due |= mask(b3 >= 0xF0);
    }
    Found { wrong: is_continuation ^ is_due, least: b1 ^ 0xC0, most: if MOST == 4 { b0 } else { 0 } }
}

/// The verdict on 64 windows of characters of at most `MOST` bytes: bit `i` is set if window `i` is invalid, or has a lead
/// of a longer one, which the greatest byte of a group excludes. For tests.
#[doc(hidden)]
#[must_use]
pub fn verdicts<const MOST: u32>([b0, b1, b2, b3]: [&[u8; 67]; 4]) -> u64 {
    let longer = [0xE0, 0xF0, 0xFF][MOST as usize - 2];
    (0..64).fold(0, |set, i| {
        let found = step::<MOST>([b3[i], b2[i], b1[i], b0[i]]);
        set | u64::from(!found.is_nothing() | (b0[i] >= longer)) << i
    })
}

/// FF or 00.
#[inline(always)]
fn mask(is: bool) -> u8 {
    u8::from(is).wrapping_neg()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shift::State;

    /// The borders of the grammar's ranges, for bytes that matter little.
    const BORDERS: [u8; 14] =
        [0, 0x7F, 0x80, 0x8F, 0x90, 0xA0, 0xBF, 0xC2, 0xDF, 0xE0, 0xED, 0xEF, 0xF0, 0xF4];

    #[test]
    fn every_byte_after_every_byte() {
        for before in BORDERS.iter().flat_map(|b3| BORDERS.map(|b2| [*b3, b2])) {
            for pair in 0..=u16::MAX {
                let ([b3, b2], [b1, b0]) = (before, pair.to_be_bytes());
                let state = State::after([b3, b2, b1]);
                // After an error anything may be found, and C0 and C1 are found with the byte after them.
                if state.is_refused() || matches!(b0, 0xC0 | 0xC1) {
                    continue;
                }
                let window = [b3, b2, b1, b0];
                let expected = !state.next(b0).is_refused();
                assert_eq!(Baseline::four(&window), expected, "{window:X?}");
                assert!(
                    window.iter().any(|byte| *byte >= 0xF0) || Baseline::three(&window) == expected,
                    "{window:X?}"
                );
                assert!(
                    window.iter().any(|byte| *byte >= 0xE0) || Baseline::two(&window) == expected,
                    "{window:X?}"
                );
            }
        }
    }

    #[test]
    fn an_overlong_lead_is_found_with_the_next_byte() {
        for lead in [0xC0, 0xC1] {
            let window = [b'a', b'a', lead, 0x80];
            assert!(
                !Baseline::two(&window) && !Baseline::three(&window) && !Baseline::four(&window),
                "{lead:X}"
            );
        }
    }

    #[test]
    fn every_group_knows_what_is_before_it() {
        let mut text = [b'a'; 2 * GROUP];
        for (at, lead) in [(1, 0xC3), (1, 0xE2), (1, 0xF0), (2, 0xE2), (2, 0xF0), (3, 0xF0)] {
            for next in ["a", "\u{E9}", "\u{20AC}", "\u{10000}"] {
                text.fill(b'a');
                text[GROUP - at] = lead;
                text[GROUP - at + 1..GROUP].fill(0x90);
                text[GROUP + 5..][..next.len()].copy_from_slice(next.as_bytes());
                assert!(!is_valid::<Baseline>(&text, GROUP, 2 * GROUP), "{lead:X} at -{at}, {next}");
            }
        }
    }
}
