//! Rows about the edges of chunks, where a kernel may change its mode.
//!
//! Kernels validate a byte by looking at the three before it. A kernel with a cheaper mode for two- and three-byte
//! text may enter it only after bytes that this mode can validate; if it does not look back far enough, it accepts a
//! sequence that straddles the edge. The position of the edges depends on the kernel: they may be multiples of the
//! chunk size from the start of the slice, from an aligned address, or from the first aligned address in the slice;
//! and chunks may begin after a first block and grow. The rows try all of these, from every address.
//!
//! A kernel that has left a cheap mode retries it after some time. It then starts in the middle of uniform text, and
//! must check the bytes directly before. A four-byte character near the start makes the kernel enter its full mode,
//! and the text after it lets it return. The number of blocks until then depends on the kernel, so `mode-changes` puts
//! an error over every edge of some blocks.

use std::collections::BTreeSet;

use super::grid::{Edge, Grid, NO_START};
use super::prelude::*;
use Kind::{Four, Three, Two};

rows! {
    "straddling", [1_056, 589_680], Verdict(|context| context.inputs(|depth, ask| STRADDLING.inputs(depth, ask))),
        "three errors that need two steps, over every chunk edge, from every address";
    "mode-edges", [12_141, 2_942_720], Verdict(|context| context.inputs(|depth, ask| MODE_EDGES.inputs(depth, ask))),
        "errors around chunk edges between every two kinds of text";
    "long", [1_314, 102_646], Verdict(|context| context.inputs(long)),
        "twenty chunks, one kind of text after another, errors around every edge";
    "mode-changes", [1_920, 30_720], Verdict(|context| context.inputs(|depth, ask| MODE_CHANGES.inputs(depth, ask))),
        "errors over every edge of 16 blocks, where a kernel may come back to a cheaper mode";
    "growing-chunks", [7_108, 192_728], Verdict(|context| context.inputs(|depth, ask| GROWING.inputs(depth, ask))),
        "sequences over the edges of chunks that grow from the first aligned block, to twenty chunks";
}

const CHUNK: usize = 4096;

/// Sequences that a step cannot validate if its mode does not know the lead.
const STRADDLING: Grid = Grid {
    sequences: || {
        cases::split(&[("broken-f0-90-80-by-ascii", 2), ("broken-f1-80-80-by-two", 2), ("overlong-nul", 1)])
    },
    starts: NO_START,
    kinds: &Kind::PAIRS,
    edges: |depth, address| {
        let (chunks, numbers, step) = depth.pick([(&[CHUNK][..], 2, 13), (&[512, 1024, CHUNK], 20, 1)]);
        let chunks = chunks.iter().filter(|_| address % step == 0);
        let edges = iproduct!(chunks, 1..=numbers).flat_map(|(&chunk, nth)| {
            // A whole chunk after the edge, which a kernel may validate in any mode, or a rest that it validates as
            // the tail.
            let edge = move |at| [chunk + 200, 200].map(|after| Edge { at, nth, after });
            edges(chunk, nth, address).into_iter().flat_map(edge)
        });
        edges.collect()
    },
    // Every pair near the start; further on, four pairs in turn.
    keeps: |depth, point| {
        let Edge { at, nth, .. } = point.edge;
        (nth <= 2 && depth == Depth::Full) || (nth + at + point.kinds / 4) % 4 == point.kinds % 4
    },
};

/// The possible positions of edge number `k` of chunks of `chunk` bytes, in a slice that begins at `address`.
fn edges(chunk: usize, k: usize, address: usize) -> Vec<usize> {
    let first_aligned = |width: usize| (width - address % width) % width;
    let edges = [
        k * chunk,
        k * chunk + first_aligned(16),
        k * chunk + first_aligned(32),
        k * chunk + first_aligned(64),
        // A chunk that begins after an overlapping first block.
        k * chunk - address % 64,
        k * chunk + first_aligned(64) + 64,
    ];
    BTreeSet::from(edges).into_iter().collect()
}

/// The positions at and around these edges, up to the length of the longest sequence away.
fn positions(edges: &[usize]) -> Vec<usize> {
    const AWAY: usize = 4;
    near(edges, AWAY, [])
}

/// The kinds of errors for chunks of every size; [`chunks`](super::chunks) tries the rest at the edges of the
/// driver's chunks.
fn around() -> Vec<(Case, usize)> {
    SORTS[..19].iter().map(|case| (*case, 0)).collect()
}

const MODE_EDGES: Grid = Grid {
    sequences: around,
    starts: NO_START,
    kinds: &Kind::PAIRS,
    edges: |depth, address| {
        /// The size of the chunks, the number of the edge, and the step from one address to the next.
        const FULL: [(usize, usize, usize); 6] =
            [(512, 1, 1), (512, 2, 3), (1024, 1, 1), (1024, 2, 5), (CHUNK, 1, 1), (CHUNK, 2, 9)];
        const QUICK: [(usize, usize, usize); 3] = [(512, 1, 21), (1024, 1, 63), (CHUNK, 1, 59)];
        let plans = depth.pick([&QUICK[..], &FULL]).iter().filter(|(_, _, step)| address % step == step / 2);
        let edges = plans.flat_map(|&(chunk, nth, _)| {
            let edge = move |at| Edge { at, nth, after: chunk + 150 };
            positions(&edges(chunk, nth, address)).into_iter().map(edge)
        });
        edges.collect()
    },
    keeps: |depth, point| depth == Depth::Full || (point.edge.at + point.kinds) % 5 == 0,
};

