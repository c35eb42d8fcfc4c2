//! Rows about seams where no power of two lies: chunks that begin behind a first block and grow, runs of exactly so many
//! blocks between ASCII, lengths past sixteen bits, and what follows a BOM.

use super::{
    Depth, Spec,
    check::{Context, Tally},
    edges::AROUND,
    material::Filler,
    scene::{Scene, Shot},
};
use crate::reading;

pub(super) const ROWS: &[Spec] = &[
    Spec {
        name: "growing-chunks",
        about: "sequences over the edges of chunks that grow from the first aligned block, to twenty chunks",
        minimum: [10_496, 195_328],
        run: growing_chunks,
    },
    Spec {
        name: "runs",
        about: "runs of blocks between ASCII, cut off at the last octet",
        minimum: [2_016, 68_400],
        run: runs,
    },
    Spec {
        name: "amid-ascii",
        about: "one sequence in every block of some chunks of ASCII, behind a start that is not ASCII",
        minimum: [3_380, 60_696],
        run: amid_ascii,
    },
    Spec {
        name: "behind-bom",
        about: "each sort of error behind a BOM",
        minimum: [133, 133],
        run: behind_bom,
    },
    Spec {
        name: "large",
        about: "errors in inputs of 64 KiB, 128 KiB and 1 MiB",
        minimum: [90, 360],
        run: large,
    },
];

const CHUNK: usize = 4096;

/// A sequence, and how many of its octets lie in front of the edge.
const OVER: [(&str, &[u8], usize); 8] = [
    ("F0 90 | 80 41", b"\xF0\x90\x80\x41", 2),
    ("F1 80 | 80 C3 A9", b"\xF1\x80\x80\xC3\xA9", 2),
    ("F1 80 80 | 41", b"\xF1\x80\x80\x41", 3),
    ("C0 | 80", b"\xC0\x80", 1),
    ("C3 | 41", b"\xC3\x41", 1),
    ("E2 82 | 41", b"\xE2\x82\x41", 2),
    ("ED | A0 80", b"\xED\xA0\x80", 1),
    ("F0 9F | 98 80", b"\xF0\x9F\x98\x80", 2),
];

/// The edges of chunks that begin at the first block, double from `first` octets up to 4 KiB, and stay.
fn edges(first: usize, block: usize) -> impl Iterator<Item = (usize, bool)> {
    let grown = (CHUNK / first).ilog2();
    let near = (0..=grown).map(move |n| (block + first * ((1 << n) - 1), true));
    let last = block + first * ((1 << grown) - 1);
    near.chain((1..=19).map(move |k| (last + k * CHUNK, false)))
}

fn growing_chunks(context: &Context<'_>) -> Result<Tally, String> {
    let capacity = 24 * CHUNK;
    let fillers = Filler::all(capacity);
    let step = if context.depth == Depth::Full { 1 } else { 31 };
    Ok(context.each(64, |address, checker| {
        if address % step != 0 {
            return;
        }
        let mut scene = Scene::new(capacity, &fillers);
        let to_line = 64 - address % 64;
        // At a line; three octets in, where the line is nearer; one block further on.
        let mut blocks = vec![to_line.max(3), to_line, to_line + 64];
        blocks.dedup();
        for (first, block) in
            [512, 1024].into_iter().flat_map(|first| blocks.iter().map(move |&block| (first, block)))
        {
            for (edge, near) in edges(first, block) {
                for (turn, (what, sequence, split)) in OVER.into_iter().enumerate() {
                    // Far from the start: three-octet text before two-octet text, and another pair in turn.
                    let pairs = if near { (0..16).collect() } else { vec![9, (edge / CHUNK + turn) % 16] };
                    for pair in pairs.into_iter().filter(|_| edge >= split) {
                        let fillers = (pair / 4, pair % 4);
                        let shot = Shot {
                            what,
                            address,
                            before: edge - split,
                            sequence,
                            after: CHUNK + 200,
                            fillers,
                        };
                        scene.check(shot, checker);
                    }
                }
            }
        }
    }))
}

