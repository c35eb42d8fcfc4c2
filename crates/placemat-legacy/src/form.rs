//! What validation and decoding share: a grammar and its automaton.

use placemat_core::{automaton::Automaton, grammar::Grammar};

use crate::{Error, value};

/// A form: its grammar, and the minimal automaton that follows from it.
pub(crate) struct Form<const STATES: usize> {
    grammar: Grammar,
    automaton: Automaton<STATES>,
    /// Whether all of ASCII is permitted.
    ascii: bool,
}

/// The state at the start of a text.
pub(crate) const START: usize = 0;

/// A well-formed sequence, or a pair of them that means one value.
pub(crate) struct Item {
    pub(crate) value: u32,
    /// The octet after it.
    pub(crate) end: usize,
    /// Where the automaton is then.
    pub(crate) state: usize,
}

impl<const STATES: usize> Form<STATES> {
    pub(crate) const fn of(grammar: Grammar) -> Self {
        let automaton = Automaton::of(&grammar);
        let mut ascii = true;
        let mut octet = 0;
        while octet < 0x80 {
            ascii &= matches!(automaton.next(START, octet), Some(START));
            octet += 1;
        }
        Self { grammar, automaton, ascii }
    }

    /// Whether `bytes` are well formed, given that `bytes[..from]` are, and that any sequence may follow
    /// them.
    pub(crate) fn validate(&self, bytes: &[u8], from: usize) -> Result<(), Error> {
        /// Octets of a block that is skipped if it is ASCII.
        const BLOCK: usize = 64;
        let mut state = START;
        // Up to here the text is well formed, and any sequence may follow.
        let mut good = from;
        let mut at = from;
        while at < bytes.len() {
            let block = &bytes[at..bytes.len().min(at + BLOCK)];
            if state == START && self.is_plain(block) {
                at += block.len();
                good = at;
                continue;
            }
            for &octet in block {
                match self.automaton.next(state, octet) {
                    Some(next) => state = next,
                    None => return self.locate(bytes, good, START),
                }
                at += 1;
                if state == START {
                    good = at;
                }
            }
        }
        if self.automaton.may_end(state) { Ok(()) } else { self.locate(bytes, good, START) }
    }

    /// The item that begins at octet `at`, which exists, where the automaton is in `state`.
    #[inline]
    pub(crate) fn item(&self, bytes: &[u8], at: usize, state: usize) -> Result<Item, Error> {
        let mut next = state;
        for (read, &octet) in bytes[at..].iter().enumerate() {
            match self.automaton.next(next, octet) {
                Some(state) => next = state,
                None => break,
            }
            if self.automaton.may_end(next) {
                let end = at + read + 1;
                return Ok(Item { value: value::get(&bytes[at..end]), end, state: next });
            }
        }
        Err(self.error(bytes, at, state))
    }

    #[cold]
    fn error(&self, bytes: &[u8], at: usize, state: usize) -> Error {
        match self.locate(bytes, at, state) {
            Err(error) => error,
            // Not reached: the automaton and the grammar refuse the same octets.
            Ok(()) => Error::new(at, bytes.len() - at, crate::ErrorKind::Truncated),
        }
    }

    /// The exact error, by the grammar itself.
    #[cold]
    fn locate(&self, bytes: &[u8], from: usize, state: usize) -> Result<(), Error> {
        let neighbours = self.grammar.neighbours();
        let place = self.automaton.place(state);
        self.grammar.locate(bytes, from, place).map_err(|stop| Error::of(stop, neighbours))
    }

    fn is_plain(&self, block: &[u8]) -> bool {
        block.is_ascii() && (self.ascii || !block.contains(&0))
    }
}
