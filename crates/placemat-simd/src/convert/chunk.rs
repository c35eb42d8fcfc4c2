//! Chunks: blocks that are converted before the accumulator is checked.

use super::blocks::{BEFORE, Four, SPARE};
use super::{backend::ToUtf16, frame::is_continuation};
use crate::validate::{Step, steps::LEAD4};
use crate::{BLOCK, Patience};

/// Bytes in a chunk, and the maximum number of units it becomes.
pub(super) const CHUNK: usize = 16 * BLOCK;

/// The destination of a chunk.
pub(super) type Dst = [u16; CHUNK + SPARE];

/// A chunk, the bytes before it and the byte after it.
pub(super) type Chunk = [u8; BEFORE + CHUNK + 1];

/// Whether to expect four-byte characters. Without them, validation and conversion are cheaper, but if one occurs,
/// the chunk has to be converted again.
#[derive(Clone, Copy, Debug)]
pub(super) struct Expectation {
    is_expected: bool,
    /// The number of chunks since that changed.
    chunks: u32,
    /// For how many chunks they are expected after they occurred.
    patience: Patience,
}

impl Expectation {
    pub(super) const NONE: Self = Self { is_expected: false, chunks: 0, patience: Patience(1) };

    /// Converts a chunk. Returns the number of units, or `None` if the chunk has an error.
    #[inline(always)]
    pub(super) fn convert<K: ToUtf16>(&mut self, kernel: K, chunk: &Chunk, dst: &mut Dst) -> Option<usize> {
        self.chunks = self.chunks.saturating_add(1);
        if self.is_expected && self.patience.is_over(self.chunks) {
            (self.is_expected, self.chunks) = (false, 1);
        }
        if !self.is_expected {
            let [fourth, before @ ..] = chunk.first_chunk::<4>()?;
            if *fourth < LEAD4
                && K::ValidateThree::guard(*before)
                && let Some(units) = convert::<K, K::ValidateThree>(kernel, chunk, Four::Never, dst)
            {
                return Some(units);
            }
            self.patience.failed_after(self.chunks);
            (self.is_expected, self.chunks) = (true, 1);
        }
        convert::<K, K::Validate>(kernel, chunk, Four::Often, dst)
    }
}

/// Validates and converts a chunk in one mode. Returns the number of units, or `None` if the chunk has an error.
#[inline(always)]
fn convert<K: ToUtf16, M: Step<K>>(kernel: K, chunk: &Chunk, four: Four, dst: &mut Dst) -> Option<usize> {
    let step = M::default();
    let mut acc = step.start(kernel);
    let (mut written, mut block) = (0, 0);
    while block < CHUNK {
        let frame = chunk[block..].first_chunk()?;
        let units;
        (acc, units) = kernel.block((step, acc), frame, four, dst, written);
        written += units;
        block += BLOCK;
    }
    step.is_valid(kernel, acc).then_some(written)
}

/// Validates and converts a chunk with a branch per block for ASCII. Returns the numbers of units and of other
/// blocks, or `None` if the chunk has an error.
#[inline(always)]
pub(super) fn convert_mixed<K: ToUtf16>(kernel: K, chunk: &Chunk, dst: &mut Dst) -> Option<(usize, usize)> {
    let step = K::Validate::default();
    let mut acc = step.start(kernel);
    let (mut written, mut others) = (0, 0);
    // No lane of the block before validates the first byte of a block if it is ASCII.
    let breaks_off = |frame: &[u8]| matches!(frame, [_, _, ..0x80, byte, ..] if is_continuation(*byte));
    let mut is_broken = breaks_off(&chunk[CHUNK..]);
    let mut block = 0;
    while block < CHUNK {
        let frame = chunk[block..].first_chunk()?;
        let left = dst[written..].first_chunk_mut()?;
        if kernel.widen(frame[BEFORE..].first_chunk::<BLOCK>()?, left) {
            written += BLOCK;
        } else {
            is_broken |= breaks_off(frame);
            let units;
            (acc, units) = kernel.block((step, acc), frame, Four::Rarely, dst, written);
            written += units;
            others += 1_usize;
        }
        block += BLOCK;
    }
    (!is_broken && step.is_valid(kernel, acc)).then_some((written, others))
}
