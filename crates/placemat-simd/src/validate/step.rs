use super::leads::{LEAD3, LEAD4};
use crate::{REACH, Simd};

/// A validation step: validates windows of four bytes in one mode.
///
/// The verdict on a lane depends on that lane alone, and the accumulator combines verdicts lanewise by `or`, `and`,
/// `min` or `max`: an error in one window persists through any number of others, in any order. These facts turn the
/// certificate's run over all windows into a proof for every input.
pub trait Step<S: Simd>: Copy + Default {
    /// What the accumulator knows of the windows so far.
    type Acc: Copy;

    /// How many bytes before b0 the verdict depends on, 1 to 3. Bytes further back need not be loaded.
    const LOOKBACK: usize = REACH;

    /// Whether this mode may validate what directly follows these three bytes (the nearest last; zeros stand for
    /// bytes before the input), if they are the last bytes of a valid prefix.
    ///
    /// A mode that does not support four-byte sequences, for example, must not start inside one. The certificate
    /// derives the largest set of bytes after which a step is correct, and checks that the guard stays inside it.
    ///
    /// The default is false inside a sequence longer than the mode supports. It fits steps that raise the alarm for
    /// such a lead byte no earlier than at the byte after it.
    #[inline(always)]
    #[must_use]
    fn guard([third, second, _]: [u8; REACH]) -> bool {
        match Self::LOOKBACK {
            1 => third < LEAD4 && second < LEAD3,
            2 => third < LEAD4 && second < LEAD4,
            _ => true,
        }
    }

    /// The accumulator before the first window.
    fn start(self, simd: S) -> Self::Acc;

    /// Validates a vector of windows: in every lane, `b[0]` is the byte in question, and `b[1]`, `b[2]` and `b[3]`
    /// are the bytes before it, the nearest first.
    fn step(self, simd: S, acc: Self::Acc, b: [S::V; 4]) -> Self::Acc;

    /// One bit per lane: set if the lane had an error.
    fn errors(self, simd: S, acc: Self::Acc) -> u64;

    /// Whether no lane had an error: whether [`errors`](Self::errors) is 0.
    #[inline(always)]
    fn is_valid(self, simd: S, acc: Self::Acc) -> bool {
        self.errors(simd, acc) == 0
    }
}
