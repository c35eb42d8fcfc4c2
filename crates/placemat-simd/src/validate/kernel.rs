use placemat_core::Scan;

use super::Step;
use crate::Simd;

/// The mode in which a kernel validates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Sequences of up to two bytes.
    Two,
    /// Sequences of up to three bytes.
    Three,
    /// All sequences.
    Full,
}

/// What the driver prefetches in a very long input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrefetchPolicy {
    /// Nothing: the hardware prefetcher does better.
    Off,
    /// Every cache line, so that the data has arrived.
    Lines,
    /// One line of each page, so that the address has been translated.
    Pages,
}

/// What the driver needs from a backend: vectors, validation steps, and tuning parameters.
pub trait Kernel: Simd {
    /// The step for all text. Its guard always returns true, and it has no false alarms.
    type Full: Step<Self>;
    /// The step for sequences of up to three bytes. The lead byte of a longer sequence raises an alarm.
    type Three: Step<Self>;
    /// The step for sequences of up to two bytes. The lead byte of a longer sequence raises an alarm.
    type Two: Step<Self>;

    /// Text is dense, and every block of it validated without a scan, if more than this many blocks of 64 are not
    /// ASCII, averaged over many chunks.
    const DENSE_BLOCKS: u32 = 36;

    /// Text of up to this many 256-byte runs is validated run by run, each in the mode that its largest byte needs.
    const SPARSE_MAX_RUNS: usize = 0;

    /// Blocks per iteration of the validation loops, limited by the number of registers.
    const UNROLL: usize = 1;

    /// Whether uncached text is prefetched, as [`prefetch_policy`](Self::prefetch_policy) says.
    const PREFETCHES: bool = false;

    /// Inputs of this many bytes are assumed to be uncached. (Tests may set less.)
    const UNCACHED_LEN: usize = 32 << 20;

    /// Whether full mode is faster than memory. If so, uncached text is never scanned but validated completely, in
    /// the order that the hardware prefetches best.
    const FASTER_THAN_MEMORY: bool = false;

    /// What to prefetch in a very long input. The best policy depends on the CPU: a 2x gain on one is a loss on
    /// another. Called once or twice per input, and only for long ones.
    #[inline(always)]
    fn prefetch_policy(self) -> PrefetchPolicy {
        PrefetchPolicy::Off
    }

    /// Prefetches the cache line of a byte.
    #[inline(always)]
    fn prefetch(self, byte: &u8) {
        let _ = byte;
    }

    /// Validates fewer than BLOCK + REACH bytes, by the contract of [`placemat_core::Backend::scan`], for example
    /// with [`short`](super::short()).
    fn short(self, bytes: &[u8]) -> Scan;
}
