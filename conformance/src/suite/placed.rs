//! Rows that put one sequence at every place of a text.

use super::{
    Depth, Spec,
    check::{Context, Tally},
    material::{Filler, SEQUENCES},
    scene::{Scene, Shot},
};

pub(super) const ROWS: &[Spec] = &[
    Spec {
        name: "placed",
        about: "73 sequences at every offset, over block and chunk sizes, fillers and addresses",
        minimum: [148_368, 12_223_840],
        run: placed,
    },
    Spec {
        name: "bridge",
        about: "a lead at a block's end, whole ASCII blocks, then its tail",
        minimum: [3_456, 110_592],
        run: bridge,
    },
];

/// Texts of one size: their length; at which offsets the sequence is put; from how many addresses each time. Over the
/// offsets, every address from 0 to 63 has its turn.
struct Size {
    len: usize,
    offsets: Offsets,
    addresses: usize,
}

enum Offsets {
    /// All of them.
    Every,
    /// Those at most so far (the second) from a multiple of a chunk (the first), or from the end.
    Near(usize, usize),
}

const fn every(len: usize, addresses: usize) -> Size {
    Size { len, offsets: Offsets::Every, addresses }
}

const fn near(len: usize, chunk: usize, distance: usize) -> Size {
    Size { len, offsets: Offsets::Near(chunk, distance), addresses: 1 }
}

/// Around 16, 32, 64, 256, 512, 1024 and 4096: one block and a part, two, three.
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
    near(4_161, 4096, 3),
];

fn placed(context: &Context<'_>) -> Result<Tally, String> {
    let sizes: &[Size] = if context.depth == Depth::Full { &FULL } else { &QUICK };
    let capacity = sizes.iter().map(|size| size.len).max().unwrap_or(0);
    let fillers = Filler::all(capacity);
    Ok(context.each(sizes.len() * 4 * SEQUENCES.len(), |item, checker| {
        let (size, filler, sequence) =
            (&sizes[item % sizes.len()], item / sizes.len() % 4, item / sizes.len() / 4);
        let (what, sequence) = SEQUENCES[sequence];
        let mut scene = Scene::new(capacity, &fillers);
        for before in 0..=size.len.saturating_sub(sequence.len()) {
            let after = size.len - before - sequence.len();
            if let Offsets::Near(chunk, distance) = size.offsets
                && (before + distance) % chunk > 2 * distance
                && after > distance
            {
                continue;
            }
            for turn in 0..size.addresses {
                let address = (before * 5 + filler + turn * (64 / size.addresses)) % 64;
                let shot = Shot { what, address, before, sequence, after, fillers: (filler, filler) };
                scene.check(shot, checker);
            }
        }
    }))
}

/// Sequences in two parts, to be torn apart.
const TORN: [(&[u8], &[u8]); 9] = [
    (b"\xC3", b"\xA9"),
    (b"\xE2", b"\x82\xAC"),
    (b"\xE2\x82", b"\xAC"),
    (b"\xF0", b"\x9F\x98\x80"),
    (b"\xF0\x9F", b"\x98\x80"),
    (b"\xF0\x9F\x98", b"\x80"),
    (b"\xE0", b"\xA0\x80"),
    (b"\xF4\x8F", b"\xBF\xBF"),
    (b"\xED\x9F", b"\xBF"),
];

/// Who carries "a sequence is unfinished" from block to block and skips ASCII blocks without asking joins what is torn
/// apart. Blocks are counted from the address and from the start of the text.
fn bridge(context: &Context<'_>) -> Result<Tally, String> {
    const FULL: ([usize; 8], usize) = ([16, 32, 64, 128, 256, 512, 1024, 4096], 64);
    const QUICK: ([usize; 8], usize) = (FULL.0, 2);
    let (blocks, addresses) = if context.depth == Depth::Full { FULL } else { QUICK };
    let fillers = Filler::all(3 * 4096);
    Ok(context.each(blocks.len() * TORN.len(), |item, checker| {
        let (block, (lead, tail)) = (blocks[item % blocks.len()], TORN[item / blocks.len()]);
        let mut scene = Scene::new(8 * block + 16, &fillers);
        for turn in 0..addresses {
            let address = turn * (64 / addresses) + item % (64 / addresses);
            for edge in [block, 2 * block - address % block] {
                for ascii in 1..=3 {
                    let torn = [lead, &vec![b'a'; ascii * block], tail].concat();
                    for filler in 0..4 {
                        let before = edge - lead.len();
                        let shot = Shot {
                            what: "a bridge",
                            address,
                            before,
                            sequence: &torn,
                            after: 2 * block + 1,
                            fillers: (filler, filler),
                        };
                        scene.check(shot, checker);
                    }
                }
            }
        }
    }))
}
