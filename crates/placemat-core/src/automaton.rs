//! Grammars as states and transitions, for code that goes byte by byte.
//!
//! [`Automaton`] is the minimal automaton of any [`Grammar`](crate::grammar::Grammar). [`State`] is a state
//! of UTF-8's, which has eight, and the refusal.

mod places;
mod table;

pub use table::Automaton;

use crate::grammar;

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

    /// The state after `byte`, or `None` where the grammar cannot go on with it.
    #[must_use]
    pub const fn next(self, byte: u8) -> Option<Self> {
        match UTF8.next(self.index(), byte) {
            #[expect(clippy::cast_possible_truncation, reason = "below STATES")]
            Some(next) => Some(Self(next as u8)),
            None => None,
        }
    }
}

/// Everything that this module knows of the grammar.
static UTF8: Automaton<STATES> = Automaton::of(&grammar::UTF8);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::sequence_at;

    /// The automaton accepts what `sequence_at` accepts, and gives up where it does: every two bytes,
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
