//! The minimal automaton of UTF-8, from which `scalar` and `dfa` compute their tables at compile time.

use placemat_core::grammar::{Bytes, FORMS, form_of};

/// The number of states, not counting [`INVALID`]. State 0 is a sequence boundary.
pub const STATES: usize = 8;

/// The state after bytes that cannot begin valid text. It leads to itself.
pub const INVALID: usize = STATES;

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
///
/// ```
/// use placemat_scalar::automaton::{INVALID, next};
///
/// let state = next(next(0, 0xE2), 0x82);
/// assert_eq!(next(state, 0xAC), 0);
/// assert_eq!(next(state, b'a'), INVALID);
/// ```
#[must_use]
pub const fn next(state: usize, byte: u8) -> usize {
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

#[cfg(test)]
mod tests {
    use placemat_core::grammar::sequence_at;

    use super::*;

    /// The automaton accepts and rejects as `sequence_at` does: for every two bytes, followed by those near
    /// the ends of ranges.
    #[test]
    fn agrees_with_the_grammar() {
        const ENDS: [u8; 10] = [0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF];
        for code in 0..=u16::MAX {
            let [a, b] = code.to_be_bytes();
            for (c, d) in ENDS.iter().flat_map(|&c| ENDS.map(|d| (c, d))) {
                let bytes = [a, b, c, d];
                let mut state = 0;
                let mut read: usize = 0;
                let expected = loop {
                    state = next(state, bytes[read]);
                    match state {
                        0 => break Ok(read + 1),
                        INVALID => break Err(read.max(1)),
                        _ => read += 1,
                    }
                };
                let found = sequence_at(&bytes, 0).map_err(|error| error.error_len().unwrap());
                assert_eq!(found, expected, "{bytes:x?}");
            }
        }
    }
}
