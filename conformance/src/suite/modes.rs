//! A row about mode changes inside uniform text.
//!
//! A kernel that has left a cheap mode retries it after some time. It then starts in the middle of uniform text, and
//! must check the bytes directly before. A four-byte character near the start makes the kernel enter its full mode,
//! and the text after it lets it return. The number of blocks until then depends on the kernel, so the row puts an
//! error over every edge of some blocks.

use super::{
    check::Context,
    report::{Depth, Tally},
    spec::rows,
};
use crate::{
    cases::{self, Split},
    text::{Kind, Text},
};
use Kind::{Four, Three, Two};

rows! {
    "mode-changes", [1_920, 30_720], Verdict(mode_changes),
        "errors over every edge of 16 blocks, where a kernel may come back to a cheaper mode";
}

/// Sequences that a cheaper mode accepts if it starts after the first part.
const SPLITS: [Split; 10] = cases::split([
    ("broken-f1-80-80-by-ascii", 1),
    ("broken-f1-80-80-by-ascii", 2),
    ("broken-f1-80-80-by-ascii", 3),
    ("broken-f1-80-80-by-two", 3),
    ("broken-f0-90-80-by-ascii", 3),
    ("broken-e1-80-by-5f", 1),
    ("broken-e1-80-by-5f", 2),
    ("broken-e1-by-two", 1),
    ("overlong-nul", 1),
    ("overlong-delete", 1),
]);

/// The number of bytes from edge to edge.
const STEP: usize = 16 * 64;

fn mode_changes(context: &Context<'_>) -> Result<Tally, String> {
    /// Texts that make a kernel enter a fuller mode.
    const STARTS: [Text; 3] = [Two.of(0), Four.of(8), Four.of(900)];
    let (edges, addresses): (usize, &[usize]) = match context.depth {
        Depth::Full => (64, &[0, 1, 16, 31, 32, 61, 62, 63]),
        Depth::Quick => (32, &[0]),
    };
    context.texts(STEP * (edges + 2), addresses.len() * edges, |item, texts| {
        let (address, edge) = (addresses[item / edges], 1 + item % edges);
        let at = (64 - address).max(3) + STEP * edge;
        for kind in [Two, Three] {
            for start in STARTS {
                for Split { case, at: split } in SPLITS {
                    texts.ask(
                        case.id,
                        address,
                        &[start, kind.of(at - start.len - split)],
                        case.bytes,
                        kind.of(400),
                    );
                }
            }
        }
    })
}
