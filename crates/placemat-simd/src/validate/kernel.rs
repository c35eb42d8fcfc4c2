use placemat_core::Scan;

use super::Step;
use crate::Simd;

/// Which of a kernel's steps validates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Sequences of at most two bytes.
    Two,
    /// Sequences of at most three.
    Three,
    /// Everything.
    Full,
}

/// What is asked for in a very long input before it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrefetchPolicy {
    /// Nothing: the processor does better by itself.
    Off,
    /// Every cache line, so that it has arrived.
    Lines,
    /// One line of each page, so that its address has been looked up.
    Pages,
}

/// What the driver needs of a backend: vectors, the steps that validate them, and some numbers.
pub trait Kernel: Simd {
    /// Validates everything; its guard is always open, and its alarms are never false.
    type Full: Step<Self>;
    /// Validates text whose sequences have at most three bytes, and raises an alarm at every other lead.
    type Three: Step<Self>;
    /// Validates text whose sequences have at most two bytes, and raises an alarm at every other lead.
    type Two: Step<Self>;

    /// A chunk in which more than this many of 64 blocks are not ASCII is validated straight through; and text
    /// with three quarters of that, over many chunks, without a scan.
    const DENSE_BLOCKS: u32 = 48;

    /// How many stretches of 256 bytes of ASCII pay for one with something else, in text that is validated by
    /// stretches while it is sparse: text of a few KiB that begins with ASCII; with `SPARSE_MAX_RUNS`, any longer
    /// text. 0: none is.
    const SPARSE_COST: u32 = 0;

    /// Up to how many stretches of 256 bytes a text, whatever is in it, is validated by stretches, each in
    /// the mode that its largest byte asks for. `SPARSE_COST`, which must not be 0 then, decides how far a longer
    /// one is. 0: none is; then `SPARSE_COST` alone decides.
    const SPARSE_MAX_RUNS: usize = 0;

    /// Up to how many bytes text that is sparse is validated in full mode from lists of its blocks, without
    /// the driver. 0: none is.
    const LIST_MAX_LEN: usize = 0;

    /// How many blocks the loops validate per turn: what the registers of the processor can hold.
    const UNROLL: usize = 1;

    /// Whether text from memory is prefetched, as [`prefetch_policy`](Self::prefetch_policy) says.
    const PREFETCHES: bool = false;

    /// An input of so many bytes comes from memory: no cache holds much of it. (A test can have less.)
    const UNCACHED_LEN: usize = 32 << 20;

    /// Whether all modes validate text faster than memory brings it. Then no text from memory is scanned: all is
    /// validated, in the order in which the processor fetches it best.
    const FASTER_THAN_MEMORY: bool = false;

    /// What to ask for in a very long input before it is read. Processors differ: what is worth as much again
    /// to one is a loss to another. A call asks this once or twice, and only if its input is long.
    #[inline(always)]
    fn prefetch_policy(self) -> PrefetchPolicy {
        PrefetchPolicy::Off
    }

    /// Asks for the cache line of a byte, without waiting for it.
    #[inline(always)]
    fn prefetch(self, byte: &u8) {
        let _ = byte;
    }

    /// Validates fewer than BLOCK + REACH bytes, by the contract of [`placemat_core::Backend::scan`]: perhaps
    /// by [`short`](super::short()).
    fn short(self, bytes: &[u8]) -> Scan;
}
