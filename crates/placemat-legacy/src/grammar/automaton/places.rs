//! Computes the states of a grammar's minimal automaton by partition refinement (E. F. Moore, "Gedanken-experiments
//! on sequential machines", 1956). Everything here runs at compile time.

use super::super::{Grammar, Place};

/// The maximum number of places of a grammar.
const MAX_PLACES: usize = 64;

/// Every reachable place, the start first, and the place that each byte leads to.
pub(super) struct Places {
    pub(super) places: [Place; MAX_PLACES],
    pub(super) len: usize,
    /// For each place and byte: the index of the next place, or `NONE`.
    pub(super) next: [[u8; 256]; MAX_PLACES],
}

pub(super) const NONE: u8 = u8::MAX;

impl Places {
    pub(super) const fn of(grammar: &Grammar) -> Self {
        let mut found = Self { places: [Place::START; MAX_PLACES], len: 1, next: [[NONE; 256]; MAX_PLACES] };
        let mut place = 0;
        while place < found.len {
            let mut byte = 0;
            while byte < 256 {
                #[expect(clippy::cast_possible_truncation, reason = "below 256")]
                if let Some(next) = grammar.next(found.places[place], byte as u8) {
                    found.next[place][byte] = found.number(next);
                }
                byte += 1;
            }
            place += 1;
        }
        found
    }

    /// The state index of each place, and the number of states. Places from which the same bytes may follow
    /// are one state.
    pub(super) const fn merged(&self, grammar: &Grammar) -> ([u8; MAX_PLACES], usize) {
        let mut states = [0; MAX_PLACES];
        let mut place = 0;
        while place < self.len {
            states[place] = !grammar.may_end(self.places[place]) as u8;
            place += 1;
        }
        let mut count = 0;
        loop {
            let (finer, finer_count) = self.refined(&states);
            if finer_count == count {
                return (finer, count);
            }
            (states, count) = (finer, finer_count);
        }
    }

    /// Splits states whose places lead to different states. New indices follow the order of places.
    const fn refined(&self, states: &[u8; MAX_PLACES]) -> ([u8; MAX_PLACES], usize) {
        let mut finer = [0; MAX_PLACES];
        let mut count = 0;
        let mut place = 0;
        while place < self.len {
            let mut like = 0;
            while like < place && !self.alike(states, like, place) {
                like += 1;
            }
            if like < place {
                finer[place] = finer[like];
            } else {
                finer[place] = count;
                count += 1;
            }
            place += 1;
        }
        (finer, count as usize)
    }

    const fn alike(&self, states: &[u8; MAX_PLACES], a: usize, b: usize) -> bool {
        if states[a] != states[b] {
            return false;
        }
        let mut byte = 0;
        while byte < 256 {
            let same = match (self.next[a][byte], self.next[b][byte]) {
                (NONE, NONE) => true,
                (NONE, _) | (_, NONE) => false,
                (a, b) => states[a as usize] == states[b as usize],
            };
            if !same {
                return false;
            }
            byte += 1;
        }
        true
    }

    /// The index of this place, which is added if it is new.
    const fn number(&mut self, place: Place) -> u8 {
        let mut at = 0;
        while at < self.len && !self.places[at].is(place) {
            at += 1;
        }
        if at == self.len {
            self.places[at] = place;
            self.len += 1;
        }
        #[expect(clippy::cast_possible_truncation, reason = "below MOST")]
        let number = at as u8;
        number
    }
}
