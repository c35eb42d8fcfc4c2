//! Processes the input in chunks of 64 blocks of 64 bytes. ASCII blocks are skipped. The others are validated run by
//! run: by comparisons where the target has vectors; elsewhere one by one as characters of one and two bytes as long as
//! there are no longer ones, or by the automaton, in two lanes.
//!
//! No state is carried between blocks: the three bytes before a block determine how it may begin.
//!
//! Slices are read by `get`, although it never fails: each place where a program could panic costs fifty bytes of
//! code, and there would be ten.

use core::marker::PhantomData;

use placemat_core::Scan;

use crate::{
    ascii::{BLOCK, not_ascii, skip},
    compare::{Baseline, Loops, is_valid},
    lanes::lanes,
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

/// Whether the standard library's loop takes fewer instructions than this one.
///
/// RISC-V, MIPS and SPARC load words from aligned addresses only (no stable `cfg` tells), so compilers load eight bytes
/// one by one; safe code cannot load aligned words. On s390x without vectors, the automaton loses on Latin script.
const STD_IS_SHORTER: bool = cfg!(any(
    target_arch = "riscv32",
    target_arch = "riscv64",
    target_arch = "mips",
    target_arch = "mips64",
    target_arch = "sparc64",
    target_arch = "s390x",
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
    if STD_IS_SHORTER {
        return match core::str::from_utf8(bytes) {
            Ok(_) => Scan::Clean,
            Err(error) => Scan::Suspect { from: error.valid_up_to() },
        };
    }
    if bytes.len() <= SHORT && bytes.is_ascii() {
        return Scan::Clean;
    }
    if HAS_VECTORS { validate::<Comparing<Baseline>>(bytes) } else { validate::<Automaton>(bytes) }
}

/// [`scan`] with these loops, inlined, so that it is compiled for the features of its caller.
#[inline(always)]
#[must_use]
pub fn scan_with<L: Loops>(bytes: &[u8]) -> Scan {
    validate_inline::<Comparing<L>>(bytes)
}

/// How blocks that are not ASCII are validated.
trait Runs {
    /// Whether blocks of one- and two-byte characters are validated one by one, by words.
    const PAIRS: bool;

    /// Whether the bytes from `start` to `end` end with a complete character; `None` if they are invalid.
    fn run(bytes: &[u8], start: usize, end: usize) -> Option<bool>;
}

/// Byte by byte, where there are no vectors.
struct Automaton;

impl Runs for Automaton {
    const PAIRS: bool = true;

    #[inline]
    fn run(bytes: &[u8], start: usize, end: usize) -> Option<bool> {
        let state = lanes(bytes, start, end);
        (!state.is_refused()).then(|| state.is_complete())
    }
}

/// By loops that compilers vectorise.
struct Comparing<L>(PhantomData<L>);

impl<L: Loops> Runs for Comparing<L> {
    const PAIRS: bool = false;

    #[inline(always)]
    fn run(bytes: &[u8], start: usize, end: usize) -> Option<bool> {
        is_valid::<L>(bytes, start, end).then(|| is_complete_before(bytes, end))
    }
}

/// Not inlined, so that short ASCII does not pay for the registers that it saves.
#[inline(never)]
fn validate<R: Runs>(bytes: &[u8]) -> Scan {
    validate_inline::<R>(bytes)
}

#[inline(always)]
fn validate_inline<R: Runs>(bytes: &[u8]) -> Scan {
    let head = bytes.first_chunk();
    let trust = head.map(Trust::start);
    if trust.is_none_or(|trust| trust.distrusted() > 0) {
        let state = State::START.run(head.map_or(bytes, |head| head));
        if state.is_refused() || trust.is_none() && !state.is_complete() {
            return Scan::Suspect { from: 0 };
        }
    }
    let Some(trust) = trust else { return Scan::Clean };
    let mut reader = Reader { bytes, trust, dense: 0, runs: PhantomData::<R> };
    let mut at = BLOCK;
    while bytes.len() - at >= BLOCK {
        match reader.chunk(at) {
            Ok(end) => at = end,
            Err(from) => return Scan::Suspect { from },
        }
    }
    // The last block overlaps validated bytes.
    let complete = if bytes.len() == at || bytes.last_chunk().is_some_and(is_pairs) {
        is_complete_before(bytes, bytes.len())
    } else {
        R::run(bytes, (bytes.len() - BLOCK).max(BEFORE), bytes.len()) == Some(true)
    };
    if complete { Scan::Clean } else { Scan::Suspect { from: bytes.len() - BLOCK } }
}

struct Reader<'a, R> {
    bytes: &'a [u8],
    trust: Trust,
    /// The number of further chunks that are assumed to be dense.
    dense: u32,
    runs: PhantomData<R>,
}

impl<R: Runs> Reader<'_, R> {
    /// Validates whole blocks from `at` on: any number of ASCII blocks, and up to a chunk after them. Returns the
    /// offset after them, or one before which there is no error.
    #[inline(always)]
    fn chunk(&mut self, mut at: usize) -> Result<usize, usize> {
        if self.dense > 0 && self.bytes.len() - at >= CHUNK {
            self.dense -= 1;
            let end = at + CHUNK;
            return R::run(self.bytes, at, end).map(|_| end).ok_or(at);
        }
        let skipped = skip(self.bytes, at);
        if skipped > at && !is_complete_before(self.bytes, at) {
            return Err(at);
        }
        at = skipped;
        let rest = self.bytes.get(at..).unwrap_or_default();
        let count = (rest.len() / BLOCK).min(CHUNK / BLOCK);
        let set = not_ascii(&rest[..count * BLOCK]);
        if set.count_ones() >= DENSE_BLOCKS && (!R::PAIRS || self.trust.distrusted() > 0) {
            self.dense = ASSUMED_DENSE;
        }
        // Each run has its costs, so a single block of ASCII between two runs joins them.
        let set = if R::PAIRS { set } else { set | (set << 1 & set >> 1) };
        self.blocks(at, set, count)
    }

    /// Validates the blocks in `set` of the `count` blocks from `at` on; the others are ASCII.
    #[inline(always)]
    fn blocks(&mut self, at: usize, mut set: u64, count: usize) -> Result<usize, usize> {
        if set & 1 == 0 && !is_complete_before(self.bytes, at) {
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
            if R::PAIRS && self.trust.distrusted() == 0 && self.trust.is_pairs(window) {
                last = index;
                is_complete = !is_cut_off(window);
            } else {
                let blocks = (set >> index).trailing_ones();
                let blocks = if R::PAIRS { blocks.min(self.trust.distrusted()) } else { blocks };
                self.trust.validated(blocks);
                last = index + blocks - 1;
                let end = at + (last as usize + 1) * BLOCK;
                let Some(complete) = R::run(self.bytes, start, end) else { return Err(start) };
                is_complete = complete;
            }
            if !(is_complete | (open >> last & 1 != 0)) {
                return Err(start);
            }
            set &= !1 << last;
        }
        Ok(at + count * BLOCK)
    }
}

/// Whether no character is cut off before `at`.
#[inline]
fn is_complete_before(bytes: &[u8], at: usize) -> bool {
    bytes.get(..at).and_then(|before| before.last_chunk()).is_some_and(is_complete)
}

#[cfg(test)]
mod tests {
    use super::*;
    use placemat_core::locate;

    /// A target runs one of the two ways; both are tested on every target.
    fn check(bytes: &[u8]) {
        let expected = core::str::from_utf8(bytes).map_err(|error| error.valid_up_to());
        for scan in [validate::<Automaton>(bytes), validate::<Comparing<Baseline>>(bytes)] {
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
