//! Rows about the edges of chunks, where a kernel changes its mode.
//!
//! Kernels judge an octet by the three before it. One that has a cheaper mode for two- and three-octet text may use
//! it only behind octets that this mode can judge; one that looks back too short a distance accepts what straddles the
//! edge. Where the edges are depends on the kernel: at multiples of the chunk from the start of the slice, from an
//! aligned address, or from the first aligned address in the slice. So every one of these is tried, from every address.

use super::{
    Depth, Spec,
    check::{Checker, Context, Tally},
    material::Filler,
    scene::{Scene, Shot},
};

pub(super) const ROWS: &[Spec] = &[
    Spec {
        name: "F0 90 | 80 41",
        about: "this, over every chunk edge, from every address",
        minimum: [352, 196_560],
        run: |context| straddling(context, "F0 90 | 80 41", b"\xF0\x90\x80\x41", 2),
    },
    Spec {
        name: "F1 80 | 80 C3 A9",
        about: "this, over every chunk edge, from every address",
        minimum: [352, 196_560],
        run: |context| straddling(context, "F1 80 | 80 C3 A9", b"\xF1\x80\x80\xC3\xA9", 2),
    },
    Spec {
        name: "C0 | 80",
        about: "this, over every chunk edge, from every address",
        minimum: [352, 196_560],
        run: |context| straddling(context, "C0 | 80", b"\xC0\x80", 1),
    },
    Spec {
        name: "mode-edges",
        about: "errors around chunk edges between every two kinds of text",
        minimum: [12_141, 2_942_720],
        run: mode_edges,
    },
    Spec {
        name: "long",
        about: "twenty chunks, one kind of text behind another, errors around every edge",
        minimum: [1_314, 102_646],
        run: long,
    },
];

const CHUNK: usize = 4096;

