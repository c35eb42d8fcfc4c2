//! Rows that put one sequence at every position of a text.

use super::{
    check::Context,
    report::{Depth, Tally},
    spec::rows,
};
use crate::{
    cases::{self, SEQUENCES, Split},
    text::Kind,
};

rows! {
    "placed", [187_780, 15_256_736], Verdict(placed),
        "every sequence at every offset, over block and chunk sizes, kinds of text and addresses";
    "single-byte", [54_615, 605_550], Verdict(single_byte),
        "one byte that is not ASCII, at every place of ASCII of every length";
    "bridge", [4_992, 159_744], Verdict(bridge),
        "a lead at the end of a block, whole blocks of ASCII, then its tail";
}

/// Texts of one size.
struct Size {
    len: usize,
    /// The offsets of the sequence.
    offsets: Offsets,
    /// The number of addresses for each offset. Over all offsets, every address from 0 to 63 is used.
    addresses: usize,
}

enum Offsets {
    /// All of them.
    Every,
    /// Those near a multiple of a chunk, or near the end.
    Near { chunk: usize, distance: usize },
}

impl Offsets {
    /// Whether to put a sequence at `offset` if `after` bytes follow it.
    fn contain(&self, offset: usize, after: usize) -> bool {
        match *self {
            Self::Every => true,
            Self::Near { chunk, distance } => {
                (offset + distance) % chunk <= 2 * distance || after <= distance
            }
        }
    }
}

const fn every(len: usize, addresses: usize) -> Size {
    Size { len, offsets: Offsets::Every, addresses }
}

const fn near(len: usize, chunk: usize, distance: usize) -> Size {
    Size { len, offsets: Offsets::Near { chunk, distance }, addresses: 1 }
}

/// Around 16, 32, 64, 256, 512, 1024 and 4096: one, two and three blocks and a part.
const FULL: [Size; 19] = [
    every(15, 64),
    every(16, 64),
    every(17, 64),
    every(31, 64),
    every(33, 64),
    every(47, 64),
    every(63, 64),
    every(65, 64),
    every(64, 16),
    every(127, 16),
    every(129, 16),
    every(191, 16),
    every(257, 8),
    every(255, 8),
    every(513, 4),
    every(511, 4),
    every(1_025, 2),
    every(2_049, 1),
    every(4_161, 1),
];

const QUICK: [Size; 7] = [
    every(17, 2),
    every(33, 2),
    every(64, 2),
    every(65, 2),
    every(129, 1),
    near(1_025, 512, 5),
    near(4_161, 2048, 3),
];

fn placed(context: &Context<'_>) -> Result<Tally, String> {
    let sizes: &[Size] = if context.depth == Depth::Full { &FULL } else { &QUICK };
    context.texts(
        sizes.iter().map(|size| size.len).max().unwrap_or(0),
        sizes.len() * 4 * SEQUENCES.len(),
        |item, texts| {
            let (size, kind, case) =
                (&sizes[item % sizes.len()], item / sizes.len() % 4, item / sizes.len() / 4);
            let case = SEQUENCES[case];
            for before in 0..=size.len.saturating_sub(case.bytes.len()) {
                let after = size.len - before - case.bytes.len();
                if !size.offsets.contain(before, after) {
                    continue;
                }
                for turn in 0..size.addresses {
                    texts.ask(
                        case.id,
                        (before * 5 + kind + turn * (64 / size.addresses)) % 64,
                        &[Kind::LENGTHS[kind].of(before)],
                        case.bytes,
                        Kind::LENGTHS[kind].of(after),
                    );
                }
            }
        },
    )
}

/// Kernels handle short ASCII inputs by separate code, with overlapping vectors. Each byte must be in one of them; a
/// longer sequence could be detected even if one of its bytes is missed.
fn single_byte(context: &Context<'_>) -> Result<Tally, String> {
    const BYTES: [(Kind, &[u8]); 3] = [(Kind::Low, b"\x80"), (Kind::Nul, b"\x80"), (Kind::Ascii, b"\xFF")];
    let longest = if context.depth == Depth::Full { 1_100 } else { 330 };
    context.texts(longest, longest, |item, texts| {
        let len = item + 1;
        for before in 0..len {
            let (kind, byte) = BYTES[(len + before) % 3];
            texts.ask("one byte", len * 7 % 64, &[kind.of(before)], byte, kind.of(len - before - 1));
        }
    })
}

/// Sequences to split.
const TORN: [Split; 13] = cases::split([
    ("u-00e9", 1),
    ("u-20ac", 1),
    ("u-20ac", 2),
    ("u-1f600", 1),
    ("u-1f600", 2),
    ("u-1f600", 3),
    ("u-0800", 1),
    ("u-0800", 2),
    ("u-10000", 3),
    ("overlong-nul", 1),
    ("overlong-delete", 1),
    ("u-10ffff", 2),
    ("u-d7ff", 2),
]);

/// A kernel that carries "a sequence is unfinished" from block to block, and skips ASCII blocks without checking that
/// state, joins the two parts of a split sequence. Blocks are counted both from the address and from the start of the
/// text.
fn bridge(context: &Context<'_>) -> Result<Tally, String> {
    const BLOCKS: [usize; 8] = [16, 32, 64, 128, 256, 512, 1024, 4096];
    let addresses = if context.depth == Depth::Full { 64 } else { 2 };
    context.texts(8 * 4096 + 16, BLOCKS.len() * TORN.len(), |item, texts| {
        let (block, Split { case, at: split }) = (BLOCKS[item % BLOCKS.len()], TORN[item / BLOCKS.len()]);
        let (lead, tail) = case.bytes.split_at(split);
        for turn in 0..addresses {
            let address = turn * (64 / addresses) + item % (64 / addresses);
            for edge in [block, 2 * block - address % block] {
                for ascii in 1..=3 {
                    let torn = [lead, &vec![b'a'; ascii * block], tail].concat();
                    for kind in Kind::LENGTHS {
                        texts.ask(case.id, address, &[kind.of(edge - split)], &torn, kind.of(2 * block + 1));
                    }
                }
            }
        }
    })
}
