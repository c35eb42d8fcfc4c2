//! The input is read in chunks of 64 blocks of 64 octets. Blocks of ASCII are skipped. The others are judged
//! one by one as characters of one and two octets, as long as there are no others, or run by run by the
//! automaton, in two lanes.
//!
//! Nothing is carried from block to block: the three octets before a block say what it begins with.
//!
//! Octets are taken by `get`, although they are always there: a place where a program could panic costs it fifty
//! octets, and there would be ten.

use placemat_core::{
    Scan,
    ascii::{BLOCK, not_ascii, skip},
    grammar::is_continuation,
    pairs::{BEFORE, Trust, Window, is_complete, is_pairs},
};

use crate::shift::State;

/// Octets of a chunk.
const CHUNK: usize = 64 * BLOCK;

/// A chunk in which at least this many blocks are not ASCII is dense.
const DENSE: u32 = 48;

/// Chunks after a dense one that are taken to be dense as well.
const ASSUMED_DENSE: u32 = 7;

/// Up to so many octets are mostly either all ASCII, or soon not.
const SHORT: usize = 4 * BLOCK;

/// [`placemat_core::Backend::scan`], as a function.
#[must_use]
pub fn scan(bytes: &[u8]) -> Scan {
    if bytes.len() <= SHORT && bytes.is_ascii() {
        return Scan::Clean;
    }
    let Some(head) = bytes.first_chunk() else {
        let complete = State::START.run(bytes).is_complete();
        return if complete { Scan::Clean } else { Scan::Suspect { from: 0 } };
    };
    let trust = Trust::start(head);
    if trust.distrusted() > 0 && State::START.run(head).is_refused() {
        return Scan::Suspect { from: 0 };
    }
    let mut reader = Reader { bytes, trust, dense: 0 };
    let mut at = BLOCK;
    while bytes.len() - at >= BLOCK {
        match reader.chunk(at) {
            Ok(end) => at = end,
            Err(from) => return Scan::Suspect { from },
        }
    }
    let complete = match bytes.last_chunk::<{ BEFORE + BLOCK }>() {
        // The last block overlaps what has been judged.
        Some(last) => (bytes.len() == at || is_sound(last)) && reader.is_complete(bytes.len()),
        None => state_at(bytes, at).run(bytes.get(at..).unwrap_or_default()).is_complete(),
    };
    if complete { Scan::Clean } else { Scan::Suspect { from: bytes.len() - BLOCK } }
}

struct Reader<'a> {
    bytes: &'a [u8],
    trust: Trust,
    /// How many more chunks are taken to be dense.
    dense: u32,
}

impl Reader<'_> {
    /// Judges whole blocks from octet `at` on: any number of blocks of ASCII, and at most a chunk after them.
    /// The octet after them, or one before which nothing is wrong.
    #[inline]
    fn chunk(&mut self, mut at: usize) -> Result<usize, usize> {
        if self.dense > 0
            && let Some(chunk) = self.bytes.get(at..).and_then(|rest| rest.first_chunk::<CHUNK>())
        {
            self.dense -= 1;
            return if self.lanes(at, chunk) { Ok(at + CHUNK) } else { Err(at) };
        }
        let skipped = skip(self.bytes, at);
        if skipped > at && !self.is_complete(at) {
            return Err(at);
        }
        at = skipped;
        let rest = self.bytes.get(at..).unwrap_or_default();
        let count = (rest.len() / BLOCK).min(CHUNK / BLOCK);
        let set = not_ascii(&rest[..count * BLOCK]);
        if set.count_ones() >= DENSE && self.trust.distrusted() > 0 {
            self.dense = ASSUMED_DENSE;
        }
        self.blocks(at, set, count)
    }

    /// Judges the blocks of `set` among the `count` from octet `at` on; the others are ASCII.
    #[inline]
    fn blocks(&mut self, at: usize, mut set: u64, count: usize) -> Result<usize, usize> {
        if set & 1 == 0 && !self.is_complete(at) {
            return Err(at);
        }
        // Where the next block is judged as well, a character may go on; so it may at the end.
        let open = set >> 1 | 1 << (count.max(1) - 1);
        while set != 0 {
            let index = set.trailing_zeros();
            let start = at + index as usize * BLOCK;
            let Some(window) = self.bytes.get(start - BEFORE..).and_then(|rest| rest.first_chunk()) else {
                break;
            };
            let last;
            let sound;
            if self.trust.distrusted() == 0 && self.trust.is_pairs(window) {
                last = index;
                sound = window.last_chunk().is_some_and(is_complete);
            } else {
                let run = (set >> index).trailing_ones().min(self.trust.distrusted());
                self.trust.judged(run);
                last = index + run - 1;
                let end = at + (last as usize + 1) * BLOCK;
                if !self.bytes.get(start..end).is_some_and(|octets| self.lanes(start, octets)) {
                    return Err(start);
                }
                sound = self.is_complete(end);
            }
            if !(sound | (open >> last & 1 != 0)) {
                return Err(start);
            }
            set &= !1 << last;
        }
        Ok(at + count * BLOCK)
    }

    /// Whether nothing is wrong in the octets from `start` on, which may end inside a character. They are
    /// read in two lanes; the second begins at the start of a sequence. It is called in two places, and not small.
    #[inline(never)]
    fn lanes(&self, start: usize, octets: &[u8]) -> bool {
        let middle = sequence_start(octets, octets.len() / 2);
        let Some((a, b)) = octets.split_at_checked(middle) else { return false };
        let mut states = [state_at(self.bytes, start), State::START];
        for (a, b) in a.iter().zip(b) {
            states = [states[0].next(*a), states[1].next(*b)];
        }
        // The second lane is longer, by the octets that `sequence_start` went back.
        states[0].is_complete() && !states[1].run(b.get(a.len()..).unwrap_or_default()).is_refused()
    }

    /// Whether no character is cut off before octet `at`.
    #[inline]
    fn is_complete(&self, at: usize) -> bool {
        self.bytes.get(..at).and_then(|before| before.last_chunk()).is_some_and(is_complete)
    }
}

/// Whether nothing is wrong in the block of a window, which may end inside a character.
#[inline]
fn is_sound(window: &Window) -> bool {
    is_pairs(window) || !state_at(window, BEFORE).run(&window[BEFORE..]).is_refused()
}

/// The state before octet `at`, if that is the end of the beginning of well-formed text.
#[inline]
fn state_at(bytes: &[u8], at: usize) -> State {
    let before = bytes.get(..at).and_then(|before| before.last_chunk());
    before.copied().map_or(State::START, State::after)
}

/// The start of the sequence that octet `at` belongs to. In well-formed text it is at most three octets
/// before `at`; in other text something is refused, whatever this returns.
#[inline]
fn sequence_start(octets: &[u8], at: usize) -> usize {
    let mut start = at;
    while start > at - 3 && octets.get(start).copied().is_some_and(is_continuation) {
        start -= 1;
    }
    start
}
