//! Rows that put one sequence at every position of a text.

use super::prelude::*;

rows! {
    "placed", [187_780, 15_256_736], Verdict(|context| context.inputs(placed)),
        "every sequence at every offset, over block and chunk sizes, kinds of text and addresses";
    "single-byte", [54_615, 605_550], Verdict(|context| context.inputs(single_byte)),
        "one byte that is not ASCII, at every place of ASCII of every length";
    "short-places", [164_480, 10_526_720], Verdict(|context| context.inputs(short_places)),
        "a byte, a character or a part of one, at every place of ASCII of every length and at every address";
    "bridge", [4_992, 159_744], Verdict(|context| context.inputs(bridge)),
        "a lead at the end of a block, whole blocks of ASCII, then its tail";
}

struct Size {
    len: usize,
    /// The number of addresses for each offset. Over all offsets, every address from 0 to 63 is used.
    addresses: usize,
    /// Sequences are put at the offsets that are no further than this from a multiple of a chunk, or from the end.
    distance: usize,
    chunk: usize,
}

/// At every offset.
const fn every(len: usize, addresses: usize) -> Size {
    Size { len, addresses, distance: 0, chunk: 1 }
}

const fn near(len: usize, chunk: usize, distance: usize) -> Size {
    Size { len, addresses: 1, distance, chunk }
}

/// Around 16, 32, 64, 256, 512, 1024 and 4096: one, two and three blocks and a part.
#[rustfmt::skip]
const FULL: [Size; 19] = [
    every(15, 64), every(16, 64), every(17, 64), every(31, 64), every(33, 64), every(47, 64), every(63, 64),
    every(65, 64), every(64, 16), every(127, 16), every(129, 16), every(191, 16), every(257, 8),
    every(255, 8), every(513, 4), every(511, 4), every(1_025, 2), every(2_049, 1), every(4_161, 1),
];

#[rustfmt::skip]
const QUICK: [Size; 7] = [
    every(17, 2), every(33, 2), every(64, 2), every(65, 2), every(129, 1), near(1_025, 512, 5),
    near(4_161, 2048, 3),
];

fn placed(depth: Depth, ask: &mut Ask<'_>) {
    let sizes = depth.pick([&QUICK[..], &FULL]);
    for (case, kind, Size { len, addresses, distance, chunk }) in iproduct!(SEQUENCES.iter(), 0..4, sizes) {
        for before in 0..=len.saturating_sub(case.bytes.len()) {
            let after = len - before - case.bytes.len();
            if (before + distance) % chunk > 2 * distance && after > *distance {
                continue;
            }
            for turn in 0..*addresses {
                let address = (before * 5 + kind + turn * (64 / addresses)) % 64;
                let kind = Kind::LENGTHS[kind];
                ask(case.id, address, &[kind.of(before)], case.bytes, kind.of(after));
            }
        }
    }
}

/// Kernels handle short ASCII inputs by separate code, with overlapping vectors. Each byte must be in one of them; a
/// longer sequence could be detected even if one of its bytes is missed.
fn single_byte(depth: Depth, ask: &mut Ask<'_>) {
    const BYTES: [(Kind, &[u8]); 3] = [(Kind::Low, b"\x80"), (Kind::Nul, b"\x80"), (Kind::Ascii, b"\xFF")];
    for (len, before) in (1..=depth.pick([330, 1_100])).flat_map(|len| (0..len).map(move |at| (len, at))) {
        let (kind, byte) = BYTES[(len + before) % 3];
        ask("one byte", len * 7 % 64, &[kind.of(before)], byte, kind.of(len - before - 1));
    }
}

/// The same at every address, and with parts of characters.
fn short_places(depth: Depth, ask: &mut Ask<'_>) {
    const PIECES: [&[u8]; 5] = [b"\xFF", b"\x80", b"\xC3", b"\xC3\xA9", b"\xF0\x9F\x98\x80"];
    for (address, len) in iproduct!(depth.pick([61..62, 0..64]), 0..=256) {
        for (before, piece) in iproduct!(0..len, PIECES) {
            let piece = &piece[..piece.len().min(len - before)];
            let after = Kind::Ascii.of(len - before - piece.len());
            ask("a piece", address, &[Kind::Ascii.of(before)], piece, after);
        }
    }
}

#[rustfmt::skip]
const TORN: [(&str, usize); 13] = [
    ("u-00e9", 1), ("u-20ac", 1), ("u-20ac", 2), ("u-1f600", 1), ("u-1f600", 2), ("u-1f600", 3),
    ("u-0800", 1), ("u-0800", 2), ("u-10000", 3), ("overlong-nul", 1), ("overlong-delete", 1),
    ("u-10ffff", 2), ("u-d7ff", 2),
];

/// A kernel that carries "a sequence is unfinished" from block to block, and skips ASCII blocks without checking that
/// state, joins the two parts of a split sequence. Blocks are counted both from the address and from the start of the
/// text.
fn bridge(depth: Depth, ask: &mut Ask<'_>) {
    const BLOCKS: [usize; 8] = [16, 32, 64, 128, 256, 512, 1024, 4096];
    let addresses = depth.pick([2, 64]);
    for (item, ((case, split), block)) in iproduct!(cases::split(&TORN), BLOCKS).enumerate() {
        let (lead, tail) = case.bytes.split_at(split);
        for turn in 0..addresses {
            let address = turn * (64 / addresses) + item % (64 / addresses);
            let edges = [block, 2 * block - address % block];
            for (edge, ascii, kind) in iproduct!(edges, 1..=3, Kind::LENGTHS) {
                let torn = [lead, &vec![b'a'; ascii * block], tail].concat();
                ask(case.id, address, &[kind.of(edge - split)], &torn, kind.of(2 * block + 1));
            }
        }
    }
}
