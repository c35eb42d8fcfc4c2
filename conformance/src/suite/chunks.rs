//! A row that tries the edges of twenty chunks with every kind of error, every pair of text kinds and every address.
//!
//! The chunks are those of a driver that validates a first block by itself, begins its chunks at a cache line with 16
//! blocks of 64 bytes, and continues with 32. The mode for a chunk depends on the preceding text, so the text before
//! the edge comes in three variants; see [`Past`].

use super::prelude::*;

rows! {
    "twenty-chunks", [3_600, 5_989_200], Verdict(twenty_chunks),
        "every sort of error around every edge of twenty growing chunks, between every two kinds of text";
}

const BLOCK: usize = 64;
const CHUNKS: usize = 20;

/// Where chunk number `k` ends. The chunks begin at `first`; number 0 is the part before it.
const fn edge(first: usize, k: usize) -> usize {
    let blocks = if k == 0 { 0 } else { 16 + 32 * (k - 1) };
    first + BLOCK * blocks
}

/// The maximum distance of a sequence from an edge, on both sides: the length of the longest sequence.
const AWAY: usize = 4;

/// Up to this chunk, all text before an edge is of one kind.
const NEAR: usize = 4;

/// What precedes the chunk that ends at the edge.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Past {
    /// More of the same text.
    Same,
    /// Mostly ASCII, with one sequence of two bytes in each KiB, so that no chunk is skipped as a whole.
    Sparse,
    /// As `Sparse`, with a sequence of four bytes this many chunks before the edge. A kernel that has validated that
    /// many chunks in its full mode then retries a restricted one, and has to check that it may.
    Patience(usize),
}

/// An edge, for one address of the input.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Plan {
    address: usize,
    /// The number of the edge.
    k: usize,
    past: Past,
}

/// Every combination of an address and an edge, with what precedes it.
fn plans() -> impl Iterator<Item = Plan> {
    const PATIENCE: [(usize, usize); 5] = [(17, 16), (20, 16), (20, 2), (20, 3), (20, 4)];
    let plain = (0..=CHUNKS).map(|k| (k, if k <= NEAR { Past::Same } else { Past::Sparse }));
    let edges = plain.chain(PATIENCE.map(|(k, chunks)| (k, Past::Patience(chunks))));
    iproduct!(edges, 0..64).map(|((k, past), address)| Plan { address, k, past })
}

fn twenty_chunks(context: &Context<'_>) {
    let capacity = edge(BLOCK, CHUNKS + 1) + 4 * BLOCK;
    let filler = Filler::new(capacity);
    let plans: Vec<Plan> = plans().filter(|plan| plan.is_kept(context.depth)).collect();
    context.each(plans.len(), |item, tester| {
        plans[item].check(context.depth, &filler, &mut Buffer::new(capacity), tester);
    });
}

impl Plan {
    /// [`Depth::Quick`] keeps two edges near the start and one where a kernel leaves its full mode, and a fifth of
    /// the cases of each.
    fn is_kept(self, depth: Depth) -> bool {
        let near = [0, 63].contains(&self.address) && [1, 3].contains(&self.k);
        let patience = Self { address: 0, k: CHUNKS, past: Past::Patience(16) };
        depth == Depth::Full || near || self == patience
    }

    fn check(self, depth: Depth, filler: &Filler, buffer: &mut Buffer, tester: &mut Tester<'_>) {
        let Self { address, k, past } = self;
        // At a cache line, or three bytes into the input if the line is nearer.
        let first = (BLOCK - address % BLOCK).max(3);
        let (here, next) = (edge(first, k), edge(first, k + 1));
        // Where text of the first kind begins.
        let begins = match (past, k % 2) {
            (Past::Same, _) => 0,
            // The whole chunk before the edge, or its last blocks.
            (_, 0) => edge(first, k - 1),
            _ => here - 20 * BLOCK,
        };
        self.fill_past(filler, buffer.at(address, begins), first);
        let ats = here.saturating_sub(AWAY)..=here + AWAY;
        for ((pair, (before, after)), at) in iproduct!(Kind::PAIRS.into_iter().enumerate(), ats) {
            filler.before(before, &mut buffer.at(address, at)[begins..]);
            for (turn, case) in SORTS.into_iter().enumerate() {
                if depth == Depth::Quick && (turn + pair + at) % 5 != 0 {
                    continue;
                }
                // The whole next chunk, or a part that is still validated as a chunk.
                let whole = depth == Depth::Quick || (turn + pair + at) % 4 == 0;
                let rest = if whole { next - here } else { 16 * BLOCK };
                let until = at + case.bytes.len();
                let input = buffer.at(address, until + rest + 2 * BLOCK);
                input[at..until].copy_from_slice(case.bytes);
                filler.after(after, &mut input[until..]);
                tester.check(case.id, input, &reference::read_between(input, at, until));
            }
        }
    }

    /// Fills the text before the chunk that ends at the edge.
    fn fill_past(self, filler: &Filler, text: &mut [u8], first: usize) {
        filler.before(Kind::Ascii, text);
        for bytes in text.chunks_exact_mut(16 * BLOCK) {
            bytes[700..702].copy_from_slice("\u{E9}".as_bytes());
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
}
