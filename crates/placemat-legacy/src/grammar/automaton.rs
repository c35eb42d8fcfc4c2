mod places;

use super::{Grammar, Place};
use places::{NONE, Places};

/// The minimal automaton of a [`Grammar`] as a table. State 0 is the start.
///
/// Computed at compile time if it is the value of a constant or static.
///
/// ```
/// use placemat_legacy::{cesu8, grammar::Automaton};
///
/// static AUTOMATON: Automaton<8> = Automaton::of(&cesu8::GRAMMAR);
///
/// let state = AUTOMATON.next(0, 0xC3).unwrap();
/// assert!(!AUTOMATON.may_end(state));
/// assert_eq!(AUTOMATON.next(state, 0xA9), Some(0));
/// assert_eq!(AUTOMATON.next(state, b'a'), None);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Automaton<const STATES: usize> {
    next: [[u8; 256]; STATES],
    may_end: [bool; STATES],
    places: [Place; STATES],
}

impl<const STATES: usize> Automaton<STATES> {
    /// Marks rejection in the table.
    const REFUSED: u8 = {
        assert!(STATES < 256, "states have numbers below 256");
        #[expect(clippy::cast_possible_truncation, reason = "below 256")]
        let refused = STATES as u8;
        refused
    };

    /// Computes the automaton of `grammar`.
    ///
    /// # Panics
    ///
    /// If the minimal automaton does not have `STATES` states; in a constant, this is a compile-time error.
    #[must_use]
    pub const fn of(grammar: &Grammar) -> Self {
        let places = Places::of(grammar);
        let (number, states) = places.merged(grammar);
        assert!(states == STATES, "the minimal automaton has another number of states");
        let mut automaton = Self {
            next: [[Self::REFUSED; 256]; STATES],
            may_end: [false; STATES],
            places: [Place::START; STATES],
        };
        // Merged places have the same row, so it does not matter which one is kept.
        let mut place = 0;
        while place < places.len {
            let state = number[place] as usize;
            automaton.places[state] = places.places[place];
            automaton.may_end[state] = grammar.may_end(places.places[place]);
            let mut byte = 0;
            while byte < 256 {
                let next = places.next[place][byte];
                if next != NONE {
                    automaton.next[state][byte] = number[next as usize];
                }
                byte += 1;
            }
            place += 1;
        }
        automaton
    }

    /// The state after `byte`, or `None` if the grammar does not allow `byte` or `state` does not exist.
    #[must_use]
    #[inline]
    pub const fn next(&self, state: usize, byte: u8) -> Option<usize> {
        if state >= STATES {
            return None;
        }
        let next = self.next[state][byte as usize];
        if next == Self::REFUSED { None } else { Some(next as usize) }
    }

    /// Whether text may end in `state`.
    #[must_use]
    #[inline]
    pub const fn may_end(&self, state: usize) -> bool {
        state < STATES && self.may_end[state]
    }

    /// A place in the grammar that `state` represents; the start if `state` does not exist.
    #[must_use]
    pub const fn place(&self, state: usize) -> Place {
        if state < STATES { self.places[state] } else { Place::START }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cesu8::GRAMMAR;

    #[test]
    #[should_panic(expected = "another number of states")]
    fn the_number_of_states_must_be_right() {
        let _ = Automaton::<9>::of(&GRAMMAR);
    }

    #[test]
    fn a_state_that_does_not_exist_leads_nowhere() {
        let automaton = Automaton::<8>::of(&GRAMMAR);
        assert_eq!((automaton.next(8, b'a'), automaton.may_end(8)), (None, false));
        assert_eq!(automaton.place(8), Place::START);
    }
}
