//! Rows about where an input ends: well-formed texts of every length, whole and cut off.

use super::{
    Depth, Spec,
    check::{Context, Tally},
    material::{Filler, Random},
    scene::{Scene, Shot},
};

pub(super) const ROWS: &[Spec] = &[
    Spec {
        name: "no-false-alarm",
        about: "well-formed text of every length is clean",
        minimum: [3_776, 129_536],
        run: whole,
    },
    Spec {
        name: "cut-off",
        about: "every sequence cut off after every octet, at every length",
        minimum: [5_664, 194_304],
        run: cut,
    },
];

/// The longest of the lengths.
const LONGEST: usize = 8192 + 70;

/// Every length to some hundreds, and those around the ends of chunks.
fn lengths(depth: Depth) -> Vec<usize> {
    let (all, around) = if depth == Depth::Full { (1_600, 70) } else { (200, 3) };
    let edges = [512, 1024, 2048, 4096, 8192].into_iter().flat_map(|edge| edge - around..=edge + around);
    let mut lengths: Vec<usize> = (0..=all).chain(edges).collect();
    lengths.sort_unstable();
    lengths.dedup();
    lengths
}

fn whole(context: &Context<'_>) -> Result<Tally, String> {
    let addresses = if context.depth == Depth::Full { 16 } else { 4 };
    let lengths = lengths(context.depth);
    let fillers = Filler::all(LONGEST);
    Ok(context.each(lengths.len(), |item, checker| {
        let len = lengths[item];
        let mut scene = Scene::new(LONGEST, &fillers);
        let mut random = Random(len as u64);
        for filler in 0..4 {
            for _ in 0..addresses {
                // The boundary between two fillers anywhere, so that they are mixed as well.
                let before = random.below(len + 1);
                let fillers = (filler, random.below(4));
                let address = random.below(64);
                let shot = Shot {
                    what: "well formed",
                    address,
                    before,
                    sequence: b"",
                    after: len - before,
                    fillers,
                };
                scene.check(shot, checker);
            }
        }
    }))
}

fn cut(context: &Context<'_>) -> Result<Tally, String> {
    /// Every lead at the edge of a range, with as much of a tail as it can have without being complete.
    #[rustfmt::skip]
    const BEGINNINGS: [&[u8]; 24] = [
        b"\xC2", b"\xDF", b"\xC3", b"\xE0", b"\xE1", b"\xEC", b"\xED", b"\xEE", b"\xEF", b"\xF0", b"\xF1", b"\xF3", b"\xF4",
        b"\xE0\xA0", b"\xE1\x80", b"\xED\x9F", b"\xEF\xBF", b"\xF0\x90", b"\xF3\xBF", b"\xF4\x8F",
        b"\xF0\xBF\xBF", b"\xF1\x80\x80", b"\xF3\xBF\xBF", b"\xF4\x80\x80",
    ];
    let addresses = if context.depth == Depth::Full { 4 } else { 1 };
    let lengths = lengths(context.depth);
    let fillers = Filler::all(LONGEST);
    Ok(context.each(lengths.len(), |item, checker| {
        let before = lengths[item];
        let mut scene = Scene::new(LONGEST + 3, &fillers);
        for (at, beginning) in BEGINNINGS.into_iter().enumerate() {
            for turn in 0..addresses {
                let filler = (before + at + turn) % 4;
                let address = before.wrapping_mul(7) + at * 11 + turn * 17;
                let shot = Shot {
                    what: "cut off",
                    address: address % 64,
                    before,
                    sequence: beginning,
                    after: 0,
                    fillers: (filler, 0),
                };
                scene.check(shot, checker);
            }
        }
    }))
}
