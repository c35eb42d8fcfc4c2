//! Mutants that are wrong at the borders of blocks and chunks.

use placemat_core::{Backend, Scan};

use super::{
    Family, Mutant,
    kernel::{Grid, Kernel, Mode},
};
use crate::subject::{OfBackend, Subject, Verdict};

/// What can be wrong with a [`Kernel`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flaw {
    /// What lies in front of the first aligned address is not judged.
    HeadIgnored,
    /// The last octet of a final whole block is not judged.
    LastOctet,
    /// A final partial block is not judged.
    TailIgnored,
    /// The end is not looked at.
    EndNotSeen,
    /// One octet of it is.
    EndSeesOne,
    /// Two are.
    EndSeesTwo,
    /// Octets of the block before complete the last sequence.
    StaleTail,
    /// An ASCII block is skipped whatever is pending.
    AsciiForgets,
    /// The same, and what was pending is so behind it: the bridge.
    AsciiCarries,
    /// An ASCII block is skipped if the octet before is ASCII; the ones before that may be anything.
    AsciiLooksAtLast,
    /// An ASCII block is skipped if the octet before is no lead.
    AsciiLooksAtLead,
    /// Behind an ASCII block, one is not judged.
    BehindAscii,
    /// Every second block is not judged.
    EverySecond,
    /// Every eighth is not.
    EveryEighth,
    /// The last block of a chunk is not.
    LastOfChunk,
    /// Octets that are judged by those of the 128-bit lane before are not.
    LanesNotJoined,
    /// They are judged by zeros.
    LanesCut,
    /// An error in an earlier block is forgotten.
    ErrorsReset,
    /// Two errors cancel.
    ErrorsXor,
    /// A continuation where none is due goes unseen.
    UnexpectedMissed,
    /// A continuation that is missing goes unseen.
    MissingMissed,
    /// The third octet need not be a continuation.
    ThirdForgotten,
    /// Nor the fourth.
    FourthForgotten,
    /// What the restricted mode refuses is refused.
    NoSecondTry,
    /// The second try begins one block late.
    SecondTryLate,
    /// The suspicion points behind the chunk.
    FromBehind,
    /// The restricted mode begins behind anything.
    NoGuard,
    /// It looks at the last octet only.
    GuardLast,
    /// At the last but one only.
    GuardSecond,
    /// At the last but two only.
    GuardThird,
    /// Not at the last but two.
    GuardFirstTwo,
    /// It does not know that the full mode leaves C0 and C1 to it.
    GuardForgetsC0,
    /// The guard is not asked any more far into the input.
    GuardNotLate,
    /// A chunk of nothing but ASCII is skipped whatever is pending.
    AsciiChunkForgets,
    /// An ASCII block behind sixteen others that are not is skipped whatever is pending.
    AsciiForgetsGroup,
    /// Behind some chunks of ASCII the next four blocks are not judged.
    StretchUnseen,
    /// Of a chunk behind some that are ASCII the last block but one does not count.
    BlockNotCounted,
}

use Flaw::{
    AsciiCarries, AsciiChunkForgets, AsciiForgets, AsciiForgetsGroup, AsciiLooksAtLead, BehindAscii,
    BlockNotCounted, EndNotSeen, EndSeesOne, EndSeesTwo, ErrorsReset, ErrorsXor, EveryEighth, EverySecond,
    FourthForgotten, FromBehind, GuardFirstTwo, GuardForgetsC0, GuardLast, GuardNotLate, GuardSecond,
    GuardThird, HeadIgnored, LanesCut, LanesNotJoined, LastOctet, LastOfChunk, MissingMissed, NoGuard,
    NoSecondTry, SecondTryLate, StaleTail, StretchUnseen, TailIgnored, ThirdForgotten, UnexpectedMissed,
};

/// The rows that are about edges: they must see a wrong guard.
const EDGES: &[&str] = &["F0 90 | 80 41", "F1 80 | 80 C3 A9", "C0 | 80", "mode-edges", "long"];

/// The row whose chunks are the driver's.
const GROWING: &[&str] = &["twenty-chunks"];

/// Those that need runs of sixteen blocks, or chunks of nothing but ASCII.
const RUNS: &[&str] = &["runs", "growing-chunks", "twenty-chunks"];

/// The row with ASCII that does not begin at the start.
const AMID: &[&str] = &["amid-ascii"];

