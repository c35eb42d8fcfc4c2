//! Chunks: blocks that are converted before the accumulator is checked.

use super::{
    backend::Convert,
    blocks::{BEFORE, Four, SPARE},
    frame::is_continuation,
};
use crate::{
    BLOCK,
    validate::{Step, steps::LEAD4},
};

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
    /// The number of chunks for which they are still expected.
    expected: u32,
    /// The number of chunks for which they were expected last time.
    patience: u32,
    /// The number of chunks without any since then.
    without: u32,
}

impl Expectation {
    pub(super) const NONE: Self = Self { expected: 0, patience: 1, without: 0 };

    /// This many chunks without any make up for a chunk that is converted twice.
    const WORTH: u32 = 8;
    const MOST_PATIENCE: u32 = 256;

    /// Converts a chunk. Returns the number of units, or `None` if the chunk has an error.
    #[inline(always)]
    pub(super) fn convert<K: Convert>(&mut self, kernel: K, chunk: &Chunk, dst: &mut Dst) -> Option<usize> {
        if self.expected == 0 {
            let [fourth, before @ ..] = chunk.first_chunk::<4>()?;
            if *fourth < LEAD4
                && K::ValidateThree::guard(*before)
                && let Some(units) = convert::<K, K::ValidateThree>(kernel, chunk, Four::Never, dst)
            {
                self.without = self.without.saturating_add(1);
                return Some(units);
            }
            self.patience =
                if self.without >= Self::WORTH { 1 } else { (2 * self.patience).min(Self::MOST_PATIENCE) };
            self.expected = self.patience;
            self.without = 0;
        }
        self.expected -= 1;
        convert::<K, K::Validate>(kernel, chunk, Four::Often, dst)
    }
}

/// Validates and converts a chunk in one mode. Returns the number of units, or `None` if the chunk has an error.
#[inline(always)]
fn convert<K: Convert, M: Step<K>>(kernel: K, chunk: &Chunk, four: Four, dst: &mut Dst) -> Option<usize> {
    let step = M::default();
    let mut acc = step.start(kernel);
    let (mut written, mut block) = (0, 0);
    while block < CHUNK {
        let window = chunk[block..].first_chunk()?;
        let units;
        (acc, units) = kernel.block((step, acc), window, four, dst, written);
        written += units;
        block += BLOCK;
    }
    step.is_valid(kernel, acc).then_some(written)
}

/// Validates and converts a chunk with a branch per block for ASCII. Returns the numbers of units and of other
/// blocks, or `None` if the chunk has an error.
#[inline(always)]
pub(super) fn convert_mixed<K: Convert>(kernel: K, chunk: &Chunk, dst: &mut Dst) -> Option<(usize, usize)> {
    let step = K::Validate::default();
    let mut acc = step.start(kernel);
    let (mut written, mut others) = (0, 0);
    // No lane of the block before validates the first byte of a block if it is ASCII.
    let breaks_off = |window: &[u8]| matches!(window, [_, _, ..0x80, byte, ..] if is_continuation(*byte));
    let mut is_broken = breaks_off(&chunk[CHUNK..]);
    let mut block = 0;
    while block < CHUNK {
        let window = chunk[block..].first_chunk()?;
        let left = dst[written..].first_chunk_mut()?;
        if kernel.widen(window[BEFORE..].first_chunk::<BLOCK>()?, left) {
            written += BLOCK;
        } else {
            is_broken |= breaks_off(window);
            let units;
            (acc, units) = kernel.block((step, acc), window, Four::Rarely, dst, written);
            written += units;
            others += 1_usize;
        }
        block += BLOCK;
    }
    (!is_broken && step.is_valid(kernel, acc)).then_some((written, others))
}
