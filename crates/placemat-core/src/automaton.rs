//! Grammars as states and transitions, for code that processes one byte at a time.
//!
//! [`Automaton`] is the minimal automaton of any [`Grammar`](crate::grammar::Grammar). [`State`] is one of
//! the eight states of the automaton of UTF-8; rejection is not a state.

mod places;
mod table;

pub use table::Automaton;

use crate::grammar;

/// The number of states.
pub const STATES: usize = 8;

/// A state: determines which bytes may follow.
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
    /// A sequence boundary: no sequence has begun, or the last one is complete.
    pub const START: Self = Self(0);

    /// The state with this index, if it exists; [`START`](Self::START) has index 0.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        #[expect(clippy::cast_possible_truncation, reason = "below STATES")]
        if index < STATES { Some(Self(index as u8)) } else { None }
    }

    /// The state's index, below [`STATES`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The state after `byte`, or `None` if the grammar does not allow it.
    #[must_use]
    pub const fn next(self, byte: u8) -> Option<Self> {
        match UTF8.next(self.index(), byte) {
            #[expect(clippy::cast_possible_truncation, reason = "below STATES")]
            Some(next) => Some(Self(next as u8)),
            None => None,
        }
    }
}

/// The automaton of UTF-8, from which all of `State` is derived.
static UTF8: Automaton<STATES> = Automaton::of(&grammar::UTF8);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::sequence_at;

    /// The automaton accepts and rejects as `sequence_at` does: for every two bytes, followed by those near
    /// the ends of ranges.
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
