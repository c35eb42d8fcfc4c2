//! A row that tries the edges of twenty chunks with every kind of error, every pair of text kinds and every address; and
//! one for decoders that read several places of a chunk in turn, its lanes, and pass a state from each to the next.
//!
//! The chunks are those of a driver that validates a first block by itself, begins its chunks at a cache line with 16
//! blocks of 64 bytes, and continues with 32. The mode for a chunk depends on the preceding text, so the text before
//! the edge comes in three variants; see [`Past`].

use super::prelude::*;
use crate::text::Text;

rows! {
    "twenty-chunks", [3_600, 5_989_200], Verdict(|context| context.inputs(twenty_chunks)),
        "every sort of error around every edge of twenty growing chunks, between every two kinds of text";
    "lanes", [6_498, 2_049_588], Verdict(|context| context.inputs(lanes)),
        "sequences over every byte of some chunks, and ends in them, in text of nine densities";
}

const BLOCK: usize = 64;
const CHUNKS: usize = 20;

/// Where chunk number `k` ends. The chunks begin at `first`; number 0 is the part before it.
const fn edge(first: usize, k: usize) -> usize {
    let blocks = if k == 0 { 0 } else { 16 + 32 * (k - 1) };
    first + BLOCK * blocks
}

/// The maximum distance of a sequence from an edge, on both sides: the length of the longest sequence.
const AWAY: usize = 4;

/// Up to this chunk, all text before an edge is of one kind.
const NEAR: usize = 4;

/// What precedes the chunk that ends at the edge.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Past {
    /// More of the same text.
    Same,
    /// Mostly ASCII, with one sequence of two bytes in each KiB, so that no chunk is skipped as a whole.
    Sparse,
    /// As `Sparse`, with a sequence of four bytes this many chunks before the edge. A kernel that has validated that
    /// many chunks in its full mode then retries a restricted one, and has to check that it may.
    Patience(usize),
}

/// [`Depth::Quick`] keeps two edges near the start and one where a kernel leaves its full mode, and a fifth of the cases
/// of each.
fn twenty_chunks(depth: Depth, ask: &mut Ask<'_>) {
    const PATIENCE: [(usize, usize); 5] = [(17, 16), (20, 16), (20, 2), (20, 3), (20, 4)];
    let is_quick = depth == Depth::Quick;
    let plain = (0..=CHUNKS).map(|k| (k, if k <= NEAR { Past::Same } else { Past::Sparse }));
    let edges = plain.chain(PATIENCE.map(|(k, chunks)| (k, Past::Patience(chunks))));
    for ((k, past), address) in iproduct!(edges, 0..64) {
        let is_near = [0, 63].contains(&address) && [1, 3].contains(&k);
        if is_quick && !is_near && (address, k, past) != (0, CHUNKS, Past::Patience(16)) {
            continue;
        }
        // At a cache line, or three bytes into the input if the line is nearer.
        let first = (BLOCK - address % BLOCK).max(3);
        let (here, next) = (edge(first, k), edge(first, k + 1));
        // Where text of the first kind begins.
        let begins = match (past, k % 2) {
            (Past::Same, _) => 0,
            // The whole chunk before the edge, or its last blocks.
            (_, 0) => edge(first, k - 1),
            _ => here - 20 * BLOCK,
        };
        let four = match past {
            Past::Patience(chunks) => Some(edge(first, k - chunks) - 100),
            Past::Same | Past::Sparse => None,
        };
        let mut texts = sparse(begins, four);
        let ats = here.saturating_sub(AWAY)..=here + AWAY;
        for ((pair, (before, after)), at) in iproduct!(Kind::PAIRS.into_iter().enumerate(), ats) {
            texts.push(before.of(at - begins));
            for (turn, case) in SORTS.iter().enumerate() {
                if is_quick && (turn + pair + at) % 5 != 0 {
                    continue;
                }
                // The whole next chunk, or a part that is still validated as a chunk.
                let is_whole = is_quick || (turn + pair + at) % 4 == 0;
                let rest = if is_whole { next - here } else { 16 * BLOCK };
                ask(case.id, address, &texts, case.bytes, after.of(rest + 2 * BLOCK));
            }
            texts.pop();
        }
    }
}

