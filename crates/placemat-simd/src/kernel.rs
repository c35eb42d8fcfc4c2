use placemat_core::Scan;

use crate::{AHEAD, BLOCK, GROUP, Group, REACH, STRETCH, Simd, Step, Window};

/// Which of a kernel's steps judges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Sequences of at most two octets.
    Two,
    /// Sequences of at most three.
    Three,
    /// Everything.
    Full,
}

/// What the driver needs of a backend: vectors, the steps that judge them, and a few numbers.
pub trait Kernel: Simd {
    /// Judges everything; its guard is always open, and its alarms are never false.
    type Full: Step<Self>;
    /// Judges text whose sequences have at most three octets, and raises an alarm at every other lead.
    type Three: Step<Self>;
    /// Judges text whose sequences have at most two octets, and raises an alarm at every other lead.
    type Two: Step<Self>;

    /// A chunk in which more than this many of 64 blocks are not ASCII is judged straight through.
    const DENSE: u32 = 48;

    /// How many blocks the loops judge per turn: what the registers of the processor can hold.
    const UNROLL: usize = 1;

    /// Whether the window's block holds anything but ASCII. (The octets before the block do not count.)
    #[inline(always)]
    fn is_ascii(self, window: &Window) -> bool {
        let mut any = self.load(window, REACH);
        let mut at = Self::LANES;
        while at < BLOCK {
            any = self.or(any, self.load(window, REACH + at));
            at += Self::LANES;
        }
        self.high_bits(any) == 0
    }

    /// One bit a block of the group, the first one's lowest: whether it holds anything but ASCII.
    #[inline(always)]
    fn not_ascii(self, group: &Group) -> u16 {
        let mut set = 0;
        let mut block = 0;
        while block < GROUP {
            self.prefetch(group, block * BLOCK + AHEAD);
            if let Some(window) = group[block * BLOCK..].first_chunk() {
                set |= u16::from(!self.is_ascii(window)) << block;
            }
            block += 1;
        }
        set
    }

    /// Whether a stretch of blocks holds nothing but ASCII. (The octets before it do not count.)
    #[inline(always)]
    fn is_ascii_stretch(self, stretch: &[u8; REACH + STRETCH * BLOCK]) -> bool {
        let mut any = self.splat(0);
        let mut block = 0;
        while block < STRETCH {
            self.prefetch(stretch, block * BLOCK + AHEAD);
            if let Some(window) = stretch[block * BLOCK..].first_chunk() {
                let mut at = REACH;
                while at < REACH + BLOCK {
                    any = self.or(any, self.load(window, at));
                    at += Self::LANES;
                }
            }
            block += 1;
        }
        self.high_bits(any) == 0
    }

    /// Judges fewer than BLOCK + REACH octets, by the contract of [`placemat_core::Backend::scan`]: perhaps by
    /// [`short`](crate::short).
    fn short(self, bytes: &[u8]) -> Scan;
}
