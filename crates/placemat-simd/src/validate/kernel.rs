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

/// What the driver needs from a backend: vectors, validation steps, and all thresholds of the [routes](super::Route).
pub trait Kernel: Simd {
    /// The step for all text. Its guard always returns true, and it has no false alarms. A continuation byte directly
    /// after C0, C1 or F5..FF is an error.
    type Full: Step<Self>;
    /// The step for sequences of up to three bytes. The lead byte of a longer sequence raises an alarm.
    type Three: Step<Self>;
    /// The step for sequences of up to two bytes. The lead byte of a longer sequence raises an alarm.
    type Two: Step<Self>;

    /// Inputs of up to this many blocks take [`Route::Mixed`](super::Route): choosing a mode would not pay off.
    const MIXED_MAX_BLOCKS: usize = 15;

    /// Inputs of up to this many blocks that do not begin with ASCII take `Dense`. (Those that do may contain much more
    /// ASCII to skip. If there is `Sparse`, only inputs with a four-byte lead in the first block take `Dense`.)
    const DENSE_MAX_BLOCKS: usize = 32;

    /// Longer text of up to this many runs of 256 bytes takes `Sparse`. 0: no text does.
    const SPARSE_MAX_RUNS: usize = 0;

    /// In `Chunks`, text is dense, and every block of it validated without a scan, if more than this many blocks of 64 are not
    /// ASCII, averaged over many chunks.
    const DENSE_BLOCKS: u32 = 36;

    /// Blocks per iteration of the validation loops, limited by the number of registers.
    const UNROLL: usize = 1;

    /// Whether uncached text is prefetched, as [`prefetch_policy`](Self::prefetch_policy) says.
    const PREFETCHES: bool = false;

    /// Inputs of this many bytes may be uncached: [`PrefetchPolicy::Lines`] applies to them. (Tests may set less.)
    const PREFETCH_MIN_LEN: usize = 16 << 20;

    /// Inputs of this many bytes take `Uncached`: no cache holds them. [`PrefetchPolicy::Pages`] applies to these
    /// alone, since the CPUs that it is for share larger caches. (Tests may set less.)
    const UNCACHED_MIN_LEN: usize = 32 << 20;

    /// Whether full mode is faster than memory. If so, `Uncached` text is never scanned but validated completely, in
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
