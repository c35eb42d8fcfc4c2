//! Rows about the edges of chunks, where a kernel may change its mode.
//!
//! Kernels validate a byte by looking at the three before it. A kernel with a cheaper mode for two- and three-byte
//! text may enter it only after bytes that this mode can validate; if it does not look back far enough, it accepts a
//! sequence that straddles the edge. The position of the edges depends on the kernel: they may be multiples of the
//! chunk size from the start of the slice, from an aligned address, or from the first aligned address in the slice.
//! The rows try all of these, from every address.

use super::{
    check::Context,
    report::{Depth, Tally},
    spec::rows,
};
use crate::{
    cases::{self, Case, SORTS, Split},
    text::Kind,
};

rows! {
    "straddling", [1_056, 589_680], Verdict(straddling),
        "three errors that need two steps, over every chunk edge, from every address";
    "mode-edges", [12_141, 2_942_720], Verdict(mode_edges),
        "errors around chunk edges between every two kinds of text";
    "long", [1_314, 102_646], Verdict(long),
        "twenty chunks, one kind of text after another, errors around every edge";
}

const CHUNK: usize = 4096;

/// The possible positions of edge number `k` of chunks of `chunk` bytes, in a slice that begins at `address`.
fn edges(chunk: usize, k: usize, address: usize) -> Vec<usize> {
    let first_aligned = |width: usize| (width - address % width) % width;
    let mut edges = vec![
        k * chunk,
        k * chunk + first_aligned(16),
        k * chunk + first_aligned(32),
        k * chunk + first_aligned(64),
        // A chunk that begins after an overlapping first block.
        k * chunk - address % 64,
        k * chunk + first_aligned(64) + 64,
    ];
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// Sequences that a step cannot validate if its mode does not know the lead, each split at the edge.
const STRADDLING: [Split; 3] =
    cases::split([("broken-f0-90-80-by-ascii", 2), ("broken-f1-80-80-by-two", 2), ("overlong-nul", 1)]);

fn straddling(context: &Context<'_>) -> Result<Tally, String> {
    let (chunks, numbers, step): (&[usize], usize, usize) = match context.depth {
        Depth::Full => (&[512, 1024, CHUNK], 20, 1),
        Depth::Quick => (&[CHUNK], 2, 13),
    };
    let capacity = CHUNK * (numbers + 2) + 512;
    context.texts(capacity, STRADDLING.len() * chunks.len() * 64, |item, texts| {
        let Split { case, at: split } = STRADDLING[item % STRADDLING.len()];
        let item = item / STRADDLING.len();
        let (chunk, address) = (chunks[item / 64], item % 64);
        if address % step != 0 {
            return;
        }
        for k in 1..=numbers {
            for edge in edges(chunk, k, address) {
                for (nth, (before, after)) in Kind::PAIRS.into_iter().enumerate() {
                    // Every pair near the start; further on, four pairs in turn.
                    let all = k <= 2 && context.depth == Depth::Full;
                    let turn = (k + edge + nth / 4) % 4 == nth % 4;
                    if !all && !turn {
                        continue;
                    }
                    // A whole chunk after the edge, which a kernel may validate in any mode, or a rest that it
                    // validates as the tail.
                    for rest in [chunk + 200, 200] {
                        texts.ask(case.id, address, &[before.of(edge - split)], case.bytes, after.of(rest));
                    }
                }
            }
        }
    })
}

/// The maximum distance of a sequence from an edge, on both sides: the length of the longest sequence.
const AWAY: usize = 4;

fn positions(edges: &[usize]) -> Vec<usize> {
    let mut positions: Vec<usize> = edges.iter().flat_map(|&edge| edge - AWAY..=edge + AWAY).collect();
    positions.sort_unstable();
    positions.dedup();
    positions
}

/// An edge to put errors around.
struct Plan {
    /// The size of the chunks.
    chunk: usize,
    /// The number of the edge.
    k: usize,
    /// Only every `step`-th address is tried.
    step: usize,
}

const fn plan(chunk: usize, k: usize, step: usize) -> Plan {
    Plan { chunk, k, step }
}

/// The kinds of errors for chunks of every size; [`chunks`](super::chunks) tries the rest at the edges of the
/// driver's chunks.
const AROUND: &[Case] = SORTS.split_at(19).0;

fn mode_edges(context: &Context<'_>) -> Result<Tally, String> {
    const FULL: [Plan; 6] = [
        plan(512, 1, 1),
        plan(512, 2, 3),
        plan(1024, 1, 1),
        plan(1024, 2, 5),
        plan(CHUNK, 1, 1),
        plan(CHUNK, 2, 9),
    ];
    const QUICK: [Plan; 3] = [plan(512, 1, 21), plan(1024, 1, 63), plan(CHUNK, 1, 59)];
    let plans: &[Plan] = if context.depth == Depth::Full { &FULL } else { &QUICK };
    let capacity = 4 * CHUNK;
    context.texts(capacity, plans.len() * 64, |item, texts| {
        let (&Plan { chunk, k, step }, address) = (&plans[item / 64], item % 64);
        if address % step != step / 2 {
            return;
        }
        for at in positions(&edges(chunk, k, address)) {
            for case in AROUND {
                for (nth, (before, after)) in Kind::PAIRS.into_iter().enumerate() {
                    if context.depth == Depth::Quick && (at + nth) % 5 != 0 {
                        continue;
                    }
                    texts.ask(case.id, address, &[before.of(at)], case.bytes, after.of(chunk + 150));
                }
            }
        }
    })
}

/// A first chunk of one kind makes a kernel enter a fuller mode, which it leaves after a number of chunks.
fn long(context: &Context<'_>) -> Result<Tally, String> {
    const CHUNKS: usize = 20;
    let capacity = CHUNKS * CHUNK + 64;
    context.texts(capacity, 16 * CHUNKS, |item, texts| {
        let (k, pair) = (item % CHUNKS, item / CHUNKS);
        let (first, then) = Kind::PAIRS[pair];
        for (turn, case) in AROUND.iter().enumerate() {
            // `Depth::Quick` keeps one edge near the start, and the first edge after sixteen chunks that follow a
            // chunk of four-byte text.
            let kept = match k {
                2 => (turn + pair) % 8 == 0,
                17 => first == Kind::Four && (turn + pair) % 2 == 0,
                _ => false,
            };
            if context.depth == Depth::Quick && !kept {
                continue;
            }
            let address = (item * 29 + turn * 7) % 64;
            let edges =
                if k == 0 { vec![CHUNK + AWAY] } else { vec![k * CHUNK, k * CHUNK + (64 - address) % 64] };
            for at in positions(&edges) {
                // The first kind fills one chunk, or three in every third text.
                let head = CHUNK * if at % 3 == 0 { 3 } else { 1 };
                let head = head.min(at);
                // A chunk and a bit after the sequence; less after the last edge.
                let rest = (capacity - at - case.bytes.len()).min(CHUNK + 64);
                texts.ask(case.id, address, &[first.of(head), then.of(at - head)], case.bytes, then.of(rest));
            }
        }
    })
}
