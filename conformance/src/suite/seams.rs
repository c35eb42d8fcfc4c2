//! Rows about edges that are no powers of two: chunks that begin after a first block and grow, runs of an exact
//! number of blocks between ASCII, lengths that exceed sixteen bits, and text after a byte order mark.

use super::prelude::*;

use Kind::{Ascii, Low, Nul, Two};

rows! {
    "runs", [6_720, 228_000], Verdict(|context| context.inputs(runs)),
        "runs of blocks between ASCII, cut off at the last byte";
    "among-ascii", [5_070, 91_044], Verdict(|context| context.inputs(among_ascii)),
        "one sequence in every block of some chunks of ASCII, after a start that is not ASCII";
    "after-mark", [175; 2], Verdict(|context| context.inputs(after_mark)),
        "every sort of error after a byte order mark";
    "large", [90, 360], Verdict(|context| context.inputs(large)),
        "errors in inputs of 64 KiB, 128 KiB and 1 MiB";
}

const CHUNK: usize = 4096;

/// Kernels validate runs of blocks in groups, and skip the ASCII after them only if no sequence is pending. Whether a
/// kernel divides the text this way may depend on its start, because separate code may skip leading ASCII. A kernel
/// may also check for a pending sequence only where a whole chunk is ASCII, so in some texts a character follows some
/// blocks later.
fn runs(depth: Depth, ask: &mut Ask<'_>) {
    const CUT: [&str; 4] = ["cut-c3", "cut-e2-82", "cut-f0-9f-98", "delete"];
    const BLOCKS: [usize; 6] = [1, 2, 15, 16, 17, 32];
    /// The position of the non-ASCII character at the start, if any: in the first block, or in the second.
    const STARTS: [Option<usize>; 3] = [None, Some(10), Some(70)];
    /// The number of ASCII bytes between the run and that character.
    const LATER: usize = 600;
    let (addresses, step) = depth.pick([(&[0][..], 7), (&[0, 1, 31, 62, 63], 1)]);
    for (&address, block, blocks, case, kind, start) in iproduct!(
        addresses,
        (0..190).step_by(step),
        BLOCKS,
        CUT.map(cases::case),
        [Two, Kind::Three, Kind::Four],
        STARTS
    ) {
        let begins = 64 - address % 64 + 64 * block;
        let early = start.filter(|at| at + 2 <= begins).unwrap_or(0);
        let two = if early > 0 { 2 } else { 0 };
        let run = kind.of(64 * blocks - case.bytes.len());
        let before = [Ascii.of(early), Two.of(two), Ascii.of(begins - early - two), run];
        ask(case.id, address, &before, case.bytes, Ascii.of(CHUNK + 300));
        if kind == Two && start == Some(10) {
            let later = [case.bytes, &[b'a'; LATER], "\u{E9}".as_bytes()].concat();
            ask(case.id, address, &before, &later, Ascii.of(CHUNK + 300));
        }
    }
}

/// Kernels that have seen some chunks of ASCII expect more, and skip it in larger steps. A kernel skips pure ASCII at
/// once, so the start is of another kind; everything else is ASCII, so that no other block is validated.
fn among_ascii(depth: Depth, ask: &mut Ask<'_>) {
    const AMONG: [(&str, Kind); 6] = [
        ("never-ff", Ascii),
        ("lone-continuation", Ascii),
        ("lone-continuation", Low),
        ("lone-continuation", Nul),
        ("cut-c3", Ascii),
        ("u-4e2d", Ascii),
    ];
    /// The length of the start: a part of the first block, more than the first chunk, more than the second.
    const STARTS: [usize; 3] = [12, 1200, 3200];
    const BLOCKS: usize = 16 + 9 * 32;
    let (addresses, places) = depth.pick([(&[0][..], &[20][..]), (&[0, 1, 31, 61, 62, 63], &[0, 20, 63])]);
    for (&address, block, (turn, (id, kind)), start, place) in
        iproduct!(addresses, 0..BLOCKS, AMONG.into_iter().enumerate(), STARTS, places)
    {
        let first = (64 - address % 64).max(3) + 64 * block;
        if start <= first {
            let before = [Kind::LENGTHS[1 + turn % 3].of(start), kind.of(first + place - start)];
            ask(id, address, &before, cases::case(id).bytes, kind.of(1100));
        }
    }
}

fn after_mark(_: Depth, ask: &mut Ask<'_>) {
    const AROUND: [(usize, usize); 7] = [(0, 0), (1, 0), (1, 40), (13, 3), (60, 70), (125, 1), (2000, 5000)];
    for (case, (before, after)) in iproduct!(SORTS.iter(), AROUND) {
        let marked = ["\u{FEFF}".as_bytes(), &vec![b'a'; before], case.bytes].concat();
        ask(case.id, 0, &[], &marked, Ascii.of(after));
    }
}

fn large(depth: Depth, ask: &mut Ask<'_>) {
    const LENGTHS: [usize; 10] =
        [65_534, 65_535, 65_536, 65_537, 131_071, 131_072, 131_073, 131_136, 262_144, 1 << 20];
    const CASES: [&str; 3] = ["never-ff", "cut-c3", "delete"];
    let kinds = &Kind::LENGTHS[..depth.pick([1, 4])];
    for (item, (len, kind)) in iproduct!(LENGTHS, kinds).enumerate() {
        for (case, before) in iproduct!(CASES.map(cases::case), [len - 1, len / 2, len.saturating_sub(4097)])
        {
            ask(case.id, item, &[kind.of(before)], case.bytes, kind.of(len - before - 1));
        }
    }
}
