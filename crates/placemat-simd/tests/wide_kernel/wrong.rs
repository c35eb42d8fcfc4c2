//! Plain drivers with one mistake each, which the audit has to find.

use placemat_core::{
    Scan,
    convert::{
        Progress, Utf32,
        portable::{from_utf8, to_utf8},
    },
    locate,
};
use placemat_simd::{
    BLOCK,
    convert::{BEFORE, Utf32Kernel, Utf32Room, Window, whole},
};

use super::{Hostile, OTHERWISE, judge};
use crate::shell::Shell;

const KERNEL: Shell<16, Hostile> = OTHERWISE;

/// What is wrong with a driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flaw {
    /// Nothing: this one is right.
    None,
    /// It takes all text for well formed.
    DoesNotJudge,
    /// Its windows have zeros before each block.
    ForgetsWhatIsBefore,
    /// And these, after it.
    ForgetsWhatIsAfter,
    /// The second block is converted twice.
    ConvertsAgain,
    /// The second block is left out.
    SkipsABlock,
    /// It stops after two blocks.
    StopsEarly,
    /// The last unit of a block is left out, and said to be written.
    KeepsRubbish,
    /// Units of the last block are overwritten.
    StoresTooEarly,
    /// It does not use the kernel.
    LeavesTheKernelOut,
}

impl Flaw {
    pub(crate) const ALL: [Self; 9] = [
        Self::DoesNotJudge,
        Self::ForgetsWhatIsBefore,
        Self::ForgetsWhatIsAfter,
        Self::ConvertsAgain,
        Self::SkipsABlock,
        Self::StopsEarly,
        Self::KeepsRubbish,
        Self::StoresTooEarly,
        Self::LeavesTheKernelOut,
    ];

    /// Whether a driver to UTF-8 can have it: that judges by the kernel, and its blocks have no neighbours.
    pub(crate) fn is_of_blocks(self) -> bool {
        !matches!(self, Self::DoesNotJudge | Self::ForgetsWhatIsBefore | Self::ForgetsWhatIsAfter)
    }

    /// Where to go on after the block that begins here, instead of at its end.
    fn detour(self, at: usize, is_repeated: bool) -> Option<usize> {
        match self {
            Self::ConvertsAgain if at == BLOCK && !is_repeated => Some(at),
            Self::SkipsABlock if at == 0 => Some(2 * BLOCK),
            _ => None,
        }
    }
}

/// From UTF-8, block by block.
pub(crate) fn decode(flaw: Flaw, source: &[u8], room: &mut [u32]) -> Progress {
    if flaw == Flaw::LeavesTheKernelOut {
        return from_utf8::<Utf32>(source, room);
    }
    let good = match judge(if flaw == Flaw::DoesNotJudge { &[] } else { source }) {
        Scan::Clean => source.len(),
        Scan::Suspect { from } => locate(source, from).map_or_else(|error| error.valid_up_to(), |()| from),
    };
    let source = &source[..good];
    let (mut at, mut is_repeated) = (Progress::default(), false);
    while at.read < good && !(flaw == Flaw::StopsEarly && at.read == 2 * BLOCK) {
        let read = BLOCK.min(good - at.read);
        let before = at.read.min(BEFORE);
        let octets = &source[at.read - before..good.min(at.read + read + 1)];
        let mut window = [0; size_of::<Window>()];
        window[BEFORE - before..][..octets.len()].copy_from_slice(octets);
        match flaw {
            Flaw::ForgetsWhatIsBefore => window[..BEFORE].fill(0),
            Flaw::ForgetsWhatIsAfter => window[BEFORE + BLOCK] = 0,
            _ => {}
        }
        let mut units = [0; BLOCK];
        let written = KERNEL.decode(&window, u64::MAX >> (BLOCK - read), &mut units);
        if !put(flaw, &units[..written], room, at.written) {
            break;
        }
        if let Some(to) = flaw.detour(at.read, is_repeated) {
            is_repeated = true;
            at.read = to.min(good);
            continue;
        }
        at += Progress { read, written };
    }
    whole(source, at)
}

/// To UTF-8, block by block.
pub(crate) fn encode(flaw: Flaw, source: &[u32], room: &mut [u8]) -> Progress {
    if flaw == Flaw::LeavesTheKernelOut {
        return to_utf8::<Utf32>(source, room);
    }
    let (mut at, mut is_repeated) = (Progress::default(), false);
    while at.read < source.len() && !(flaw == Flaw::StopsEarly && at.read == 2 * BLOCK) {
        let read = BLOCK.min(source.len() - at.read);
        let mut units = [0; BLOCK];
        units[..read].copy_from_slice(&source[at.read..][..read]);
        let mut octets = [0; size_of::<Utf32Room>()];
        let Some(all) = KERNEL.encode(&units, &mut octets) else { break };
        let written = all - (BLOCK - read);
        if !put(flaw, &octets[..written], room, at.written) {
            break;
        }
        if let Some(to) = flaw.detour(at.read, is_repeated) {
            is_repeated = true;
            at.read = to.min(source.len());
            continue;
        }
        at += Progress { read, written };
    }
    at
}

/// Whether there is room for the units; if so, it has them afterwards.
fn put<D: Copy>(flaw: Flaw, units: &[D], room: &mut [D], at: usize) -> bool {
    let at = if flaw == Flaw::StoresTooEarly { at.saturating_sub(1) } else { at };
    let kept = units.len() - usize::from(flaw == Flaw::KeepsRubbish);
    let Some(left) = room.get_mut(at..at + units.len()) else { return false };
    left[..kept].copy_from_slice(&units[..kept]);
    true
}
