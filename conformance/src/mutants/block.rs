//! Mutants that fail at the boundaries of blocks and chunks.

mod decoder;
mod flaw;

use super::prelude::*;
use crate::contract::OfBackend;
use decoder::{Blocks, Grid, Mode};
use flaw::Flaw;

use Flaw::*;

/// The rows about edges, which must detect a wrong guard.
const EDGES: &[&str] = &["straddling", "mode-edges", "long"];

pub(super) fn mutants() -> Vec<Mutant> {
    let models = [
        blocks(None, 4096, Grid::Aligned, 16, Mode::Three),
        blocks(None, 1024, Grid::Start, 0, Mode::Two),
        blocks(None, 512, Grid::Aligned, 0, Mode::Three),
        blocks(None, 2048, Grid::Growing, 16, Mode::Two),
        // Looks like a bug, but is correct: if the last byte is ASCII, a sequence open before it has been found
        // broken *at* it. So nothing can be pending, and the other two bytes need not be checked.
        blocks(Some(AsciiLooksAtLast), 4096, Grid::Aligned, 16, Mode::Three),
    ];
    let mut mutants: Vec<Mutant> = models.into_iter().map(|blocks| mutant(blocks, None)).collect();
    for &flaw in Flaw::ANYWHERE {
        let grid = if flaw == HeadIgnored { Grid::Aligned } else { Grid::Start };
        mutants.push(mutant(blocks(Some(flaw), 4096, Grid::Aligned, 16, Mode::Three), None));
        mutants.push(mutant(blocks(Some(flaw), 1024, grid, 0, Mode::Two), None));
    }
    for &flaw in Flaw::GUARDS {
        for grid in [Grid::Start, Grid::Aligned] {
            for chunk in [512, 1024, 4096] {
                mutants.push(mutant(blocks(Some(flaw), chunk, grid, 0, Mode::Three), Some(EDGES)));
                mutants.push(mutant(blocks(Some(flaw), chunk, grid, 0, Mode::Two), Some(EDGES)));
            }
            // It returns to the restricted mode only after sixteen chunks.
            mutants.push(mutant(blocks(Some(flaw), 4096, grid, 16, Mode::Three), Some(EDGES)));
        }
    }
    let seen_by: [(&[Flaw], &[&str]); 6] = [
        // The row with the driver's chunks.
        (Flaw::GUARDS, &["twenty-chunks"]),
        (&[GuardNotLate], &["twenty-chunks"]),
        // Those with runs of sixteen blocks, or chunks of pure ASCII; and the one about exact runs.
        (&[AsciiChunkForgets, AsciiForgetsGroup], &["runs", "growing-chunks", "twenty-chunks"]),
        (&[AsciiForgetsSixteen, AsciiForgetsFifteen, AsciiFirstForgets], &["runs"]),
        // ASCII after a non-ASCII start, and truncated inputs.
        (&[AsciiByBit40, StretchUnseen, BlockNotCounted], &["among-ascii"]),
        (&[EndNotSeenInSixtieth], &["cut-off"]),
    ];
    for restricted in [Mode::Two, Mode::Three] {
        for (flaws, rows) in seen_by {
            let blocks = flaws.iter().map(|flaw| blocks(Some(*flaw), 2048, Grid::Growing, 16, restricted));
            mutants.extend(blocks.map(|blocks| mutant(blocks, Some(rows))));
        }
    }
    mutants
}

fn blocks(flaw: Option<Flaw>, chunk: usize, grid: Grid, stay: usize, restricted: Mode) -> Blocks {
    Blocks { flaw, chunk, grid, stay, restricted }
}

fn mutant(blocks: Blocks, seen_by: Option<&'static [&'static str]>) -> Mutant {
    let Blocks { flaw, chunk, grid, stay, restricted } = blocks;
    let from = match grid {
        Grid::Start => "the start",
        Grid::Aligned => "an aligned address",
        Grid::Growing => "1024 on, after a block",
    };
    let what = flaw.map_or_else(|| "right".to_owned(), |flaw| format!("{flaw:?}"));
    let name = format!("{what}, chunks of {chunk} from {from}, {restricted:?} first, full for {stay}");
    Mutant::of(Family::Block, name, &[Op::Verdict, Op::Scan], move |question| {
        OfBackend(&blocks).answer(question)
    })
    .seen_by(seen_by)
}
