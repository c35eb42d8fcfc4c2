//! Validates runs of blocks by comparisons that compilers vectorise, for targets whose baseline has vectors.
//!
//! Each of the three loops compares a byte b0 with the bytes b1, b2 and b3 before it, for characters of at most two,
//! three or four bytes. They have no branch, no table and no state. `cargo xtask asm` checks that they are vectorised,
//! since little things undo that: an array instead of a slice is unrolled first; a mask that is only or-ed becomes a
//! choice; two loops in one function are not both vectorised.

use crate::pairs::{BEFORE, is_complete};

/// Bytes that are validated at once.
const GROUP: usize = 256;

/// Whether the bytes from `start` to `end` are valid, given that those before them are the beginning of valid text. The
/// last character may be cut off.
pub(crate) fn is_valid(bytes: &[u8], start: usize, end: usize) -> bool {
    let mut at = start;
    while at < end {
        let next = end.min(at + GROUP);
        if !bytes.get(at - BEFORE..next).is_some_and(is_valid_group) {
            return false;
        }
        at = next;
    }
    true
}

/// The same for the bytes of a window after the first three.
#[inline]
fn is_valid_group(window: &[u8]) -> bool {
    let Some((before, group)) = window.split_first_chunk::<BEFORE>() else { return false };
    let most = group.iter().fold(0u8, |most, byte| most.max(*byte));
    let [third, second, first] = *before;
    if most < 0x80 {
        is_complete(before)
    } else if (most < 0xE0) & (third < 0xF0) & (second < 0xE0) & (first < 0xE0) {
        two(window)
    } else if (most < 0xF0) & (third < 0xF0) & (second < 0xF0) & (first < 0xF0) {
        three(window)
    } else {
        four(window)
    }
}

/// The loops, each a function of its own.
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

/// Whether every byte after the first three is valid after the three before it, if all characters have at most MOST
/// bytes.
#[inline(always)]
fn each<const MOST: u32>(window: &[u8]) -> bool {
    let Some(len) = window.len().checked_sub(BEFORE) else { return false };
    let [b3, b2, b1, b0] = [0, 1, 2, 3].map(|at| &window[at..][..len]);
    // The highest bit of `wrong` says that something is. `least` finds C0 and C1, and `most` finds F5 and more.
    let (mut wrong, mut least, mut most) = (0u8, 0xFFu8, 0u8);
    for i in 0..len {
        let [b3, b2, b1, b0] = [b3[i], b2[i], b1[i], b0[i]];
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
            most = most.max(b0);
        }
        wrong |= is_continuation ^ is_due;
        least = least.min(b1 ^ 0xC0);
    }
    (wrong < 0x80) & (least > 1) & (most < 0xF5)
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
                assert_eq!(four(&window), expected, "{window:X?}");
                assert!(window.iter().any(|byte| *byte >= 0xF0) || three(&window) == expected, "{window:X?}");
                assert!(window.iter().any(|byte| *byte >= 0xE0) || two(&window) == expected, "{window:X?}");
            }
        }
    }

    #[test]
    fn an_overlong_lead_is_found_with_the_next_byte() {
        for lead in [0xC0, 0xC1] {
            let window = [b'a', b'a', lead, 0x80];
            assert!(!two(&window) && !three(&window) && !four(&window), "{lead:X}");
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
                assert!(!is_valid(&text, GROUP, 2 * GROUP), "{lead:X} at -{at}, {next}");
            }
        }
    }
}
