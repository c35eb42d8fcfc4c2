//! Spans: blocks that are validated in one mode before the accumulator is checked.

use super::window::{GROUP, Group, before, validate, window};
use super::{Kernel, Step, chunk::Chunk};
use crate::{BLOCK, REACH, Window};

/// Blocks that can be validated in any mode.
pub(super) trait Blocks: Copy {
    /// What remains to be validated after them.
    type Left;

    /// The bytes before the first block.
    fn before(self) -> [u8; REACH];

    /// Validates the blocks in one mode. Returns what remains, or `None` if they contain an error.
    fn validate_in_mode<K: Kernel, M: Step<K>>(self, kernel: K, step: M) -> Option<Self::Left>;
}

/// All blocks of a group.
impl Blocks for &Group {
    type Left = ();

    #[inline(always)]
    fn before(self) -> [u8; REACH] {
        [self[0], self[1], self[2]]
    }

    #[inline(always)]
    fn validate_in_mode<K: Kernel, M: Step<K>>(self, kernel: K, step: M) -> Option<()> {
        let mut acc = step.start(kernel);
        let mut block = 0;
        while block < GROUP {
            let mut turn = 0;
            while turn < K::UNROLL {
                let at = (block + turn) % GROUP * BLOCK;
                if let Some(window) = self[at..].first_chunk() {
                    acc = validate::<K, M>(kernel, step, acc, window);
                }
                turn += 1;
            }
            block += K::UNROLL;
        }
        if step.is_valid(kernel, acc) { Some(()) } else { None }
    }
}

/// The blocks of a chunk that remain to be validated. Up to GROUP of them, from the first, make a span, whether they are
/// consecutive or not.
#[derive(Clone, Copy)]
pub(super) struct Span<'a> {
    bytes: &'a [u8],
    chunk: Chunk,
    /// One bit per block: set if it has to be validated.
    set: u64,
    /// One bit per block: set if the next block is validated as well, so a sequence may continue there. Any other
    /// block of `set` must end with a complete sequence, since the next block is skipped.
    open: u64,
}

impl<'a> Span<'a> {
    /// A span of the chunk's blocks in `left`.
    #[inline(always)]
    pub(super) fn new(bytes: &'a [u8], chunk: Chunk, left: u64) -> Self {
        // What follows the chunk is validated or checked with the next chunk.
        Self { bytes, chunk, set: left, open: left >> 1 | 1 << (chunk.blocks - 1) }
    }

    /// The first block.
    #[inline(always)]
    fn first(self) -> usize {
        self.set.trailing_zeros() as usize
    }
}

impl Blocks for Span<'_> {
    /// The remaining blocks.
    type Left = u64;

    #[inline(always)]
    fn before(self) -> [u8; REACH] {
        before(self.bytes, self.chunk.block(self.first()))
    }

    #[inline(always)]
    fn validate_in_mode<K: Kernel, M: Step<K>>(self, kernel: K, step: M) -> Option<u64> {
        let mut acc = step.start(kernel);
        let mut unfinished = kernel.splat(0);
        let mut left = self.set;
        let mut blocks = 0;
        while left != 0 && blocks < GROUP {
            let block = left.trailing_zeros();
            let window = window(self.bytes, self.chunk.block(block as usize))?;
            let last = kernel.load(window, REACH + BLOCK - K::LANES);
            acc = validate::<K, M>(kernel, step, acc, window);
            unfinished = kernel.or(unfinished, over_limits(kernel, last, self.open >> block & 1 != 0));
            left &= left - 1;
            blocks += 1;
        }
        let is_valid = step.is_valid(kernel, acc) && kernel.nonzero(unfinished) == 0;
        if is_valid { Some(left) } else { None }
    }
}

/// Nonzero in a lane if the block that ends with the vector `last` is not open at its end and cuts a sequence off.
#[inline(always)]
pub(super) fn over_limits<K: Kernel>(kernel: K, last: K::V, is_open: bool) -> K::V {
    let limits = LIMITS[usize::from(is_open)].window();
    kernel.sub_saturating(last, kernel.load(limits, REACH + BLOCK - K::LANES))
}

/// The maximum of each byte in a block: anything if the block is open at its end; otherwise the last three bytes must
/// not be lead bytes of sequences that extend beyond it.
static LIMITS: [Limits; 2] = {
    use super::steps::{LEAD, LEAD3, LEAD4};
    let open = [0xFF; Limits::LEN];
    let mut closed = open;
    closed[Limits::BEFORE + BLOCK] = LEAD4 - 1;
    closed[Limits::BEFORE + BLOCK + 1] = LEAD3 - 1;
    closed[Limits::BEFORE + BLOCK + 2] = LEAD - 1;
    [Limits(closed), Limits(open)]
};

/// A window whose block lies in one cache line.
#[repr(align(64))]
struct Limits([u8; Limits::LEN]);

impl Limits {
    const LEN: usize = 2 * BLOCK;
    const BEFORE: usize = BLOCK - REACH;

    #[inline(always)]
    fn window(&self) -> &Window {
        match self.0.last_chunk() {
            Some(window) => window,
            None => &[0; REACH + BLOCK],
        }
    }
}
