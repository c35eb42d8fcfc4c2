//! The table: nodes that refer to nodes, so that a step is one load from the present node, with nothing to
//! multiply, to add or to check.
//!
//! | node | the bytes before | what it accepts |
//! | --- | --- | --- |
//! | 0 to 7 | known: a state of [`placemat_core::automaton`] | what the grammar accepts there |
//! | 8, REFUSED | invalid | nothing; it refers to itself |
//! | 9 to 11, RUN IN | unknown | what node 0 accepts, or a continuation, which leads to the next of these nodes and finally to node 0 |
//!
//! A sequence has at most three continuations. A reader that begins at an unknown byte, in node 9, has after
//! three bytes either seen the lead of the present sequence, or three continuations, and then the sequence
//! is complete. If the text up to there is valid, the reader is in the node in which a reader from the
//! start would be.

use placemat_core::automaton::{self, STATES};

/// Where the automaton is: what it has read decides what it accepts next.
///
/// It can stop after any byte and go on with the next one, in the same slice or in another:
///
/// ```
/// use placemat_dfa::State;
///
/// let state = State::START.run(b"so far \xF0\x9F");
/// assert!(!state.is_refused() && !state.is_complete());
/// assert!(state.run(b"\x98\x80, so good").is_complete());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct State(pub(crate) &'static Node);

impl State {
    /// Nothing has been read.
    pub const START: Self = Self(&NODES[0]);

    /// Reads one byte: one load.
    #[must_use]
    #[inline]
    pub const fn next(self, byte: u8) -> Self {
        Self(self.0.0[byte as usize])
    }

    /// Reads bytes. Linear time: the latency of one load each. No panic.
    #[must_use]
    #[inline]
    pub fn run(self, bytes: &[u8]) -> Self {
        bytes.iter().fold(self, |state, byte| state.next(*byte))
    }

    /// Whether what has been read is valid and ends after a sequence, not inside one.
    #[must_use]
    #[inline]
    pub fn is_complete(self) -> bool {
        matches!(self.0.1, Kind::Complete)
    }

    /// Whether what has been read cannot be the beginning of valid text, whatever follows.
    #[must_use]
    #[inline]
    pub fn is_refused(self) -> bool {
        matches!(self.0.1, Kind::Refused)
    }

    /// Nothing is known of what comes before: right again after three bytes of valid text.
    pub(crate) const RUN_IN: Self = Self(&NODES[RUN_IN]);
}

/// Where each byte leads, and what it means to be here.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node([&'static Node; 256], Kind);

#[derive(Clone, Copy, Debug)]
enum Kind {
    Complete,
    Inside,
    Refused,
}

const REFUSED: usize = STATES;
const RUN_IN: usize = REFUSED + 1;
const COUNT: usize = RUN_IN + 3;

static NODES: [Node; COUNT] = {
    let mut nodes = [Node([&NODES[REFUSED]; 256], Kind::Refused); COUNT];
    let mut node = 0;
    while node < COUNT {
        if node == 0 {
            nodes[node].1 = Kind::Complete;
        } else if node != REFUSED {
            nodes[node].1 = Kind::Inside;
        }
        let mut byte = 0;
        while byte < 256 {
            #[expect(clippy::cast_possible_truncation, reason = "below 256")]
            let next = target(node, byte as u8);
            nodes[node].0[byte] = &NODES[next];
            byte += 1;
        }
        node += 1;
    }
    nodes
};

/// The number of the node to which `byte` leads from number `node`.
const fn target(node: usize, byte: u8) -> usize {
    if node >= RUN_IN && placemat_core::grammar::is_continuation(byte) {
        return if node + 1 < COUNT { node + 1 } else { 0 };
    }
    let state = if node >= RUN_IN { 0 } else { node };
    let Some(state) = automaton::State::from_index(state) else {
        return REFUSED;
    };
    match state.next(byte) {
        Some(next) => next.index(),
        None => REFUSED,
    }
}
