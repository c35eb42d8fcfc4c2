//! Tests the backends without vectors: they validate each byte, in whichever lane it is, and detect each
//! sequence that is cut off, wherever it is.
//!
//! The bookkeeping of the vector kernels is verified by what their driver passes to the steps; see
//! `bookkeeping.rs`. `scalar` and `dfa` use an automaton that carries a state, and errors are possible where
//! a lane begins or ends and where state passes between chunks. The tests therefore make every byte of some
//! chunks invalid, in every way that a single byte can be, and cut the input off at every byte.
//!
//! A debug build tests the bytes around the ends of lanes, and some others.
//! Emulators run it in rows for portable code.
#![cfg(all(feature = "dfa", feature = "std"))]

use placemat::backend::{self, Backend, Scan};
use placemat_conformance::{
    cases::{self, Case, Split},
    contract::{Answer, Decoder, OfBackend, Question},
    is_thinned, reference,
    text::{Filler, Kind, Text},
};

const BLOCK: usize = 64;

/// How a backend splits its input.
struct Layout {
    backend: &'static str,
    /// Blocks per chunk.
    chunk: usize,
    /// Blocks per lane of a dense chunk, a divisor of the chunk.
    lane: usize,
    /// Number of chunks after a dense one that are assumed to be dense as well.
    assumed: usize,
}

const LAYOUTS: [Layout; 2] = [
    Layout { backend: "scalar", chunk: 64, lane: 32, assumed: 7 },
    Layout { backend: "dfa", chunk: 60, lane: 6, assumed: 7 },
];

/// Errors of one byte, or of two that may be in different lanes, and truncated sequences.
const WRONG: [Split; 12] = cases::split([
    ("never-ff", 0),
    ("lone-continuation", 0),
    ("cut-c3", 0),
    ("cut-e2-82", 1),
    ("cut-f0-9f-98", 1),
    ("cut-f0-9f-98", 2),
    ("overlong-nul", 1),
    ("surrogate-d800", 1),
    ("beyond-110000", 1),
    ("extra-continuation-after-two", 2),
    ("extra-continuation-after-three", 3),
    ("extra-continuation-after-four", 4),
]);

/// Valid sequences that cross an edge.
const RIGHT: [Case; 3] = cases::select(["u-00e9", "u-4e2d", "u-1f600"]);

/// The texts of a chunk, by block index: dense, and of various densities.
#[derive(Clone, Copy, Debug)]
enum Pattern {
    /// Every block is of this kind.
    Every(Kind),
    /// One of this many blocks is of this kind; the others are ASCII.
    One(Kind, usize),
    /// All but one of this many blocks are of this kind.
    AllBut(Kind, usize),
    /// Chunks of this kind and ASCII chunks alternate.
    Chunks(Kind),
}

const PATTERNS: [Pattern; 9] = [
    Pattern::Every(Kind::Ascii),
    Pattern::Every(Kind::Two),
    Pattern::Every(Kind::Three),
    Pattern::Every(Kind::Four),
    Pattern::One(Kind::Four, 2),
    Pattern::One(Kind::Three, 7),
    Pattern::One(Kind::Two, 31),
    Pattern::AllBut(Kind::Three, 3),
    Pattern::Chunks(Kind::Four),
];

impl Pattern {
    fn block(self, block: usize, layout: &Layout) -> Text {
        let (kind, is_kind) = match self {
            Self::Every(kind) => (kind, true),
            Self::One(kind, of) => (kind, block % of == of / 2),
            Self::AllBut(kind, of) => (kind, block % of != of / 2),
            Self::Chunks(kind) => (kind, (block / layout.chunk).is_multiple_of(2)),
        };
        if is_kind { kind.of(BLOCK) } else { Kind::Ascii.of(BLOCK) }
    }

    /// Valid text of `blocks` blocks; no character crosses the end of a block.
    fn text(self, blocks: usize, layout: &Layout, filler: &Filler) -> Vec<u8> {
        let mut text = vec![0; blocks * BLOCK];
        for (nth, bytes) in text.chunks_exact_mut(BLOCK).enumerate() {
            filler.after(self.block(nth, layout).kind, bytes);
        }
        text
    }
}

/// The last character boundary at or before `at`, in valid text.
fn border(text: &[u8], at: usize) -> usize {
    (0..=at).rev().find(|&at| text.get(at).is_none_or(|byte| byte & 0xC0 != 0x80)).unwrap_or(0)
}

