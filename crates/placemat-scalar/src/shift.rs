//! An automaton whose state is a shift count.
//!
//! There are nine states, the eight of [`placemat_core::automaton`] and one for what is refused. A state is
//! named by the number 6 times its index, and each octet has a word of nine fields of six bits: the field at
//! bit `s` is the state after the octet if the state before it is `s`. So a step is a load that does not
//! depend on the state, and a shift that does: one cycle, on most processors, and never a branch.

use placemat_core::{
    automaton::{self, STATES},
    grammar::is_continuation,
};

/// Where the automaton is. Only the lowest six bits count.
#[derive(Clone, Copy, Debug)]
pub(crate) struct State(u64);

impl State {
    /// Nothing has been read, or nothing is unfinished.
    pub(crate) const START: Self = Self(0);

    /// Reads an octet.
    #[inline]
    pub(crate) fn next(self, octet: u8) -> Self {
        Self(WORDS[octet as usize] >> (self.0 & FIELD))
    }

    /// The state after three octets of well-formed text, if it is not known what was before them:
    /// continuations at the start complete what was.
    #[inline]
    pub(crate) fn after(octets: [u8; 3]) -> Self {
        octets.iter().fold(Self::START, |state, octet| {
            if state.is_complete() && is_continuation(*octet) { Self::START } else { state.next(*octet) }
        })
    }

    /// Reads octets.
    #[inline]
    pub(crate) fn run(self, bytes: &[u8]) -> Self {
        bytes.iter().fold(self, |state, octet| state.next(*octet))
    }

    /// Whether everything so far is well formed and complete.
    #[inline]
    pub(crate) fn is_complete(self) -> bool {
        self.0 & FIELD == Self::START.0
    }

    /// Whether what has been read cannot be the beginning of well-formed text.
    #[inline]
    pub(crate) fn is_refused(self) -> bool {
        self.0 & FIELD == REFUSED as u64 * BITS
    }
}

/// Bits of a field.
const BITS: u64 = 6;

/// The lowest field.
const FIELD: u64 = (1 << BITS) - 1;

/// The index of the state for what is refused, which leads to itself.
const REFUSED: usize = STATES;

static WORDS: [u64; 256] = {
    let mut words = [0; 256];
    let mut octet = 0;
    while octet < 256 {
        let mut state = 0;
        while state <= REFUSED {
            #[expect(clippy::cast_possible_truncation, reason = "below 256")]
            let next = target(state, octet as u8) as u64;
            words[octet] |= (next * BITS) << (state as u64 * BITS);
            state += 1;
        }
        octet += 1;
    }
    words
};

const fn target(state: usize, octet: u8) -> usize {
    let Some(state) = automaton::State::from_index(state) else {
        return REFUSED;
    };
    match state.next(octet) {
        Some(next) => next.index(),
        None => REFUSED,
    }
}