#[rustfmt::skip]
const MODE_CHANGES: Grid = Grid {
    // A cheaper mode accepts them if it starts after the first part.
    sequences: || cases::split(&[
        ("broken-f1-80-80-by-ascii", 1), ("broken-f1-80-80-by-ascii", 2), ("broken-f1-80-80-by-ascii", 3),
        ("broken-f1-80-80-by-two", 3), ("broken-f0-90-80-by-ascii", 3), ("broken-e1-80-by-5f", 1),
        ("broken-e1-80-by-5f", 2), ("broken-e1-by-two", 1), ("overlong-nul", 1), ("overlong-delete", 1),
    ]),
    // They make a kernel enter a fuller mode.
    starts: &[Two.of(0), Four.of(8), Four.of(900)],
    kinds: &[(Two, Two), (Three, Three)],
    edges: |depth, address| {
        let (edges, addresses) = depth.pick([(32, &[0][..]), (64, &[0, 1, 16, 31, 32, 61, 62, 63])]);
        let numbers = (1..=edges).filter(|_| addresses.contains(&address));
        let first = (64 - address).max(3);
        numbers.map(|nth| Edge { at: first + 16 * 64 * nth, nth, after: 400 }).collect()
    },
    keeps: |_, _| true,
};

#[rustfmt::skip]
const GROWING: Grid = Grid {
    sequences: || cases::split(&[
        ("broken-f0-90-80-by-ascii", 2), ("broken-f1-80-80-by-two", 2), ("broken-f1-80-80-by-ascii", 3),
        ("overlong-nul", 1), ("broken-c3-by-ascii", 1), ("broken-e2-82-by-ascii", 2), ("surrogate-d800", 1),
        ("u-1f600", 2),
    ]),
    starts: NO_START,
    kinds: &Kind::PAIRS,
    edges: |depth, address| {
        let is_full = depth == Depth::Full;
        let to_line = 64 - address;
        // At a cache line; three bytes in, if the line is nearer; one block further on.
        let mut blocks = vec![to_line.max(3), to_line, to_line + 64];
        blocks.dedup();
        blocks.retain(|_| is_full || address % 31 == 0);
        let edges = iproduct!([512, 1024], blocks).flat_map(|(first, block)| growing(first, block));
        edges.filter(|edge| is_full || [0, 1, 2, 5, 17].contains(&edge.nth)).collect()
    },
    // Far from the start: three-byte text before two-byte text, and one other pair in turn.
    keeps: |_, point| {
        let other = (point.edge.at / CHUNK + point.sequence) % 16;
        point.edge.nth == 0 || [9, other].contains(&point.kinds)
    },
};

/// The edges of chunks that begin after the first block, double from `first` bytes up to 4 KiB, and keep that size.
/// Numbers are those of full-size chunks; 0 while chunks still grow.
fn growing(first: usize, block: usize) -> impl Iterator<Item = Edge> {
    let grown = (CHUNK / first).ilog2();
    let edge = move |at, nth| Edge { at, nth, after: CHUNK + 200 };
    let near = (0..=grown).map(move |n| edge(block + first * ((1 << n) - 1), 0));
    let last = block + first * ((1 << grown) - 1);
    near.chain((1..=19).map(move |nth| edge(last + nth * CHUNK, nth)))
}

/// A first chunk of one kind makes a kernel enter a fuller mode, which it leaves after a number of chunks.
fn long(depth: Depth, ask: &mut Ask<'_>) {
    const CHUNKS: usize = 20;
    let pairs = Kind::PAIRS.into_iter().enumerate();
    for ((pair, (first, then)), k, (turn, (case, _))) in
        iproduct!(pairs, 0..CHUNKS, around().into_iter().enumerate())
    {
        // `Depth::Quick` keeps one edge near the start, and the first edge after sixteen chunks that follow a
        // chunk of four-byte text.
        let kept = match k {
            2 => (turn + pair) % 8 == 0,
            17 => first == Four && (turn + pair) % 2 == 0,
            _ => false,
        };
        if depth == Depth::Quick && !kept {
            continue;
        }
        let address = ((k + CHUNKS * pair) * 29 + turn * 7) % 64;
        let edges = if k == 0 { vec![CHUNK + 4] } else { vec![k * CHUNK, k * CHUNK + (64 - address) % 64] };
        for at in positions(&edges) {
            // The first kind fills one chunk, or three in every third text.
            let head = at.min(CHUNK * if at % 3 == 0 { 3 } else { 1 });
            // A chunk and a bit after the sequence; less after the last edge.
            let rest = (CHUNKS * CHUNK + 64 - at - case.bytes.len()).min(CHUNK + 64);
            ask(case.id, address, &[first.of(head), then.of(at - head)], case.bytes, then.of(rest));
        }
    }
}
