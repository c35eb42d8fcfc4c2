//! Mutants that fail at the boundaries of blocks and chunks.

mod decoder;

use super::prelude::*;
use crate::contract::OfBackend;
use decoder::{Blocks, Grid, Mode};

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

macro_rules! flaws {
    (
        [$($other:ident: $other_about:literal,)*]
        $($(#[$list_about:meta])* $list:ident: { $($flaw:ident: $about:literal,)* })*
    ) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Flaw {
            $(#[doc = $other_about] $other,)*
            $($(#[doc = $about] $flaw,)*)*
        }

        impl Flaw {
            $($(#[$list_about])* pub(super) const $list: &[Self] = &[$(Self::$flaw),*];)*
        }
    };
}

flaws! {
    [
        AsciiLooksAtLast: "An ASCII block is skipped if the byte before it is ASCII, whatever precedes that byte.",
        GuardNotLate: "The guard is not checked late in the input.",
        AsciiChunkForgets: "A chunk of pure ASCII is skipped even if a sequence is pending.",
        AsciiFirstForgets:
            "An ASCII block at the start of a chunk that is not pure ASCII is skipped even if a sequence is pending.",
        AsciiForgetsGroup: "An ASCII block after sixteen non-ASCII blocks is skipped even if a sequence is pending.",
        AsciiForgetsSixteen: "The same after exactly sixteen, in a text with a non-ASCII start.",
        AsciiForgetsFifteen: "The same after exactly fifteen.",
        AsciiByBit40: "A block is taken for ASCII if the second highest bit of each byte is clear.",
        EndNotSeenInSixtieth: "A sequence truncated by the end is missed if the end lies in every sixtieth block.",
        StretchUnseen: "After some chunks of ASCII the next four blocks are not validated.",
        BlockNotCounted: "In a chunk after some that are ASCII, the second to last block is ignored.",
    ]
    /// Bugs that show wherever blocks end.
    ANYWHERE: {
        HeadIgnored: "Bytes before the first aligned address are not validated.",
        LastByte: "The last byte of a final whole block is not validated.",
        TailIgnored: "A final partial block is not validated.",
        EndNotSeen: "A sequence truncated by the end is missed.",
        EndSeesOne: "Only the last byte is checked.",
        EndSeesTwo: "Only the last two bytes are checked.",
        StaleTail: "Bytes of the previous block complete the last sequence.",
        AsciiForgets: "An ASCII block is skipped even if a sequence is pending.",
        AsciiCarries: "The same, and the pending sequence continues after it: the bridge.",
        AsciiLooksAtLead: "An ASCII block is skipped if the byte before it is not a lead.",
        AfterAscii: "The block after an ASCII block is not validated.",
        EverySecond: "Every second block is not validated.",
        EveryEighth: "Every eighth block is not validated.",
        LastOfChunk: "The last block of a chunk is not validated.",
        LanesNotJoined: "Bytes that depend on the previous 128-bit lane are not validated.",
        LanesCut: "Such bytes are validated as if zeros preceded them.",
        ErrorsReset: "An error in an earlier block is lost.",
        ErrorsXor: "Two errors cancel.",
        UnexpectedMissed: "An unexpected continuation byte is missed.",
        MissingMissed: "A missing continuation byte is missed.",
        ThirdForgotten: "The third byte need not be a continuation.",
        FourthForgotten: "The fourth byte need not be a continuation.",
        NoSecondTry: "Whatever the restricted mode rejects is rejected without a second try.",
        SecondTryLate: "The second try begins one block late.",
        FromTooLarge: "The suspect position is the end of the chunk.",
    }
    /// Wrong guards of the restricted mode.
    GUARDS: {
        NoGuard: "The restricted mode begins after anything.",
        GuardLast: "The guard checks only the last byte.",
        GuardSecond: "The guard checks only the second to last byte.",
        GuardThird: "The guard checks only the third to last byte.",
        GuardFirstTwo: "The guard does not check the third to last byte.",
        GuardForgetsC0: "The guard ignores that the full mode reports C0 and C1 at the next byte.",
    }
}
