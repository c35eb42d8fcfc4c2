//! Processes the input in chunks of 64 blocks of 64 bytes. ASCII blocks are skipped. The others are validated run by
//! run: by comparisons where the target has vectors; elsewhere one by one as characters of one and two bytes as long as
//! there are no longer ones, or by the automaton, in two lanes.
//!
//! No state is carried between blocks: the three bytes before a block determine how it may begin.
//!
//! Slices are read by `get`, although it never fails: each place where a program could panic costs fifty bytes of
//! code, and there would be ten.

use placemat_core::{Scan, grammar::is_continuation};

use crate::{
    ascii::{BLOCK, not_ascii, skip},
    compare,
    pairs::{BEFORE, Trust, is_complete, is_cut_off, is_pairs},
    shift::State,
};

/// Bytes in a chunk.
const CHUNK: usize = 64 * BLOCK;

/// A chunk with at least this many non-ASCII blocks is dense.
const DENSE_BLOCKS: u32 = 48;

/// The number of chunks after a dense one that are assumed to be dense as well.
const ASSUMED_DENSE: u32 = 7;

/// Inputs of up to this many bytes usually are either ASCII, or contain something else early.
const SHORT: usize = 4 * BLOCK;

/// Whether the target loads words from aligned addresses only, so that compilers load eight bytes one by one. (No
/// stable `cfg` tells; these are the architectures.) Safe code cannot load aligned words; the standard library does.
const LOADS_BYTES: bool = cfg!(any(
    target_arch = "riscv32",
    target_arch = "riscv64",
    target_arch = "mips",
    target_arch = "mips64",
    target_arch = "sparc64",
));

/// Whether every processor of the target has vectors, which compilers use by themselves.
const HAS_VECTORS: bool = cfg!(any(
    target_feature = "sse2",
    target_feature = "neon",
    target_feature = "simd128",
    target_feature = "lsx",
    all(target_arch = "powerpc64", target_endian = "little"),
));

/// [`placemat_core::Backend::scan`] as a function.
#[must_use]
pub fn scan(bytes: &[u8]) -> Scan {
    if LOADS_BYTES {
        return match core::str::from_utf8(bytes) {
            Ok(_) => Scan::Clean,
            Err(error) => Scan::Suspect { from: error.valid_up_to() },
        };
    }
    if bytes.len() <= SHORT && bytes.is_ascii() {
        return Scan::Clean;
    }
    validate::<HAS_VECTORS>(bytes)
}

/// Not inlined, so that short ASCII does not pay for the registers that it saves.
#[inline(never)]
fn validate<const VECTORS: bool>(bytes: &[u8]) -> Scan {
    let head = bytes.first_chunk();
    let trust = head.map(Trust::start);
    if trust.is_none_or(|trust| trust.distrusted() > 0) {
        let state = State::START.run(head.map_or(bytes, |head| head));
        if state.is_refused() || trust.is_none() && !state.is_complete() {
            return Scan::Suspect { from: 0 };
        }
    }
    let Some(trust) = trust else { return Scan::Clean };
    let mut reader = Reader::<VECTORS> { bytes, trust, dense: 0 };
    let mut at = BLOCK;
    while bytes.len() - at >= BLOCK {
        match reader.chunk(at) {
            Ok(end) => at = end,
            Err(from) => return Scan::Suspect { from },
        }
    }
    // The last block overlaps validated bytes.
    let complete = if bytes.len() == at || bytes.last_chunk().is_some_and(is_pairs) {
        reader.is_complete(bytes.len())
    } else {
        run::<VECTORS>(bytes, (bytes.len() - BLOCK).max(BEFORE), bytes.len()) == Some(true)
    };
    if complete { Scan::Clean } else { Scan::Suspect { from: bytes.len() - BLOCK } }
}

struct Reader<'a, const VECTORS: bool> {
    bytes: &'a [u8],
    trust: Trust,
    /// The number of further chunks that are assumed to be dense.
    dense: u32,
}

