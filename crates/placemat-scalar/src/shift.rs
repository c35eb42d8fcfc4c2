//! An automaton whose state is a shift count.
//!
//! There are nine states, the eight of [`automaton`](crate::automaton) and one for invalid text. Each state is a number
//! `s` below 32, and each byte has a 32-bit word, whose five bits from bit `s` on are the state after the byte if the
//! state before it is `s`. So a step is a load that does not depend on the state, and a shift that does: one cycle on
//! most CPUs, without a branch.
//!
//! Nine fields of five bits overlap. The numbers of the states are chosen so that overlapping fields agree.

use placemat_core::grammar::is_continuation;

use crate::automaton::{INVALID, STATES, next};

/// The state of the automaton. Only the lowest five bits count.
#[derive(Clone, Copy, Debug)]
pub(crate) struct State(u32);

impl State {
    /// Nothing has been read, or every sequence is complete.
    pub(crate) const START: Self = Self(NUMBERS[0]);

    /// The bytes so far cannot begin valid text.
    pub(crate) const REFUSED: Self = Self(NUMBERS[INVALID]);

    /// Reads one byte.
    #[inline]
    pub(crate) fn next(self, byte: u8) -> Self {
        Self(WORDS[byte as usize] >> (self.0 & FIELD))
    }

    /// The state after three bytes of valid text with unknown bytes before them: continuation bytes at the start
    /// complete an earlier sequence.
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

    /// Whether the bytes so far are valid and complete.
    #[inline]
    pub(crate) fn is_complete(self) -> bool {
        self.0 & FIELD == Self::START.0
    }

    /// Whether the bytes so far cannot begin valid text.
    #[inline]
    pub(crate) fn is_refused(self) -> bool {
        self.0 & FIELD == Self::REFUSED.0
    }
}

/// The lowest field, of five bits.
const FIELD: u32 = 0x1F;

/// The number of each state, found by trial. Other solutions exist.
const NUMBERS: [u32; STATES + 1] = [26, 8, 21, 6, 2, 14, 10, 18, 0];

static WORDS: [u32; 256] = {
    let mut words = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        // The bits that previous fields have set.
        let mut decided = 0;
        let mut state = 0;
        while state <= INVALID {
            #[expect(clippy::cast_possible_truncation, reason = "below 256")]
            let number = NUMBERS[next(state, byte as u8)];
            let shifted = number << NUMBERS[state];
            let field = FIELD << NUMBERS[state];
            assert!((words[byte] ^ shifted) & field & decided == 0, "two fields differ where they overlap");
            assert!(shifted >> NUMBERS[state] == number, "a field is cut off");
            words[byte] |= shifted;
            decided |= field;
            state += 1;
        }
        byte += 1;
    }
    words
};
