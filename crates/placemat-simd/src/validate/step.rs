use super::leads::{LEAD3, LEAD4};
use crate::{REACH, Simd};

/// The verdict of one mode on windows of four bytes.
///
/// A step sees vectors, but its verdict on a lane depends on that lane alone, and the accumulator collects
/// verdicts by lanewise `or`, `and`, `min` or `max`: what is wrong in one window is still wrong after any number of
/// others, in any order. These are the facts that turn the certificate's run over all 2^32 windows into a
/// proof for every input.
pub trait Step<S: Simd>: Copy + Default {
    /// What is known of the windows validated so far.
    type Acc: Copy;

    /// On how many bytes before b0 the verdict depends: 1 to 3. Those beyond need not be loaded.
    const LOOKBACK: usize = REACH;

    /// Whether [`errors`](Self::errors) says of every continuation that it may not come directly after a lead that
    /// no sequence can have: after C0, C1 and F5 to FF.
    const REFUSES_AFTER_BAD_LEADS: bool = false;

    /// Whether this mode may validate what comes directly after these three bytes (the nearest last; zeros
    /// stand for what is before the start of the input), if the bytes up to there are the beginning of
    /// valid text.
    ///
    /// A mode that does not know four-byte sequences, say, must not start in the middle of one. The
    /// certificate derives the largest set of bytes after which a step is right, and checks that the guard
    /// stays inside it.
    ///
    /// By default it may not after a longer sequence than it knows has begun: for steps that raise the alarm at such
    /// a lead no earlier than at the byte after it.
    #[inline(always)]
    #[must_use]
    fn guard([third, second, _]: [u8; REACH]) -> bool {
        match Self::LOOKBACK {
            1 => third < LEAD4 && second < LEAD3,
            2 => third < LEAD4 && second < LEAD4,
            _ => true,
        }
    }

    /// Nothing validated, nothing wrong.
    fn start(self, simd: S) -> Self::Acc;

    /// Validates a vector of windows: in every lane `b[0]` is the byte in question, `b[1]`, `b[2]` and `b[3]`
    /// are the ones before it, the nearest first.
    fn step(self, simd: S, acc: Self::Acc, b: [S::V; 4]) -> Self::Acc;

    /// One bit a lane: whether something was wrong in it.
    fn errors(self, simd: S, acc: Self::Acc) -> u64;

    /// Whether nothing was wrong in any lane: whether [`errors`](Self::errors) is 0.
    #[inline(always)]
    fn is_sound(self, simd: S, acc: Self::Acc) -> bool {
        self.errors(simd, acc) == 0
    }
}