/// Where an edge number `k` of chunks of `chunk` octets can be, in a slice that begins at `address`.
fn edges(chunk: usize, k: usize, address: usize) -> Vec<usize> {
    let first_aligned = |width: usize| (width - address % width) % width;
    let mut edges = vec![
        k * chunk,
        k * chunk + first_aligned(16),
        k * chunk + first_aligned(32),
        k * chunk + first_aligned(64),
        // A chunk that begins behind an overlapping first block.
        k * chunk - address % 64,
        k * chunk + first_aligned(64) + 64,
    ];
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// `sequence`, whose octet number `split` is the first behind the edge.
fn straddling(context: &Context<'_>, what: &str, sequence: &[u8], split: usize) -> Result<Tally, String> {
    let (chunks, numbers, step): (&[usize], usize, usize) = match context.depth {
        Depth::Full => (&[512, 1024, CHUNK], 20, 1),
        Depth::Quick => (&[CHUNK], 2, 13),
    };
    let capacity = CHUNK * (numbers + 2) + 512;
    let fillers = Filler::all(capacity);
    Ok(context.each(chunks.len() * 64, |item, checker| {
        let (chunk, address) = (chunks[item / 64], item % 64);
        if address % step != 0 {
            return;
        }
        let mut scene = Scene::new(capacity, &fillers);
        for k in 1..=numbers {
            for edge in edges(chunk, k, address) {
                for before in 0..4 {
                    // Every pair of fillers near the start; further on, in turn.
                    let turn = (k + edge + before) % 4;
                    let all = k <= 2 && context.depth == Depth::Full;
                    let behind = if all { 0..4 } else { turn..turn + 1 };
                    for after in behind {
                        // A whole chunk behind the edge, which a kernel may judge in any mode, or the tail at once.
                        for rest in [chunk + 200, 200] {
                            let shot = Shot {
                                what,
                                address,
                                before: edge - split,
                                sequence,
                                after: rest,
                                fillers: (before, after),
                            };
                            scene.check(shot, checker);
                        }
                    }
                }
            }
        }
    }))
}

/// What is put around the edges: of each sort of error the one that needs the most octets to be seen, and some text.
#[rustfmt::skip]
pub(super) const AROUND: [(&str, &[u8]); 19] = [
    ("F0 90 80 41", b"\xF0\x90\x80\x41"),
    ("F1 80 80 C3 A9", b"\xF1\x80\x80\xC3\xA9"),
    ("C0 80", b"\xC0\x80"),
    ("C1 BF", b"\xC1\xBF"),
    ("C3 41", b"\xC3\x41"),
    ("E2 82 41", b"\xE2\x82\x41"),
    ("C2 80 80", b"\xC2\x80\x80"),
    ("E1 80 80 80", b"\xE1\x80\x80\x80"),
    ("F1 80 80 80 80", b"\xF1\x80\x80\x80\x80"),
    ("E0 80 80", b"\xE0\x80\x80"),
    ("F0 80 80 80", b"\xF0\x80\x80\x80"),
    ("ED A0 80", b"\xED\xA0\x80"),
    ("F4 90 80 80", b"\xF4\x90\x80\x80"),
    ("F5 80 80 80", b"\xF5\x80\x80\x80"),
    ("F8 88 80 80 80", b"\xF8\x88\x80\x80\x80"),
    ("FF", b"\xFF"),
    ("F0 90 80 80, good", b"\xF0\x90\x80\x80"),
    ("E4 B8 AD, good", b"\xE4\xB8\xAD"),
    ("C3 A9, good", b"\xC3\xA9"),
];

/// How far from an edge: the longest sequence, on both sides.
const REACH: usize = 4;

fn positions(edges: &[usize]) -> Vec<usize> {
    let mut positions: Vec<usize> = edges.iter().flat_map(|&edge| edge - REACH..=edge + REACH).collect();
    positions.sort_unstable();
    positions.dedup();
    positions
}

fn mode_edges(context: &Context<'_>) -> Result<Tally, String> {
    // Chunk, number of the edge, every so many addresses.
    let plans: &[(usize, usize, usize)] = match context.depth {
        Depth::Full => &[(512, 1, 1), (512, 2, 3), (1024, 1, 1), (1024, 2, 5), (CHUNK, 1, 1), (CHUNK, 2, 9)],
        Depth::Quick => &[(512, 1, 21), (1024, 1, 63), (CHUNK, 1, 59)],
    };
    let capacity = 4 * CHUNK;
    let fillers = Filler::all(capacity);
    Ok(context.each(plans.len() * 64, |item, checker| {
        let ((chunk, k, step), address) = (plans[item / 64], item % 64);
        if address % step != step / 2 {
            return;
        }
        let mut scene = Scene::new(capacity, &fillers);
        for before in positions(&edges(chunk, k, address)) {
            for (what, sequence) in AROUND {
                for pair in 0..16 {
                    if context.depth == Depth::Quick && (before + pair) % 5 != 0 {
                        continue;
                    }
                    let fillers = (pair / 4, pair % 4);
                    let shot = Shot { what, address, before, sequence, after: chunk + 150, fillers };
                    scene.check(shot, checker);
                }
            }
        }
    }))
}

/// A first chunk of one kind sends a kernel into a fuller mode; it comes back from there after a number of chunks.
fn long(context: &Context<'_>) -> Result<Tally, String> {
    const CHUNKS: usize = 20;
    let capacity = CHUNKS * CHUNK + 64;
    let fillers = Filler::all(capacity);
    Ok(context.each(16 * CHUNKS, |item, checker| {
        let (k, pair) = (item % CHUNKS, item / CHUNKS);
        let mut scene = Scene::new(capacity, &fillers);
        for (turn, (what, sequence)) in AROUND.into_iter().enumerate() {
            // Thinned out, what is left is one edge near the start, and the first behind sixteen chunks that follow
            // one of four-octet text.
            let kept = match k {
                2 => (turn + pair) % 8 == 0,
                17 => pair >= 12 && (turn + pair) % 2 == 0,
                _ => false,
            };
            if context.depth == Depth::Quick && !kept {
                continue;
            }
            let address = (item * 29 + turn * 7) % 64;
            long_shots(&mut scene, (pair / 4, pair % 4), k, address, what, sequence, capacity, checker);
        }
    }))
}

#[expect(clippy::too_many_arguments, reason = "the loop's variables, and nothing else")]
fn long_shots(
    scene: &mut Scene<'_>,
    (first, then): (usize, usize),
    k: usize,
    address: usize,
    what: &str,
    sequence: &[u8],
    capacity: usize,
    checker: &mut Checker<'_>,
) {
    let edges = if k == 0 { vec![CHUNK + REACH] } else { vec![k * CHUNK, k * CHUNK + (64 - address) % 64] };
    for before in positions(&edges) {
        // The first kind fills one chunk, and in every third text three.
        let head = CHUNK * if before % 3 == 0 { 3 } else { 1 };
        let head = head.min(before);
        // Few chunks behind it: the twentieth edge has no more than the rest of the text.
        let after = (capacity - before - sequence.len()).min(CHUNK + 64);
        let shot = Shot { what, address, before, sequence, after, fillers: (then, then) };
        scene.check_behind(first, head, shot, checker);
    }
}
