//! Computes the states of a grammar's minimal automaton by partition refinement (E. F. Moore, "Gedanken-experiments
//! on sequential machines", 1956). Everything here runs at compile time.

use super::super::{Bytes, Grammar, Place};

/// The maximum number of places of a grammar.
const MAX_PLACES: usize = 64;

/// Every reachable place, the start first, and the place that each byte leads to.
///
/// Bytes between the same two range boundaries are equivalent, so one represents all of them.
pub(super) struct Places {
    places: [Place; MAX_PLACES],
    len: usize,
    /// For each place and byte class: the index of the next place, or `NONE`.
    next: [[u8; 256]; MAX_PLACES],
    classes: Classes,
}

const NONE: u8 = u8::MAX;

impl Places {
    pub(super) const fn of(grammar: &Grammar) -> Self {
        let mut found = Self {
            places: [Place::START; MAX_PLACES],
            len: 1,
            next: [[NONE; 256]; MAX_PLACES],
            classes: Classes::of(grammar),
        };
        let mut place = 0;
        while place < found.len {
            let mut class = 0;
            while class < found.classes.len {
                if let Some(next) = grammar.next(found.places[place], found.classes.smallest[class]) {
                    found.next[place][class] = found.number(next);
                }
                class += 1;
            }
            place += 1;
        }
        found
    }

    pub(super) const fn len(&self) -> usize {
        self.len
    }

    pub(super) const fn get(&self, place: usize) -> Place {
        self.places[place]
    }

    /// The index of the place that `byte` leads to.
    pub(super) const fn next(&self, place: usize, byte: usize) -> Option<usize> {
        let next = self.next[place][self.classes.of_byte[byte] as usize];
        if next == NONE { None } else { Some(next as usize) }
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
        let mut class = 0;
        while class < self.classes.len {
            let same = match (self.next[a][class], self.next[b][class]) {
                (NONE, NONE) => true,
                (NONE, _) | (_, NONE) => false,
                (a, b) => states[a as usize] == states[b as usize],
            };
            if !same {
                return false;
            }
            class += 1;
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

/// Classes of bytes that no range of the grammar distinguishes.
struct Classes {
    smallest: [u8; 256],
    len: usize,
    of_byte: [u8; 256],
}

impl Classes {
    const fn of(grammar: &Grammar) -> Self {
        let mut begins = [false; 256];
        begins[0] = true;
        let mut form = 0;
        while form < grammar.forms().len() {
            let mut at = 0;
            while let Some(Bytes { first, last }) = grammar.forms()[form].bytes(at) {
                begins[first as usize] = true;
                if last < u8::MAX {
                    begins[last as usize + 1] = true;
                }
                at += 1;
            }
            form += 1;
        }
        let mut classes = Self { smallest: [0; 256], len: 0, of_byte: [0; 256] };
        let mut byte: u8 = 0;
        loop {
            if begins[byte as usize] {
                classes.smallest[classes.len] = byte;
                classes.len += 1;
            }
            #[expect(clippy::cast_possible_truncation, reason = "at most 255")]
            let class = (classes.len - 1) as u8;
            classes.of_byte[byte as usize] = class;
            if byte == u8::MAX {
                return classes;
            }
            byte += 1;
        }
    }
}