/// Mostly ASCII: a character of two bytes in each KiB, and perhaps one of four bytes.
fn sparse(len: usize, four: Option<usize>) -> Vec<Text> {
    let twos = (0..len >> 10).map(|nth| ((nth << 10) + 700, Kind::Two.of(2)));
    let mut characters: Vec<(usize, Text)> = twos.chain(four.map(|at| (at, Kind::Four.of(4)))).collect();
    characters.sort_unstable_by_key(|(at, _)| *at);
    let (mut texts, mut end) = (Vec::new(), 0);
    for (at, character) in characters {
        texts.extend([Kind::Ascii.of(at - end), character]);
        end = at + character.len;
    }
    texts.push(Kind::Ascii.of(len - end));
    texts
}

/// The bytes of a chunk, and of a lane of a dense chunk, as the backend `dfa` has them.
const CHUNK: usize = 60 * BLOCK;
const LANE: usize = CHUNK / 10;

/// The number of chunks after a dense one that are assumed to be dense as well.
const ASSUMED: usize = 7;

/// Errors of one byte, or of two that may be in different lanes, truncated sequences, and characters.
#[rustfmt::skip]
const OVER: [(&str, usize); 15] = [
    ("never-ff", 0), ("lone-continuation", 0), ("cut-c3", 0), ("cut-e2-82", 1), ("cut-f0-9f-98", 1),
    ("cut-f0-9f-98", 2), ("overlong-nul", 1), ("surrogate-d800", 1), ("beyond-110000", 1),
    ("extra-continuation-after-two", 2), ("extra-continuation-after-three", 3),
    ("extra-continuation-after-four", 4), ("u-00e9", 0), ("u-4e2d", 0), ("u-1f600", 0),
];

/// A kind of text, and which blocks are of that kind. The others are ASCII.
type Density = (Kind, fn(usize) -> bool);

const DENSITIES: [Density; 9] = [
    (Kind::Ascii, |_| true),
    (Kind::Two, |_| true),
    (Kind::Three, |_| true),
    (Kind::Four, |_| true),
    (Kind::Four, |block| block % 2 == 1),
    (Kind::Three, |block| block % 7 == 3),
    (Kind::Two, |block| block % 31 == 15),
    (Kind::Three, |block| block % 3 != 1),
    (Kind::Four, |block| (block * BLOCK / CHUNK).is_multiple_of(2)),
];

fn lanes(depth: Depth, ask: &mut Ask<'_>) {
    let (over, beginnings) = (cases::split(&OVER), cases::beginnings());
    // `Depth::Quick` tries a tenth of the sequences at each place.
    let of = depth.pick([10, 1]);
    for (kind, is_dense) in DENSITIES {
        let kind_of = |block: usize| if is_dense(block) { kind } else { Kind::Ascii };
        for at in places(depth) {
            // More than one chunk after the place would add nothing.
            let after = kind_of(at / BLOCK + 1).of(CHUNK + BLOCK);
            for (case, split) in over.iter().skip(at % of).step_by(of) {
                let Some(from) = at.checked_sub(*split) else { continue };
                ask(case.id, 0, &blocks(from, kind_of), case.bytes, after);
            }
            let before = blocks(at, kind_of);
            for beginning in beginnings.iter().skip(at % (3 * of)).step_by(3 * of) {
                ask("cut off", 0, &before, beginning, Kind::Ascii.of(0));
            }
        }
    }
}

/// The bytes of two chunks, and those around the ends of lanes after the chunks that are assumed to be dense.
/// [`Depth::Quick`] keeps the bytes around the ends of lanes, and some others.
fn places(depth: Depth) -> impl Iterator<Item = usize> {
    let is_near = |at: &usize| (at + 4) % LANE < 8;
    let first = (0..2 * CHUNK).filter(move |at| depth == Depth::Full || is_near(at) || at % 2039 == 0);
    let far = (ASSUMED + 1) * CHUNK;
    first.chain((far..far + CHUNK + BLOCK).filter(is_near))
}

/// Text of this length in blocks.
fn blocks(len: usize, kind: impl Fn(usize) -> Kind) -> Vec<Text> {
    (0..len.div_ceil(BLOCK)).map(|block| kind(block).of(BLOCK.min(len - block * BLOCK))).collect()
}
