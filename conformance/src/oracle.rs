//! The oracle: the grammar of RFC 3629, executed. [`Oracle::from_abnf`] executes other grammars, too.
//!
//! `grammars/rfc3629.abnf` holds the rules of section 4 verbatim. They are parsed as ABNF, translated to a regular
//! expression over bytes, and compiled to a minimal deterministic automaton: one small table. The table is not
//! transcribed, and nothing in it comes from placemat's own grammar, so the oracle is an independent second opinion.

mod compile;

use std::collections::{HashSet, VecDeque};
use std::{fmt, hash::Hash, sync::LazyLock};

/// The grammar, as the RFC prints it.
pub const RFC3629: &str = include_str!("../grammars/rfc3629.abnf");

/// The rule that a whole input must match.
pub const START_RULE: &str = "UTF8-octets";

/// A minimal deterministic automaton over bytes.
///
/// ```
/// use placemat_conformance::oracle::Oracle;
///
/// let oracle = Oracle::get();
/// assert!(oracle.accepts("caf\u{e9}".as_bytes()));
/// assert!(!oracle.accepts(b"\xC0\xAF"));
///
/// let inside = oracle.run(oracle.start(), b"\xE2\x82");
/// assert!(!oracle.is_dead(inside) && !oracle.is_accepting(inside), "one byte is missing");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Oracle {
    /// The live states in breadth-first order from the start (so the start is state 0), then the dead state.
    rows: Vec<Row>,
}

#[derive(Clone, PartialEq, Eq)]
struct Row {
    next: [State; 256],
    accepting: bool,
}

/// A state of an [`Oracle`]. It is meaningless to another oracle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct State(u8);

impl State {
    /// The state's number: 0 is the start, the other live states follow, the dead one is last.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Oracle {
    /// The oracle of RFC 3629, compiled on first use.
    pub fn get() -> &'static Self {
        static ORACLE: LazyLock<Oracle> =
            LazyLock::new(|| Oracle::from_abnf(RFC3629, START_RULE).expect("the grammar is valid"));
        &ORACLE
    }

    /// Compiles the rule `start` of an ABNF grammar (RFC 5234).
    ///
    /// Supports what a grammar over bytes needs: alternatives, concatenation, repetition, groups, options, and `%x`
    /// values up to FF. Fails if the text is not ABNF; if a rule is missing, defined twice, recursive or beyond that
    /// subset; if the automaton would have more than 255 live states.
    pub fn from_abnf(grammar: &str, start: &str) -> Result<Self, String> {
        compile::compile(grammar, start)
    }

    /// The state before the first byte.
    pub const fn start(&self) -> State {
        State(0)
    }

    /// The state after `byte`.
    #[inline]
    pub fn next(&self, state: State, byte: u8) -> State {
        self.rows[state.index()].next[usize::from(byte)]
    }

    /// The state after all of `bytes`.
    #[inline]
    pub fn run(&self, state: State, bytes: &[u8]) -> State {
        bytes.iter().fold(state, |state, &byte| self.next(state, byte))
    }

    /// The state from which no input is accepted.
    #[inline]
    pub fn dead(&self) -> State {
        #[expect(clippy::cast_possible_truncation, reason = "the compiler refuses more than 255 states")]
        State((self.rows.len() - 1) as u8)
    }

    /// Whether `state` is the [dead](Self::dead) one.
    #[inline]
    pub fn is_dead(&self, state: State) -> bool {
        state == self.dead()
    }

    /// Whether the input may end in `state`.
    #[inline]
    pub fn is_accepting(&self, state: State) -> bool {
        self.rows[state.index()].accepting
    }

    /// Whether the whole of `bytes` is in the language.
    pub fn accepts(&self, bytes: &[u8]) -> bool {
        self.is_accepting(self.run(self.start(), bytes))
    }

    /// The same automaton, except that these bytes lead from one state to another.
    pub fn redirected(&self, from: State, bytes: &[u8], to: State) -> Self {
        let mut oracle = self.clone();
        for byte in bytes {
            oracle.rows[from.index()].next[usize::from(*byte)] = to;
        }
        oracle
    }

    /// Every state, the start first and the dead one last.
    pub fn states(&self) -> impl Iterator<Item = State> + Clone + use<> {
        (0..=self.dead().0).map(State)
    }

    /// The lexicographically smallest of the shortest strings that lead from the start to `state`.
    pub fn access(&self, state: State) -> Vec<u8> {
        let bytes: Vec<u8> = (0..=255).collect();
        let next = |&state: &State, byte| self.next(state, byte);
        // The compiler keeps only reachable states.
        shortest(self.start(), &bytes, next, |reached| *reached == state).unwrap_or_default()
    }

    /// The byte classes, ordered by their smallest members, each in ascending order. Bytes of one class lead from
    /// every state to the same state.
    pub fn classes(&self) -> Vec<Vec<u8>> {
        let mut classes: Vec<Vec<u8>> = Vec::new();
        for byte in 0..=255 {
            let same = |other: u8| {
                self.rows.iter().all(|row| row.next[usize::from(byte)] == row.next[usize::from(other)])
            };
            match classes.iter_mut().find(|class| same(class[0])) {
                Some(class) => class.push(byte),
                None => classes.push(vec![byte]),
            }
        }
        classes
    }

    /// One byte of each class, the smallest.
    pub fn representatives(&self) -> Vec<u8> {
        self.classes().iter().map(|class| class[0]).collect()
    }
}

impl fmt::Debug for Oracle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Oracle").field("states", &self.rows.len()).finish_non_exhaustive()
    }
}

/// The first of the shortest strings over these bytes that lead from `start` to a goal.
pub(crate) fn shortest<N: Clone + Eq + Hash>(
    start: N, bytes: &[u8], next: impl Fn(&N, u8) -> N, is_found: impl Fn(&N) -> bool,
) -> Option<Vec<u8>> {
    let mut seen = HashSet::from([start.clone()]);
    let mut queue = VecDeque::from([(start, Vec::new())]);
    while let Some((node, string)) = queue.pop_front() {
        if is_found(&node) {
            return Some(string);
        }
        for &byte in bytes {
            let node = next(&node, byte);
            if seen.insert(node.clone()) {
                queue.push_back((node, [&string[..], &[byte]].concat()));
            }
        }
    }
    None
}
