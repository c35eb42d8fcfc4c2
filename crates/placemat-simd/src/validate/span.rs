//! Spans: blocks that are validated in one mode before the accumulator is looked at.

use super::{
    Kernel, Step,
    chunk::Chunk,
    window::{GROUP, Group, before, validate, window},
};
use crate::{BLOCK, REACH, Window};

/// Blocks that can be validated in any mode.
pub(super) trait Blocks: Copy {
    /// What is left to be validated after them.
    type Left;

    /// The bytes before the first block.
    fn before(self) -> [u8; REACH];

    /// Validates them in one mode: what is left, if nothing is wrong.
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
        if step.is_sound(kernel, acc) { Some(()) } else { None }
    }
}

/// Blocks of a chunk that are still to be validated. The first GROUP of them, or fewer, make a span.
#[derive(Clone, Copy)]
pub(super) struct Span<'a> {
    bytes: &'a [u8],
    chunk: Chunk,
    /// One bit a block: it is to be validated.
    set: u64,
    /// One bit a block: the block after it is validated as well, so a sequence may go on there. At the end
    /// of any other block of `set` every sequence must be complete, since the next block is skipped.
    open: u64,
}

impl<'a> Span<'a> {
    /// Blocks of the chunk from the first one of `left` on.
    #[inline(always)]
    pub(super) fn new(bytes: &'a [u8], chunk: Chunk, left: u64) -> Self {
        // What is after the chunk is validated, or asked for, with the next one.
        Self { bytes, chunk, set: left, open: left >> 1 | 1 << (chunk.blocks - 1) }
    }

    /// The first block.
    #[inline(always)]
    fn first(self) -> usize {
        self.set.trailing_zeros() as usize
    }

    /// How many blocks from the first one on are to be validated, in a row, each open at its end.
    #[inline(always)]
    fn run(self) -> usize {
        (!(self.set & self.open) >> self.first()).trailing_zeros() as usize
    }

    /// Whether there are no more blocks than those of the run: each is followed by another, or ends the
    /// chunk.
    #[inline(always)]
    fn is_run(self) -> bool {
        self.set & !self.open == 0
    }

    /// Validates up to GROUP blocks in one mode, wherever they are.
    #[inline(always)]
    fn validate_some<K: Kernel, M: Step<K>>(self, kernel: K, step: M) -> Option<u64> {
        let mut acc = step.start(kernel);
        let mut unfinished = kernel.splat(0);
        let mut left = self.set;
        let mut blocks = 0;
        while left != 0 && blocks < GROUP {
            let block = left.trailing_zeros();
            let window = window(self.bytes, self.chunk.block(block as usize))?;
            acc = validate::<K, M>(kernel, step, acc, window);
            unfinished = kernel.or(unfinished, over_limits(kernel, window, self.open >> block & 1 != 0));
            left &= left - 1;
            blocks += 1;
        }
        let is_sound = step.is_sound(kernel, acc) && kernel.nonzero(unfinished) == 0;
        if is_sound { Some(left) } else { None }
    }
}

impl Blocks for Span<'_> {
    /// The blocks that are left.
    type Left = u64;

    #[inline(always)]
    fn before(self) -> [u8; REACH] {
        before(self.bytes, self.chunk.block(self.first()))
    }

    #[inline(always)]
    fn validate_in_mode<K: Kernel, M: Step<K>>(self, kernel: K, step: M) -> Option<u64> {
        let run = self.run();
        if self.is_run() && run <= GROUP {
            let rest = self.bytes.get(self.chunk.block(self.first()) - REACH..)?;
            let acc = validate_run::<K, M>(kernel, step, rest, run);
            if step.is_sound(kernel, acc) { Some(0) } else { None }
        } else {
            self.validate_some(kernel, step)
        }
    }
}

/// Validates so many blocks in a row in one mode; before the first are REACH bytes.
#[inline(always)]
fn validate_run<K: Kernel, M: Step<K>>(kernel: K, step: M, mut rest: &[u8], mut blocks: usize) -> M::Acc {
    let mut acc = step.start(kernel);
    while let Some(window) = rest.first_chunk()
        && blocks > 0
    {
        acc = validate::<K, M>(kernel, step, acc, window);
        rest = &rest[BLOCK..];
        blocks -= 1;
    }
    acc
}

/// Not 0 in a lane where the block, if it is not open at its end, cuts a sequence off.
#[inline(always)]
pub(super) fn over_limits<K: Kernel>(kernel: K, window: &Window, is_open: bool) -> K::V {
    let limits = LIMITS[usize::from(is_open)].window();
    let last = REACH + BLOCK - K::LANES;
    kernel.sub_saturating(kernel.load(window, last), kernel.load(limits, last))
}

/// The largest bytes that a block may have: anything if it is open at its end; otherwise the last three must
/// not be a lead whose sequence reaches further.
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
