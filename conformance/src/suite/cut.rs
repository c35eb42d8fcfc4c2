//! Rows about where an input ends: valid texts of every length, whole and cut off. And sequences that are
//! cut off at the end of a block.

use super::{
    check::Context,
    input::{Builder, Input},
    report::Depth,
    report::Tally,
    spec::rows,
};
use crate::{
    cases,
    random::Random,
    text::{Filler, Kind},
};

rows! {
    "no-false-alarm", [4_224, 165_632], Verdict(whole),
        "valid text of every length is clean";
    "cut-off", [11_352, 445_136], Verdict(cut),
        "every sequence cut off after every byte, at every length";
    "cut-by-block", [5_676, 181_632], Verdict(cut_by_block),
        "every sequence cut off at the end of a block, before other text";
}

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
                    name: "valid",
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

/// A decoder may validate a block that looks easy (ASCII, or ASCII and a few others) by a quicker test. Then that test
/// has to look at the bytes before the block.
fn cut_by_block(context: &Context<'_>) -> Result<Tally, String> {
    /// Where blocks begin, and chunks of 32, 60 and 64 of them; they may begin after a first block.
    const STARTS: [usize; 11] =
        [64, 128, 192, 512, 2048, 64 + 2048, 3840, 64 + 3840, 4096, 64 + 4096, 64 + 2 * 3840];
    /// Bytes after the edge: some blocks, and a part of one.
    const AFTER: usize = 300;
    /// Nothing, or a block of ASCII and more, with a character after it.
    const BETWEEN: [&str; 2] =
        ["", "a block of sixty-four bytes, in which there is nothing but ASCII, and then \u{E9}"];
    const CAPACITY: usize = STARTS[STARTS.len() - 1] + BETWEEN[1].len() + AFTER;
    // Bytes between the sequence and the edge.
    let gaps = if context.depth == Depth::Full { 64 } else { 2 };
    let beginnings = cases::beginnings();
    let filler = Filler::new(CAPACITY);
    Ok(context.each(beginnings.len() * gaps, |item, checker| {
        let (beginning, gap) = (beginnings[item % beginnings.len()], item / beginnings.len());
        let mut builder = Builder::new(CAPACITY, &filler);
        for (edge, between) in STARTS.into_iter().flat_map(|edge| BETWEEN.map(|between| (edge, between))) {
            let sequence = [beginning, between.as_bytes()].concat();
            for (before, after) in
                [(Kind::Ascii, Kind::Two), (Kind::Two, Kind::Two), (Kind::Three, Kind::Ascii)]
            {
                let input = Input {
                    name: "cut off by a block",
                    // Where a block begins for decoders that count from the start, it does for those that align.
                    address: 0,
                    before: &[before.of(edge.saturating_sub(gap + beginning.len()))],
                    sequence: &sequence,
                    after: after.of(AFTER),
                };
                builder.check(input, checker);
            }
        }
    }))
}
