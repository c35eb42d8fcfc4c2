//! The table: rows that refer to rows, so that a step is one load from the row at hand, and nothing to multiply, to
//! add or to check.
//!
//! | row | the octets before | what it accepts |
//! | --- | --- | --- |
//! | 0 to 7 | known: a state of [`placemat_core::automaton`] | what the grammar accepts there |
//! | 8, REFUSED | ill-formed | nothing; it refers to itself |
//! | 9 to 11, RUN IN | unknown | what row 0 accepts, or a continuation, which leads to the next of these rows and at last to row 0 |
//!
//! A sequence has at most three continuations. Someone who begins at an octet about which nothing is known, in row 9,
//! has after three octets either seen the lead of the sequence that they are in, or three continuations, and then it
//! is complete. If the text up to there is well formed, they are in the row in which someone who began at the start
//! would be.

use placemat_core::automaton::{self, STATES};

/// Where the automaton is: what it has read decides what it accepts next.
///
/// It can stop behind any octet and go on with the next one, in the same slice or in another:
///
/// ```
/// use placemat_dfa::State;
///
/// let state = State::START.run(b"so far \xF0\x9F");
/// assert!(!state.is_refused() && !state.is_complete());
/// assert!(state.run(b"\x98\x80, so good").is_complete());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct State(pub(crate) &'static Row);

impl State {
    /// Nothing has been read.
    pub const START: Self = Self(&ROWS[0]);

    /// Reads one octet: one load.
    #[must_use]
    #[inline]
    pub const fn next(self, octet: u8) -> Self {
        Self(self.0.0[octet as usize])
    }

    /// Reads octets. Linear time: the latency of one load each. No panic.
    #[must_use]
    #[inline]
    pub fn run(self, bytes: &[u8]) -> Self {
        bytes.iter().fold(self, |state, octet| state.next(*octet))
    }

    /// Whether what has been read is well formed so far and ends behind a sequence, not inside one.
    #[must_use]
    #[inline]
    pub fn is_complete(self) -> bool {
        matches!(self.0.1, Kind::Complete)
    }

    /// Whether what has been read cannot be the beginning of well-formed text, whatever follows.
    #[must_use]
    #[inline]
    pub fn is_refused(self) -> bool {
        matches!(self.0.1, Kind::Refused)
    }

    /// Nothing is known of what comes before: right again after three octets of well-formed text.
    pub(crate) const RUN_IN: Self = Self(&ROWS[RUN_IN]);
}

/// One row: where each octet leads, and what it means to be here.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row([&'static Row; 256], Kind);

#[derive(Clone, Copy, Debug)]
enum Kind {
    Complete,
    Inside,
    Refused,
}

const REFUSED: usize = STATES;
const RUN_IN: usize = REFUSED + 1;
const COUNT: usize = RUN_IN + 3;

static ROWS: [Row; COUNT] = {
    let mut rows = [Row([&ROWS[REFUSED]; 256], Kind::Refused); COUNT];
    let mut row = 0;
    while row < COUNT {
        if row == 0 {
            rows[row].1 = Kind::Complete;
        } else if row != REFUSED {
            rows[row].1 = Kind::Inside;
        }
        let mut octet = 0;
        while octet < 256 {
            #[expect(clippy::cast_possible_truncation, reason = "below 256")]
            let next = target(row, octet as u8);
            rows[row].0[octet] = &ROWS[next];
            octet += 1;
        }
        row += 1;
    }
    rows
};

/// The number of the row to which `octet` leads from row `row`.
const fn target(row: usize, octet: u8) -> usize {
    if row >= RUN_IN && placemat_core::grammar::is_continuation(octet) {
        return if row + 1 < COUNT { row + 1 } else { 0 };
    }
    let state = if row >= RUN_IN { 0 } else { row };
    let Some(state) = automaton::State::from_index(state) else {
        return REFUSED;
    };
    match state.next(octet) {
        Some(next) => next.index(),
        None => REFUSED,
    }
}
