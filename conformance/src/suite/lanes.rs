//! A row for decoders that read several places of a chunk in turn, its lanes, and pass a state from each to the next.

use super::prelude::*;
use crate::text::Text;

rows! {
    "lanes", [6_498, 2_049_588], Verdict(|context| context.inputs(lanes)),
        "sequences over every byte of some chunks, and ends in them, in text of nine densities";
}

const BLOCK: usize = 64;

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
