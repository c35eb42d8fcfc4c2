//! A row about every edge of twenty chunks: every error, between every two kinds of text, from every address.
//!
//! The chunks are those of a driver that judges a first block by itself, begins its chunks at a cache line with 16 blocks of
//! 64 octets, and goes on with 32. Which mode judges a chunk depends on what was before it, so what is before the
//! edge comes in three sorts; see [`Past`].

use super::{
    Depth, Spec,
    check::{Checker, Context, Tally},
    edges::AROUND,
    material::Filler,
    stage::Stage,
};
use crate::reading;

pub(super) const ROWS: &[Spec] = &[Spec {
    name: "twenty-chunks",
    about: "every error around every edge of twenty growing chunks, between every two kinds of text",
    minimum: [3_600, 5_989_200],
    run: twenty_chunks,
}];

const BLOCK: usize = 64;
const CHUNKS: usize = 20;

/// Where a chunk ends; the chunks begin at `first`, and the one of number 0 is what is before it.
const fn edge(first: usize, k: usize) -> usize {
    let blocks = if k == 0 { 0 } else { 16 + 32 * (k - 1) };
    first + BLOCK * blocks
}

/// What [`AROUND`] has of errors, and some more: all that can be wrong is here.
const MORE: [(&str, &[u8]); 6] = [
    ("80", b"\x80"),
    ("FE", b"\xFE"),
    ("E1 41", b"\xE1\x41"),
    ("F1 41", b"\xF1\x41"),
    ("F1 80 41", b"\xF1\x80\x41"),
    ("E1 C3 A9", b"\xE1\xC3\xA9"),
];

/// How far from an edge: the longest sequence, on both sides.
const AWAY: usize = 4;

/// Up to here all text before an edge is of one kind.
const NEAR: usize = 4;

/// What lies before the chunk that ends at the edge.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Past {
    /// More of the same.
    Same,
    /// Mostly ASCII, with one sequence of two octets in each KiB, so that no chunk is skipped in one go.
    Sparse,
    /// The same, and so many chunks before the edge a sequence of four octets: there a kernel that has judged as
    /// many in its full mode comes back to a restricted one, and has to ask whether it may.
    Patience(usize),
}

/// At which edges a kernel comes back, after how many chunks.
const BACK: [(usize, usize); 5] = [(17, 16), (20, 16), (20, 2), (20, 3), (20, 4)];

/// Every address and every edge, with what is before it.
fn plans() -> Vec<(usize, usize, Past)> {
    let plain = (0..=CHUNKS).map(|k| (k, if k <= NEAR { Past::Same } else { Past::Sparse }));
    let edges: Vec<_> = plain.chain(BACK.map(|(k, chunks)| (k, Past::Patience(chunks)))).collect();
    edges.iter().flat_map(|&(k, past)| (0..64).map(move |address| (address, k, past))).collect()
}

fn twenty_chunks(context: &Context<'_>) -> Result<Tally, String> {
    let capacity = edge(BLOCK, CHUNKS + 1) + 4 * BLOCK;
    let fillers = Filler::all(capacity);
    let plans: Vec<_> = plans().into_iter().filter(|&plan| kept(context.depth, plan)).collect();
    Ok(context.each(plans.len(), |item, checker| {
        let (address, k, past) = plans[item];
        let edge = Edge { depth: context.depth, address, k, past, fillers: &fillers };
        edge.check(&mut Stage::new(capacity), checker);
    }))
}

/// Thinned out, what is left is two edges near the start, and one where patience ends; and of each a fifth.
fn kept(depth: Depth, (address, k, past): (usize, usize, Past)) -> bool {
    let near = [0, 63].contains(&address) && [1, 3].contains(&k);
    depth == Depth::Full || near || (address, k, past) == (0, CHUNKS, Past::Patience(16))
}

/// One edge, from one address.
struct Edge<'a> {
    depth: Depth,
    address: usize,
    k: usize,
    past: Past,
    fillers: &'a [Filler; 4],
}

impl Edge<'_> {
    fn check(&self, stage: &mut Stage, checker: &mut Checker<'_>) {
        // At a line; or three octets in, where the line is nearer.
        let first = (BLOCK - self.address % BLOCK).max(3);
        let (here, next) = (edge(first, self.k), edge(first, self.k + 1));
        let kind = match (self.past, self.k % 2) {
            (Past::Same, _) => 0,
            // All of the chunk before the edge, or the last blocks of it.
            (_, 0) => edge(first, self.k - 1),
            _ => here - 20 * BLOCK,
        };
        self.before(stage.place(self.address, kind), first);
        for pair in 0..16 {
            let (before, after) = (&self.fillers[pair / 4], &self.fillers[pair % 4]);
            for at in here.saturating_sub(AWAY)..=here + AWAY {
                before.before(&mut stage.place(self.address, at)[kind..]);
                for (turn, (what, sequence)) in AROUND.into_iter().chain(MORE).enumerate() {
                    if self.depth == Depth::Quick && (turn + pair + at) % 5 != 0 {
                        continue;
                    }
                    // All of the next chunk, or a part of it that is still judged as a chunk.
                    let whole = self.depth == Depth::Quick || (turn + pair + at) % 4 == 0;
                    let behind = if whole { next - here } else { 16 * BLOCK };
                    let until = at + sequence.len();
                    let input = stage.place(self.address, until + behind + 2 * BLOCK);
                    input[at..until].copy_from_slice(sequence);
                    after.after(&mut input[until..]);
                    checker.check(what, input, &reading::read_between(input, at, until));
                }
            }
        }
    }

    /// What is before the chunk that ends at the edge.
    fn before(&self, text: &mut [u8], first: usize) {
        self.fillers[0].before(text);
        for octets in text.chunks_exact_mut(16 * BLOCK) {
            octets[700..702].copy_from_slice("\u{E9}".as_bytes());
        }
        if let Past::Patience(chunks) = self.past {
            let at = edge(first, self.k - chunks) - 100;
            text[at..at + 4].copy_from_slice("\u{1F37D}".as_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_grow_and_stay() {
        let sizes: Vec<_> = (0..5).map(|k| edge(64, k + 1) - edge(64, k)).collect();
        assert_eq!(sizes, [1024, 2048, 2048, 2048, 2048]);
    }

    #[test]
    fn no_two_sequences_are_the_same() {
        let all: Vec<_> = AROUND.iter().chain(&MORE).map(|(_, octets)| octets).collect();
        assert!(all.iter().enumerate().all(|(at, octets)| !all[..at].contains(octets)));
    }
}
