//! The automaton of UTF-8: [`FORMS`] as states and transitions, for backends that go octet by octet.
//!
//! A state says what must still follow before a sequence is complete. Two positions in two forms from which
//! the same must follow are one state, so this is the minimal automaton: eight states, and the refusal.

use crate::grammar::{FORMS, Octets, form_of};

/// How many states there are.
pub const STATES: usize = 8;

/// What must still follow.
///
/// ```
/// use placemat_core::automaton::State;
///
/// let state = State::START.next(0xE2).and_then(|state| state.next(0x82)).unwrap();
/// assert_eq!(state.next(0xAC), Some(State::START));
/// assert_eq!(state.next(b'a'), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State(u8);

impl State {
    /// Nothing: a sequence has been completed, or none has begun.
    pub const START: Self = Self(0);

    /// The state of this number, if there is one; [`START`](Self::START) is 0.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        #[expect(clippy::cast_possible_truncation, reason = "below STATES")]
        if index < STATES { Some(Self(index as u8)) } else { None }
    }

    /// The state's number, below [`STATES`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The state after `octet`, or `None` where the grammar cannot go on with it.
    #[must_use]
    pub const fn next(self, octet: u8) -> Option<Self> {
        let rest = if let Some((due, rest)) = REST[self.index()].split_first() {
            if !due.contains(octet) {
                return None;
            }
            rest
        } else {
            match form_of(octet) {
                Some(form) => form.tail,
                None => return None,
            }
        };
        #[expect(clippy::cast_possible_truncation, reason = "below STATES")]
        Some(Self(find(&REST, rest) as u8))
    }
}

/// What must still follow in each state.
const REST: [&[Octets]; STATES] = {
    let mut states: [&[Octets]; STATES] = [&[]; STATES];
    let mut count = 1;
    let mut form = 0;
    while form < FORMS.len() {
        let mut rest = FORMS[form].tail;
        while let Some((_, shorter)) = rest.split_first() {
            // An index past `count` is an entry that is still free.
            if find(&states, rest) == STATES {
                states[count] = rest;
                count += 1;
            }
            rest = shorter;
        }
        form += 1;
    }
    assert!(count == STATES);
    states
};

/// Where `rest` stands among `states`, or `STATES`.
const fn find(states: &[&[Octets]; STATES], rest: &[Octets]) -> usize {
    let mut state = 0;
    while state < STATES && !same(states[state], rest) {
        state += 1;
    }
    state
}

const fn same(a: &[Octets], b: &[Octets]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i].first != b[i].first || a[i].last != b[i].last {
            return false;
        }
        i += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::sequence_at;

    /// The automaton accepts what `sequence_at` accepts, and gives up where it does: every two octets,
    /// followed by those near a range's end.
    #[test]
    fn agrees_with_the_grammar() {
        const ENDS: [u8; 10] = [0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF];
        for code in 0..=u16::MAX {
            let [a, b] = code.to_be_bytes();
            for (c, d) in ENDS.iter().flat_map(|&c| ENDS.map(|d| (c, d))) {
                let bytes = [a, b, c, d];
                let mut state = State::START;
                let mut read = 0;
                let expected = loop {
                    match state.next(bytes[read]) {
                        Some(State::START) => break Ok(read + 1),
                        Some(next) => state = next,
                        None => break Err(read.max(1)),
                    }
                    read += 1;
                };
                let found = sequence_at(&bytes, 0).map_err(|error| error.error_len().unwrap());
                assert_eq!(found, expected, "{bytes:x?}");
            }
        }
    }
}
