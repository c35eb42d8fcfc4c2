//! The input is read in chunks of 64 blocks of 64 octets. Blocks of ASCII are skipped, and the others are
//! judged one after the other. A chunk with few blocks of ASCII is judged as a whole, in two lanes.

use placemat_core::{
    Scan,
    ascii::{BLOCK, not_ascii},
    grammar::is_continuation,
};

use crate::shift::State;

/// Octets of a chunk.
const CHUNK: usize = 64 * BLOCK;

/// A chunk in which at least this many blocks are not ASCII is dense.
const DENSE: u32 = 48;

/// Chunks after a dense one that are taken to be dense as well.
const ASSUMED_DENSE: u32 = 7;

/// [`placemat_core::Backend::scan`], as a function.
#[must_use]
pub fn scan(bytes: &[u8]) -> Scan {
    if bytes.len() <= BLOCK {
        let complete = State::START.run(bytes).is_complete();
        return if complete { Scan::Clean } else { Scan::Suspect { from: 0 } };
    }
    let mut reader = Reader { state: State::START, dense: 0 };
    let mut at = 0;
    let (chunks, last) = bytes.as_chunks::<CHUNK>();
    for chunk in chunks {
        if !reader.chunk(chunk) {
            return Scan::Suspect { from: at };
        }
        at += CHUNK;
    }
    if reader.blocks(last, not_ascii(last)) && reader.state.is_complete() {
        Scan::Clean
    } else {
        Scan::Suspect { from: at }
    }
}

struct Reader {
    /// The state after the chunks that have been read.
    state: State,
    /// How many more chunks are taken to be dense.
    dense: u32,
}

impl Reader {
    /// Whether nothing is wrong with a chunk.
    #[inline]
    fn chunk(&mut self, chunk: &[u8; CHUNK]) -> bool {
        if self.dense > 0 {
            self.dense -= 1;
            return self.lanes(chunk);
        }
        let set = not_ascii(chunk);
        if set.count_ones() >= DENSE {
            self.dense = ASSUMED_DENSE;
            return self.lanes(chunk);
        }
        self.blocks(chunk, set)
    }

    /// Judges the blocks of `set`; the others are ASCII.
    #[inline]
    fn blocks(&mut self, chunk: &[u8], mut set: u64) -> bool {
        let mut state = self.state;
        // Whether every sequence was complete where a block was skipped.
        let mut sound = true;
        let mut next = 0;
        while set != 0 {
            let block = set.trailing_zeros() as usize;
            sound &= block == next || state.is_complete();
            let rest = &chunk[block * BLOCK..];
            state = match rest.first_chunk::<BLOCK>() {
                Some(whole) => state.run(whole),
                None => state.run(rest),
            };
            set &= set - 1;
            next = block + 1;
        }
        sound &= next * BLOCK >= chunk.len() || state.is_complete();
        self.state = state;
        sound && !state.is_refused()
    }

    /// Judges a dense chunk in two lanes; the second begins at the start of a sequence.
    #[inline]
    fn lanes(&mut self, chunk: &[u8; CHUNK]) -> bool {
        let second = sequence_start(chunk, CHUNK / 2);
        let (a, b) = chunk.split_at(second);
        let mut states = [self.state, State::START];
        for (a, b) in a.iter().zip(b) {
            states = [states[0].next(*a), states[1].next(*b)];
        }
        // The second lane is longer, by the octets that `sequence_start` went back.
        self.state = states[1].run(&b[a.len()..]);
        states[0].is_complete() && !self.state.is_refused()
    }
}

/// The start of the sequence that octet `at` belongs to. In well-formed text it is at most three octets
/// before `at`; in other text something is refused, whatever this returns.
#[inline]
fn sequence_start(chunk: &[u8; CHUNK], at: usize) -> usize {
    let mut start = at;
    while start > at - 3 && is_continuation(chunk[start]) {
        start -= 1;
    }
    start
}
