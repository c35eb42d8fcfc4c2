//! An automaton whose state is a shift count.
//!
//! There are nine states, the eight of [`placemat_core::automaton`] and one for what is refused. Each state is
//! a number `s` below 32, and each byte has a word of 32 bits: the five at bit `s` are the state after the
//! byte if the state before it is `s`. So a step is a load that does not depend on the state, and a shift
//! that does: one cycle, on most processors, and never a branch.
//!
//! Nine fields of five bits overlap. The numbers of the states are chosen so that fields agree where they do.

use placemat_core::{
    automaton::{self, STATES},
    grammar::is_continuation,
};

/// Where the automaton is. Only the lowest five bits count.
#[derive(Clone, Copy, Debug)]
pub(crate) struct State(u32);

impl State {
    /// Nothing has been read, or nothing is unfinished.
    pub(crate) const START: Self = Self(NUMBERS[automaton::State::START.index()]);

    /// What has been read cannot be the beginning of valid text.
    pub(crate) const REFUSED: Self = Self(NUMBERS[REFUSED]);

    /// Reads a byte.
    #[inline]
    pub(crate) fn next(self, byte: u8) -> Self {
        Self(WORDS[byte as usize] >> (self.0 & FIELD))
    }

    /// The state after three bytes of valid text, if it is not known what was before them:
    /// continuations at the start complete what was.
    #[inline]
    pub(crate) fn after(bytes: [u8; 3]) -> Self {
        bytes.iter().fold(Self::START, |state, byte| {
            if state.is_complete() && is_continuation(*byte) { Self::START } else { state.next(*byte) }
        })
    }

    /// Reads bytes.
    #[inline]
    pub(crate) fn run(self, bytes: &[u8]) -> Self {
        bytes.iter().fold(self, |state, byte| state.next(*byte))
    }

    /// Whether everything so far is valid and complete.
    #[inline]
    pub(crate) fn is_complete(self) -> bool {
        self.0 & FIELD == Self::START.0
    }

    /// Whether what has been read cannot be the beginning of valid text.
    #[inline]
    pub(crate) fn is_refused(self) -> bool {
        self.0 & FIELD == Self::REFUSED.0
    }
}

/// The lowest field, of five bits.
const FIELD: u32 = 0x1F;

/// The index of the state for what is refused, which leads to itself.
const REFUSED: usize = STATES;

/// The number of each state, found by trying. There are others that would do.
const NUMBERS: [u32; STATES + 1] = [26, 8, 21, 6, 2, 14, 10, 18, 0];

static WORDS: [u32; 256] = {
    let mut words = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        // The bits that fields have decided.
        let mut decided = 0;
        let mut state = 0;
        while state <= REFUSED {
            #[expect(clippy::cast_possible_truncation, reason = "below 256")]
            let number = NUMBERS[target(state, byte as u8)];
            let next = number << NUMBERS[state];
            let field = FIELD << NUMBERS[state];
            assert!((words[byte] ^ next) & field & decided == 0, "two fields differ where they overlap");
            assert!(next >> NUMBERS[state] == number, "a field is cut off");
            words[byte] |= next;
            decided |= field;
            state += 1;
        }
        byte += 1;
    }
    words
};

const fn target(state: usize, byte: u8) -> usize {
    let Some(state) = automaton::State::from_index(state) else {
        return REFUSED;
    };
    match state.next(byte) {
        Some(next) => next.index(),
        None => REFUSED,
    }
}