impl<const VECTORS: bool> Reader<'_, VECTORS> {
    /// Validates whole blocks from `at` on: any number of ASCII blocks, and up to a chunk after them. Returns the
    /// offset after them, or one before which there is no error.
    #[inline]
    fn chunk(&mut self, mut at: usize) -> Result<usize, usize> {
        if self.dense > 0 && self.bytes.len() - at >= CHUNK {
            self.dense -= 1;
            let end = at + CHUNK;
            return run::<VECTORS>(self.bytes, at, end).map(|_| end).ok_or(at);
        }
        let skipped = skip(self.bytes, at);
        if skipped > at && !self.is_complete(at) {
            return Err(at);
        }
        at = skipped;
        let rest = self.bytes.get(at..).unwrap_or_default();
        let count = (rest.len() / BLOCK).min(CHUNK / BLOCK);
        let set = not_ascii(&rest[..count * BLOCK]);
        if set.count_ones() >= DENSE_BLOCKS && (VECTORS || self.trust.distrusted() > 0) {
            self.dense = ASSUMED_DENSE;
        }
        self.blocks(at, set, count)
    }

    /// Validates the blocks in `set` of the `count` blocks from `at` on; the others are ASCII.
    #[inline]
    fn blocks(&mut self, at: usize, mut set: u64, count: usize) -> Result<usize, usize> {
        if set & 1 == 0 && !self.is_complete(at) {
            return Err(at);
        }
        // If the next block is validated as well, a character may continue there; so it may at the end.
        let open = set >> 1 | 1 << (count.max(1) - 1);
        while set != 0 {
            let index = set.trailing_zeros();
            let start = at + index as usize * BLOCK;
            let Some(window) = self.bytes.get(start - BEFORE..).and_then(|rest| rest.first_chunk()) else {
                break;
            };
            let last;
            let is_complete;
            if !VECTORS && self.trust.distrusted() == 0 && self.trust.is_pairs(window) {
                last = index;
                is_complete = !is_cut_off(window);
            } else {
                let blocks = (set >> index).trailing_ones();
                let blocks = if VECTORS { blocks } else { blocks.min(self.trust.distrusted()) };
                self.trust.validated(blocks);
                last = index + blocks - 1;
                let end = at + (last as usize + 1) * BLOCK;
                let Some(complete) = run::<VECTORS>(self.bytes, start, end) else { return Err(start) };
                is_complete = complete;
            }
            if !(is_complete | (open >> last & 1 != 0)) {
                return Err(start);
            }
            set &= !1 << last;
        }
        Ok(at + count * BLOCK)
    }

    /// Whether no character is cut off before `at`.
    #[inline]
    fn is_complete(&self, at: usize) -> bool {
        self.bytes.get(..at).and_then(|before| before.last_chunk()).is_some_and(is_complete)
    }
}

/// Whether the bytes from `start` to `end` end with a complete character; `None` if they are invalid. By comparisons if
/// the target has `VECTORS`, else by the automaton.
#[inline]
fn run<const VECTORS: bool>(bytes: &[u8], start: usize, end: usize) -> Option<bool> {
    if VECTORS {
        let before = bytes.get(..end).and_then(|before| before.last_chunk());
        return compare::is_valid(bytes, start, end).then(|| before.is_some_and(is_complete));
    }
    let state = lanes(bytes, start, end);
    (!state.is_refused()).then(|| state.is_complete())
}

/// The state after the bytes from `start` to `end`, read in two lanes, the second of which begins at the start of a
/// sequence. Not inlined: it is large and has several callers.
#[inline(never)]
fn lanes(bytes: &[u8], start: usize, end: usize) -> State {
    let span = bytes.get(start..end).unwrap_or_default();
    let middle = sequence_start(span, span.len() / 2);
    let Some((a, b)) = span.split_at_checked(middle) else { return State::REFUSED };
    let mut states = [state_at(bytes, start), State::START];
    for (a, b) in a.iter().zip(b) {
        states = [states[0].next(*a), states[1].next(*b)];
    }
    // The second lane is longer, by what `sequence_start` went back.
    let last = states[1].run(b.get(a.len()..).unwrap_or_default());
    if states[0].is_complete() { last } else { State::REFUSED }
}

/// The state before `at`, if the bytes before it are the beginning of valid text.
#[inline]
fn state_at(bytes: &[u8], at: usize) -> State {
    let before = bytes.get(..at).and_then(|before| before.last_chunk());
    before.copied().map_or(State::START, State::after)
}

/// The start of the sequence that contains the byte at `at`. In valid text it is at most three bytes before `at`; in
/// other text the automaton finds an error, whatever this returns.
#[inline]
fn sequence_start(bytes: &[u8], at: usize) -> usize {
    let mut start = at;
    while start > at.saturating_sub(3) && bytes.get(start).copied().is_some_and(is_continuation) {
        start -= 1;
    }
    start
}

#[cfg(test)]
mod tests {
    use super::*;
    use placemat_core::locate;

    /// A target runs one of the two ways; both are tested on every target.
    fn check(bytes: &[u8]) {
        let expected = core::str::from_utf8(bytes).map_err(|error| error.valid_up_to());
        for scan in [validate::<false>(bytes), validate::<true>(bytes)] {
            let found = match scan {
                Scan::Clean => Ok(()),
                Scan::Suspect { from } => locate(bytes, from).map_err(|error| error.valid_up_to()),
            };
            assert_eq!(found, expected.map(drop), "{} bytes: {bytes:X?}", bytes.len());
        }
    }

    #[test]
    fn every_way_finds_every_error() {
        let mut bytes = [0; 2 * CHUNK + 300];
        for sample in ["\u{7FF}", "\u{800}", "\u{10FFFF}", "\u{E9}abc", "\u{20AC}abc\u{20AC}"] {
            for gap in [0, 61, 700] {
                // Text with ASCII in between, whose lengths do not divide those of blocks.
                let mut len = 0;
                while len + 300 + gap < bytes.len() {
                    for _ in 0..100 / sample.len() {
                        bytes[len..][..sample.len()].copy_from_slice(sample.as_bytes());
                        len += sample.len();
                    }
                    bytes[len..][..gap].fill(b'a');
                    len += gap;
                }
                for at in (0..len).step_by(23) {
                    let before = bytes[at];
                    for byte in [b'a', 0x80, 0xBF, 0xC3, 0xE2, 0xED, 0xF4, 0xFF] {
                        bytes[at] = byte;
                        check(&bytes[..len]);
                    }
                    bytes[at] = before;
                    check(&bytes[..at]);
                    check(&bytes[len - at..len]);
                }
            }
        }
    }
}