const ANYWHERE: [Flaw; 25] = [
    HeadIgnored,
    LastOctet,
    TailIgnored,
    EndNotSeen,
    EndSeesOne,
    EndSeesTwo,
    StaleTail,
    AsciiForgets,
    AsciiCarries,
    AsciiLooksAtLead,
    BehindAscii,
    EverySecond,
    EveryEighth,
    LastOfChunk,
    LanesNotJoined,
    LanesCut,
    ErrorsReset,
    ErrorsXor,
    UnexpectedMissed,
    MissingMissed,
    ThirdForgotten,
    FourthForgotten,
    NoSecondTry,
    SecondTryLate,
    FromBehind,
];

const GUARDS: [Flaw; 6] = [NoGuard, GuardLast, GuardSecond, GuardThird, GuardFirstTwo, GuardForgetsC0];

pub(super) fn models() -> Vec<Mutant> {
    let kernels = [
        kernel(None, 4096, Grid::Aligned, 16, Mode::Three),
        kernel(None, 1024, Grid::Start, 0, Mode::Two),
        kernel(None, 512, Grid::Aligned, 0, Mode::Three),
        kernel(None, 2048, Grid::Growing, 16, Mode::Two),
        // Looks like a fault and is none: where the last octet is ASCII, a sequence that was open in front of it has
        // been found broken off *at* it. So nothing can be pending, and to look at the other two is superfluous.
        kernel(Some(Flaw::AsciiLooksAtLast), 4096, Grid::Aligned, 16, Mode::Three),
    ];
    kernels.into_iter().map(|kernel| mutant(kernel, None)).collect()
}

pub(super) fn mutants() -> Vec<Mutant> {
    let mut mutants = Vec::new();
    for flaw in ANYWHERE {
        let grid = if flaw == HeadIgnored { Grid::Aligned } else { Grid::Start };
        mutants.push(mutant(kernel(Some(flaw), 4096, Grid::Aligned, 16, Mode::Three), None));
        mutants.push(mutant(kernel(Some(flaw), 1024, grid, 0, Mode::Two), None));
    }
    for flaw in GUARDS {
        for grid in [Grid::Start, Grid::Aligned] {
            for chunk in [512, 1024, 4096] {
                mutants.push(mutant(kernel(Some(flaw), chunk, grid, 0, Mode::Three), Some(EDGES)));
                mutants.push(mutant(kernel(Some(flaw), chunk, grid, 0, Mode::Two), Some(EDGES)));
            }
            // It comes back to the restricted mode only behind sixteen chunks.
            mutants.push(mutant(kernel(Some(flaw), 4096, grid, 16, Mode::Three), Some(EDGES)));
        }
    }
    for restricted in [Mode::Two, Mode::Three] {
        for flaw in GUARDS.into_iter().chain([GuardNotLate]) {
            mutants.push(mutant(kernel(Some(flaw), 2048, Grid::Growing, 16, restricted), Some(GROWING)));
        }
        for flaw in [AsciiChunkForgets, AsciiForgetsGroup] {
            mutants.push(mutant(kernel(Some(flaw), 2048, Grid::Growing, 16, restricted), Some(RUNS)));
        }
        for flaw in [StretchUnseen, BlockNotCounted] {
            mutants.push(mutant(kernel(Some(flaw), 2048, Grid::Growing, 16, restricted), Some(AMID)));
        }
    }
    mutants
}

fn kernel(flaw: Option<Flaw>, chunk: usize, grid: Grid, stay: usize, restricted: Mode) -> Kernel {
    Kernel { flaw, chunk, grid, stay, restricted }
}

fn mutant(kernel: Kernel, seen_by: Option<&'static [&'static str]>) -> Mutant {
    let Kernel { flaw, chunk, grid, stay, restricted } = kernel;
    let from = match grid {
        Grid::Start => "the start",
        Grid::Aligned => "an aligned address",
        Grid::Growing => "1024 on, behind a block",
    };
    let name = format!("{flaw:?}, chunks of {chunk} from {from}, {restricted:?} first, full for {stay}");
    let subject = Box::new(Held { name: name.clone(), kernel });
    Mutant { family: Family::Block, name, seen_by, subject }
}

/// A kernel as a subject: by the same way as every other backend.
struct Held {
    name: String,
    kernel: Kernel,
}

impl Held {
    fn backend(&self) -> OfBackend<'_> {
        let kernel: &dyn Backend = &self.kernel;
        OfBackend(kernel)
    }
}

impl Subject for Held {
    fn name(&self) -> &str {
        &self.name
    }

    fn validate(&self, bytes: &[u8]) -> Verdict {
        self.backend().validate(bytes)
    }

    fn scan(&self, bytes: &[u8]) -> Option<Scan> {
        self.backend().scan(bytes)
    }

    fn judge(&self, bytes: &[u8]) -> (Verdict, Option<Scan>) {
        self.backend().judge(bytes)
    }
}