fn runs(context: &Context<'_>) -> Result<Tally, String> {
    const CUT: [(&str, &[u8]); 4] =
        [("C3", b"\xC3"), ("E2 82", b"\xE2\x82"), ("F0 9F 98", b"\xF0\x9F\x98"), ("a", b"a")];
    let capacity = 6 * CHUNK;
    let fillers = Filler::all(capacity);
    let (addresses, step): (&[usize], usize) = match context.depth {
        Depth::Full => (&[0, 1, 31, 62, 63], 1),
        Depth::Quick => (&[0], 7),
    };
    Ok(context.each(addresses.len() * 190, |item, checker| {
        let (address, block) = (addresses[item / 190], item % 190);
        if block % step != 0 {
            return;
        }
        let mut scene = Scene::new(capacity, &fillers);
        let start = 64 - address % 64 + 64 * block;
        for (blocks, (what, sequence)) in
            [1, 2, 15, 16, 17, 32].into_iter().flat_map(|blocks| CUT.map(|cut| (blocks, cut)))
        {
            let end = start + 64 * blocks;
            for script in 1..4 {
                let before = end - sequence.len();
                let shot = Shot { what, address, before, sequence, after: CHUNK + 300, fillers: (script, 0) };
                scene.check_behind(0, start, shot, checker);
            }
        }
    }))
}

/// Kernels that have met some chunks of ASCII expect more, and skip it in larger steps. A text of nothing but ASCII
/// would be skipped at once, so the start is of another kind; and all else is ASCII, so that no other block is judged.
fn amid_ascii(context: &Context<'_>) -> Result<Tally, String> {
    const AMID: [(&str, &[u8]); 4] =
        [("FF", b"\xFF"), ("80", b"\x80"), ("C3", b"\xC3"), ("E4 B8 AD, good", b"\xE4\xB8\xAD")];
    /// Octets of the start: a part of the first block, more than the first chunk, more than the second.
    const STARTS: [usize; 3] = [12, 1200, 3200];
    const BLOCKS: usize = 16 + 9 * 32;
    let capacity = 64 * (BLOCKS + 2) + 1200;
    let fillers = Filler::all(capacity);
    let (addresses, places): (&[usize], &[usize]) = match context.depth {
        Depth::Full => (&[0, 1, 31, 61, 62, 63], &[0, 20, 63]),
        Depth::Quick => (&[0], &[20]),
    };
    Ok(context.each(addresses.len() * BLOCKS, |item, checker| {
        let (address, block) = (addresses[item / BLOCKS], item % BLOCKS);
        let mut scene = Scene::new(capacity, &fillers);
        let first = (64 - address % 64).max(3) + 64 * block;
        for (turn, (what, sequence)) in AMID.into_iter().enumerate() {
            for start in STARTS.into_iter().filter(|&start| start <= first) {
                for &at in places {
                    let shot =
                        Shot { what, address, before: first + at, sequence, after: 1100, fillers: (0, 0) };
                    scene.check_behind(1 + turn % 3, start, shot, checker);
                }
            }
        }
    }))
}

fn behind_bom(context: &Context<'_>) -> Result<Tally, String> {
    Ok(context.each(AROUND.len(), |item, checker| {
        let (what, sequence) = AROUND[item];
        for (front, back) in [(0, 0), (1, 0), (1, 40), (13, 3), (60, 70), (125, 1), (2000, 5000)] {
            let mut input = "\u{FEFF}".as_bytes().to_vec();
            input.extend(std::iter::repeat_n(b'a', front));
            input.extend(sequence);
            input.extend(std::iter::repeat_n(b'b', back));
            checker.check(what, &input, &reading::read(&input));
        }
    }))
}

fn large(context: &Context<'_>) -> Result<Tally, String> {
    const LENGTHS: [usize; 10] =
        [65_534, 65_535, 65_536, 65_537, 131_071, 131_072, 131_073, 131_136, 262_144, 1 << 20];
    let fillers = Filler::all(1 << 20);
    let kinds = if context.depth == Depth::Full { 4 } else { 1 };
    Ok(context.each(LENGTHS.len() * kinds, |item, checker| {
        let (len, kind) = (LENGTHS[item / kinds], item % kinds);
        let mut scene = Scene::new(len, &fillers);
        for (what, sequence) in [("FF", &b"\xFF"[..]), ("C3", b"\xC3"), ("good", b"a")] {
            for before in [len - 1, len / 2, len.saturating_sub(4097)] {
                let shot = Shot {
                    what,
                    address: item,
                    before,
                    sequence,
                    after: len - before - 1,
                    fillers: (kind, kind),
                };
                scene.check(shot, checker);
            }
        }
    }))
}
