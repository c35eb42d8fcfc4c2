//! Plain drivers with one mistake each, which the audit has to find.

use placemat_core::convert::{
    Latin1, Progress,
    portable::{from_utf8, to_utf8},
};
use placemat_simd::{
    BLOCK,
    convert::{Latin1Kernel, Pairs},
};

use super::Hostile;

/// What is wrong with a driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flaw {
    /// Nothing: this one is right.
    None,
    /// The octet before each block is taken for 0.
    ForgetsWhatIsBefore,
    /// What a kernel says of errors is not looked at.
    IgnoresErrors,
    /// It takes blocks for ASCII without looking.
    CopiesBlindly,
    /// It copies blocks of ASCII, after looking at the one before.
    LooksElsewhere,
    /// Every block is converted twice.
    ConvertsAgain,
    /// The room ends a block earlier than it does.
    WastesRoom,
    /// It does not use the kernel.
    LeavesTheKernelOut,
}

impl Flaw {
    pub(crate) const ALL: [Self; 7] = [
        Self::ForgetsWhatIsBefore,
        Self::IgnoresErrors,
        Self::CopiesBlindly,
        Self::LooksElsewhere,
        Self::ConvertsAgain,
        Self::WastesRoom,
        Self::LeavesTheKernelOut,
    ];

    /// Whether a driver to UTF-8 can have it: there are no errors, and blocks have no neighbours.
    pub(crate) fn is_of_blocks(self) -> bool {
        !matches!(self, Self::ForgetsWhatIsBefore | Self::IgnoresErrors)
    }

    fn is_ascii(self, source: &[u8], at: usize) -> bool {
        let from = if self == Self::LooksElsewhere { at.saturating_sub(BLOCK) } else { at };
        self == Self::CopiesBlindly
            || source[from..].first_chunk().is_some_and(|block| KERNEL.is_ascii(block))
    }
}

const KERNEL: Hostile<false, false> = Hostile;

/// To UTF-8, block by block.
pub(crate) fn encode(flaw: Flaw, source: &[u8], room: &mut [u8]) -> Progress {
    blocks(flaw, source, room, to_utf8::<Latin1>, |octets, _, room| {
        KERNEL.encode_some(octets, room).map(|written| Progress { read: octets.len(), written })
    })
}

/// From UTF-8, block by block.
pub(crate) fn decode(flaw: Flaw, source: &[u8], room: &mut [u8]) -> Progress {
    let done = blocks(flaw, source, room, from_utf8::<Latin1>, |octets, before, room| {
        if flaw == Flaw::IgnoresErrors
            && let Some(block) = octets.first_chunk::<BLOCK>()
            && let Some(room) = room.first_chunk_mut()
        {
            let mut window = [before; size_of::<Pairs>()];
            window[1..].copy_from_slice(block);
            return Some(Progress { read: BLOCK, written: KERNEL.decode(&window, room).written });
        }
        let before = if flaw == Flaw::ForgetsWhatIsBefore { 0 } else { before };
        KERNEL.decode_some(before, octets, room)
    });
    let is_open = source[..done.read].last().is_some_and(|last| *last >= 0xC0);
    Progress { read: done.read - usize::from(is_open), ..done }
}

fn blocks(
    flaw: Flaw,
    source: &[u8],
    room: &mut [u8],
    without_kernel: impl Fn(&[u8], &mut [u8]) -> Progress,
    some: impl Fn(&[u8], u8, &mut [u8]) -> Option<Progress>,
) -> Progress {
    if flaw == Flaw::LeavesTheKernelOut {
        return without_kernel(source, room);
    }
    let wasted = if flaw == Flaw::WastesRoom { 3 * BLOCK } else { 0 };
    let room_len = room.len().saturating_sub(wasted);
    let room = &mut room[..room_len];
    let mut at = Progress::default();
    while at.read < source.len() {
        let octets = &source[at.read..source.len().min(at.read + BLOCK)];
        let before = at.read.checked_sub(1).map_or(0, |before| source[before]);
        let left = &mut room[at.written..];
        if before < 0xC0
            && octets.len() == BLOCK
            && flaw.is_ascii(source, at.read)
            && let Some(left) = left.get_mut(..BLOCK)
        {
            left.copy_from_slice(octets);
            at += Progress { read: BLOCK, written: BLOCK };
            continue;
        }
        if flaw == Flaw::ConvertsAgain {
            some(octets, before, left);
        }
        let Some(done) = some(octets, before, left) else { break };
        at += done;
        if done.read < octets.len() {
            break;
        }
    }
    at
}
