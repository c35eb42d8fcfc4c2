//! Rows about where an input ends: well-formed texts of every length, whole and cut off.

use super::{
    check::{Context, Tally},
    input::{Builder, Input},
    report::Depth,
    spec::{Minimum, Run, Spec},
};
use crate::{
    cases,
    random::Random,
    text::{Filler, Kind},
};

pub(super) const ROWS: &[Spec] = &[
    Spec {
        name: "no-false-alarm",
        about: "well-formed text of every length is clean",
        minimum: Minimum { quick: 4_224, full: 165_632 },
        run: Run::Verdict(whole),
    },
    Spec {
        name: "cut-off",
        about: "every sequence cut off after every octet, at every length",
        minimum: Minimum { quick: 11_352, full: 445_136 },
        run: Run::Verdict(cut),
    },
];

/// Where decoders divide their input: multiples of the sizes of chunks. Kernels that run several lanes have
/// chunks of other sizes than powers of two.
const EDGES: [usize; 9] = [512, 1024, 2048, 3840, 4096, 7680, 8192, 11_520, 12_288];

/// The longest of the lengths.
const LONGEST: usize = 12_288 + 70;

/// Every length to some hundreds, and those around the ends of chunks.
fn lengths(depth: Depth) -> Vec<usize> {
    let (all, around) = if depth == Depth::Full { (1_600, 70) } else { (200, 3) };
    let edges = EDGES.into_iter().flat_map(|edge| edge - around..=edge + around);
    let mut lengths: Vec<usize> = (0..=all).chain(edges).collect();
    lengths.sort_unstable();
    lengths.dedup();
    lengths
}

fn whole(context: &Context<'_>) -> Result<Tally, String> {
    let addresses = if context.depth == Depth::Full { 16 } else { 4 };
    let lengths = lengths(context.depth);
    let filler = Filler::new(LONGEST);
    Ok(context.each(lengths.len(), |item, checker| {
        let len = lengths[item];
        let mut builder = Builder::new(LONGEST, &filler);
        let mut random = Random(len as u64);
        for kind in Kind::LENGTHS {
            for _ in 0..addresses {
                // The border between two texts is anywhere, so that they are mixed as well.
                let before = random.below(len + 1);
                let after = random.pick(&Kind::LENGTHS);
                let input = Input {
                    name: "well-formed",
                    address: random.below(64),
                    before: &[kind.of(before)],
                    sequence: b"",
                    after: after.of(len - before),
                };
                builder.check(input, checker);
            }
        }
    }))
}

fn cut(context: &Context<'_>) -> Result<Tally, String> {
    let addresses = if context.depth == Depth::Full { 4 } else { 1 };
    let lengths = lengths(context.depth);
    let beginnings = cases::beginnings();
    let filler = Filler::new(LONGEST);
    Ok(context.each(lengths.len(), |item, checker| {
        let before = lengths[item];
        let mut builder = Builder::new(LONGEST + 3, &filler);
        for (nth, beginning) in beginnings.iter().enumerate() {
            for turn in 0..addresses {
                let kind = Kind::LENGTHS[(before + nth + turn) % 4];
                let address = before.wrapping_mul(7) + nth * 11 + turn * 17;
                let input = Input {
                    name: "cut off",
                    address: address % 64,
                    before: &[kind.of(before)],
                    sequence: beginning,
                    after: Kind::Ascii.of(0),
                };
                builder.check(input, checker);
            }
        }
    }))
}
