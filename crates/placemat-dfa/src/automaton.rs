//! The minimal automaton of UTF-8, from which the table is computed at compile time.

use placemat_core::grammar::{Bytes, FORMS, form_of};

/// The number of states, not counting [`INVALID`]. State 0 is a sequence boundary.
pub(crate) const STATES: usize = 8;

/// The state after bytes that cannot begin valid text. It leads to itself.
pub(crate) const INVALID: usize = STATES;

/// The bytes that complete the sequence, for each state: nothing, or the tail of a form. What remains of a tail after
/// its first byte is the tail of a shorter form, so there are no other states.
const TAILS: [&[Bytes]; STATES] = {
    let mut tails: [&[Bytes]; STATES] = [&[]; STATES];
    let mut len = 0;
    let mut form = 0;
    while form < FORMS.len() {
        if position(&tails, len, FORMS[form].tail) == len {
            tails[len] = FORMS[form].tail;
            len += 1;
        }
        form += 1;
    }
    assert!(len == STATES, "the forms have another number of different tails");
    tails
};

/// The state after `byte` in `state`.
pub(crate) const fn next(state: usize, byte: u8) -> usize {
    let rest = if state >= STATES {
        return INVALID;
    } else if let Some((expected, rest)) = TAILS[state].split_first() {
        if !expected.contains(byte) {
            return INVALID;
        }
        rest
    } else if let Some(form) = form_of(byte) {
        form.tail
    } else {
        return INVALID;
    };
    position(&TAILS, STATES, rest)
}

/// The index of `tail` among the first `len` tails, or `len`.
const fn position(tails: &[&[Bytes]; STATES], len: usize, tail: &[Bytes]) -> usize {
    let mut at = 0;
    while at < len && !equal(tails[at], tail) {
        at += 1;
    }
    at
}

const fn equal(a: &[Bytes], b: &[Bytes]) -> bool {
    match (a, b) {
        ([], []) => true,
        ([a, rest_a @ ..], [b, rest_b @ ..]) => {
            a.first == b.first && a.last == b.last && equal(rest_a, rest_b)
        }
        _ => false,
    }
}