/// Checks the result and the scan position for one input, which is valid except for a few bytes from `wrong`
/// on.
fn check(backend: &dyn Backend, input: &[u8], wrong: usize, what: &dyn Fn() -> String) {
    // The bytes before may be part of a character that `wrong` interrupts.
    let from = border(input, wrong.saturating_sub(3));
    let expected = reference::read_between(input, from, (wrong + 8).min(input.len()));
    let answer = OfBackend(backend).answer(&Question::Verdict(input));
    let Some(Answer::Verdict(verdict, scan)) = answer else { panic!("{answer:?}") };
    assert_eq!(verdict, expected, "{}", what());
    match (scan, expected) {
        (Some(Scan::Clean), Ok(())) => {}
        (Some(Scan::Suspect { from }), Err(fault)) => {
            assert!(from <= fault.valid_up_to + 3, "{}: suspects {from}", what());
        }
        (scan, _) => panic!("{}: {scan:?}", what()),
    }
}

/// The bytes to test: those of two chunks, and around the ends of lanes after the chunks that are assumed to
/// be dense. A debug build tests only the ends of lanes, and some others.
fn bytes(layout: &Layout) -> impl Iterator<Item = usize> {
    let (chunk, lane) = (layout.chunk * BLOCK, layout.lane * BLOCK);
    let is_near = move |at: &usize| (at + 4) % lane < 8;
    let first = (0..2 * chunk).filter(move |at| !is_thinned() || is_near(at) || at.is_multiple_of(2039));
    let far = (layout.assumed + 1) * chunk;
    first.chain((far..far + chunk + BLOCK).filter(is_near))
}

/// Runs `body` for each backend, pattern and byte. The text ends one chunk later; more would add nothing.
fn every_byte(mut body: impl FnMut(&dyn Backend, &mut Vec<u8>, usize, &dyn Fn() -> String)) {
    let filler = Filler::new(BLOCK);
    for layout in &LAYOUTS {
        let backend = backend::by_name(layout.backend).unwrap().get().unwrap();
        let mut count = 0;
        for pattern in PATTERNS {
            let whole = pattern.text(layout.chunk * (layout.assumed + 4), layout, &filler);
            assert_eq!(reference::read(&whole), Ok(()));
            for at in bytes(layout) {
                let mut text = whole[..(at / BLOCK + layout.chunk + 2) * BLOCK].to_vec();
                body(&backend, &mut text, at, &|| format!("{}, {pattern:?}, byte {at}", layout.backend));
                count += 1;
            }
        }
        println!("{}: {count} bytes", layout.backend);
        assert!(count > 500);
    }
}

#[test]
fn every_byte_is_validated_in_every_lane() {
    every_byte(|backend, text, at, what| {
        for Split { case, at: split } in WRONG {
            let Some(from) = at.checked_sub(split) else { continue };
            let range = from..from + case.bytes.len();
            let kept = text[range.clone()].to_vec();
            text[range.clone()].copy_from_slice(case.bytes);
            check(backend, text, from, &|| format!("{}: {}", what(), case.id));
            text[range].copy_from_slice(&kept);
        }
    });
}

#[test]
fn every_end_is_seen_in_every_lane() {
    let beginnings = cases::beginnings();
    every_byte(|backend, text, at, what| {
        let from = border(text, at);
        for beginning in beginnings.iter().skip(at % 3).step_by(3) {
            text.truncate(from);
            text.extend(*beginning);
            check(backend, text, from, &|| format!("{}: ends in {beginning:x?}", what()));
        }
    });
}

/// Characters that cross the ends of lanes cause no false positive.
#[test]
fn every_character_goes_on_in_the_next_lane() {
    every_byte(|backend, text, at, what| {
        let before = border(text, at);
        for case in RIGHT {
            let end = at + case.bytes.len();
            let after = (end..).find(|&after| text[after] & 0xC0 != 0x80).unwrap_or(text.len());
            // The rest of the characters that it replaces becomes ASCII.
            let kept = text[before..after].to_vec();
            text[before..after].fill(b'.');
            text[at..end].copy_from_slice(case.bytes);
            check(backend, text, at, &|| format!("{}: {}", what(), case.id));
            text[before..after].copy_from_slice(&kept);
        }
    });
}
