//! Rows about the end of the input: valid texts of every length, whole and truncated; and sequences that are cut off
//! at the end of a block.

use super::prelude::*;
use crate::text::CHARACTERS;

rows! {
    "no-false-alarm", [4_224, 165_632], Verdict(|context| context.inputs(whole)),
        "valid text of every length is clean";
    "cut-off", [11_352, 445_136], Verdict(|context| context.inputs(cut)),
        "every sequence cut off after every byte, at every length";
    "cut-by-block", [5_676, 181_632], Verdict(|context| context.inputs(cut_by_block)),
        "every sequence cut off at the end of a block, before other text";
    "cut-in-two", [780, 1_560], Verdict(|context| context.inputs(cut_in_two)),
        "text that begins with the rest of the character whose start ends it";
}

/// Where decoders divide their input: multiples of chunk sizes. Kernels that process several lanes have chunk sizes
/// that are no powers of two.
const EDGES: [usize; 9] = [512, 1024, 2048, 3840, 4096, 7680, 8192, 11_520, 12_288];

/// Every length up to some hundreds, and the lengths around the ends of chunks.
fn lengths(depth: Depth) -> Vec<usize> {
    let (all, around) = depth.pick([(200, 3), (1_600, 70)]);
    near(&EDGES, around, 0..=all)
}

fn whole(depth: Depth, ask: &mut Ask<'_>) {
    for len in lengths(depth) {
        let mut random = Random(len as u64);
        for (kind, _) in iproduct!(Kind::LENGTHS, 0..depth.pick([4, 16])) {
            // The boundary between two texts is at a random position, so that mixed texts occur.
            let before = random.below(len + 1);
            let after = random.pick(&Kind::LENGTHS);
            ask("valid", random.below(64), &[kind.of(before)], b"", after.of(len - before));
        }
    }
}

fn cut(depth: Depth, ask: &mut Ask<'_>) {
    let beginnings = cases::beginnings();
    let turns = 0..depth.pick([1, 4]);
    for (before, (nth, beginning), turn) in iproduct!(lengths(depth), beginnings.iter().enumerate(), turns) {
        let kind = Kind::LENGTHS[(before + nth + turn) % 4];
        let address = before.wrapping_mul(7) + nth * 11 + turn * 17;
        ask("cut off", address % 64, &[kind.of(before)], beginning, Kind::Ascii.of(0));
    }
}

/// A decoder that rotates a block has its end before its start.
fn cut_in_two(depth: Depth, ask: &mut Ask<'_>) {
    for (character, len) in iproduct!(&CHARACTERS[1..], 4..depth.pick([134, 264])) {
        for cut in 1..character.len() {
            let (start, rest) = character.as_bytes().split_at(cut);
            let text = [rest, &vec![b'a'; len - character.len()], start].concat();
            ask("cut in two", 0, &[], &text, Kind::Ascii.of(0));
        }
    }
}

/// A decoder may validate a simple block (ASCII, or ASCII and a few others) by a cheaper test. That test has to
/// consider the bytes before the block.
fn cut_by_block(depth: Depth, ask: &mut Ask<'_>) {
    /// Where blocks begin, and chunks of 32, 60 and 64 blocks, which may follow a first block.
    const STARTS: [usize; 11] =
        [64, 128, 192, 512, 2048, 64 + 2048, 3840, 64 + 3840, 4096, 64 + 4096, 64 + 2 * 3840];
    /// Bytes after the edge: some blocks, and a partial one.
    const AFTER: usize = 300;
    /// Nothing, or a block of ASCII and more, followed by a character.
    const BETWEEN: [&str; 2] =
        ["", "a block of sixty-four bytes, in which there is nothing but ASCII, and then \u{E9}"];
    const KINDS: [(Kind, Kind); 3] =
        [(Kind::Ascii, Kind::Two), (Kind::Two, Kind::Two), (Kind::Three, Kind::Ascii)];
    // Bytes between the sequence and the edge.
    let gaps = 0..depth.pick([2, 64]);
    for (gap, beginning, edge, between, (before, after)) in
        iproduct!(gaps, cases::beginnings(), STARTS, BETWEEN, KINDS)
    {
        let sequence = [beginning, between.as_bytes()].concat();
        let before = before.of(edge.saturating_sub(gap + beginning.len()));
        // At address 0, blocks counted from the start and aligned blocks begin at the same offsets.
        ask("cut off by a block", 0, &[before], &sequence, after.of(AFTER));
    }
}
