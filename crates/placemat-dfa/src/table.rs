//! The table: nodes that refer to nodes, so that a step is one load from the current node, without multiplication,
//! addition or check.
//!
//! | node | the bytes before | what it accepts |
//! | --- | --- | --- |
//! | 0 to 7 | known: a state of [`automaton`](crate::automaton) | what the grammar accepts there |
//! | 8, INVALID | invalid | nothing; it refers to itself |
//! | 9 to 11, RUN IN | unknown | what node 0 accepts, or a continuation byte: to the next node, at last to 0 |
//!
//! A sequence has at most three continuation bytes. An automaton that begins at an unknown byte, in node 9, has after
//! three bytes either read the lead byte of the current sequence, or three continuation bytes, which complete it. If
//! the text up to there is valid, it is in the same node as an automaton that began at the start.

use placemat_core::grammar::is_continuation;

use crate::automaton::{INVALID, next};

/// The state of the automaton: what it has read determines what it accepts next.
///
/// It can stop after any byte and continue with the next one, in the same slice or in another:
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

    /// Reads one byte with one load.
    #[must_use]
    #[inline]
    pub const fn next(self, byte: u8) -> Self {
        Self(self.0.0[byte as usize])
    }

    /// Reads bytes in linear time, with the latency of one load per byte. Does not panic.
    #[must_use]
    #[inline]
    pub fn run(self, bytes: &[u8]) -> Self {
        bytes.iter().fold(self, |state, byte| state.next(*byte))
    }

    /// Whether the bytes so far are valid and end after a complete sequence.
    #[must_use]
    #[inline]
    pub fn is_complete(self) -> bool {
        matches!(self.0.1, Kind::Complete)
    }

    /// Whether the bytes so far cannot begin valid text, whatever follows.
    #[must_use]
    #[inline]
    pub fn is_refused(self) -> bool {
        matches!(self.0.1, Kind::Refused)
    }

    /// Unknown bytes come before: correct again after three bytes of valid text.
    pub(crate) const RUN_IN: Self = Self(&NODES[RUN_IN]);
}

/// The next node for each byte, and the kind of this node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node([&'static Node; 256], Kind);

#[derive(Clone, Copy, Debug)]
enum Kind {
    Complete,
    Inside,
    Refused,
}

const RUN_IN: usize = INVALID + 1;
const COUNT: usize = RUN_IN + 3;

static NODES: [Node; COUNT] = {
    let mut nodes = [Node([&NODES[INVALID]; 256], Kind::Refused); COUNT];
    let mut node = 0;
    while node < COUNT {
        if node == 0 {
            nodes[node].1 = Kind::Complete;
        } else if node != INVALID {
            nodes[node].1 = Kind::Inside;
        }
        let mut byte = 0;
        while byte < 256 {
            #[expect(clippy::cast_possible_truncation, reason = "below 256")]
            let target = target(node, byte as u8);
            nodes[node].0[byte] = &NODES[target];
            byte += 1;
        }
        node += 1;
    }
    nodes
};

/// The number of the node to which `byte` leads from node number `node`.
const fn target(node: usize, byte: u8) -> usize {
    if node >= RUN_IN && is_continuation(byte) {
        return if node + 1 < COUNT { node + 1 } else { 0 };
    }
    next(if node >= RUN_IN { 0 } else { node }, byte)
}
