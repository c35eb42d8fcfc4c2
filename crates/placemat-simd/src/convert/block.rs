//! Validates and converts a block of a chunk, without checking the accumulator.

use super::{Compress, Window, frame::vectors, lanes::units_and_pairs};
use crate::{BLOCK, validate::Step};

/// Whether a block may contain four-byte characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Four {
    /// Never: no lane sees one.
    Never,
    /// Rarely: a branch may pay off.
    Rarely,
    /// Often: a branch that changes from vector to vector would cost more than it saves.
    Often,
}

/// [`Compress::block`], vector by vector.
#[inline(always)]
pub(super) fn by_vectors<K: Compress, M: Step<K>>(
    kernel: K,
    (step, mut acc): (M, M::Acc),
    window: &Window,
    four: Four,
    dst: &mut [u16],
    at: usize,
) -> (M::Acc, usize) {
    let mut written = 0;
    let mut lane = 0;
    while lane < BLOCK {
        let b = vectors(kernel, window, lane);
        let [b0, b1, b2, b3, _] = b;
        acc = step.step(kernel, acc, [b0, b1, b2, b3]);
        let lanes = match four {
            Four::Never => kernel.units_of_three([b0, b1, b2, b3]),
            // A whole block of such text mostly contains pairs.
            Four::Often if K::LANES < BLOCK => units_and_pairs(kernel, b),
            Four::Often | Four::Rarely => kernel.units(b),
        };
        written += kernel.compress_lanes(lanes, dst, at + written);
        lane += K::LANES;
    }
    (acc, written)
}
