//! Spans: blocks that are judged in one mode before the accumulator is looked at.

use super::{
    Kernel, Mode, Step,
    chunk::Chunk,
    modes::Modes,
    window::{GROUP, Group, before, is_sound, judge, window},
};
use crate::{BLOCK, REACH, Window};

/// Blocks of a chunk that are still to be judged. The first GROUP of them, or fewer, make a span.
#[derive(Clone, Copy)]
pub(super) struct Span {
    chunk: Chunk,
    /// One bit a block: it is to be judged.
    set: u64,
    /// One bit a block: the block after it is judged as well, so a sequence may go on there. At the end
    /// of any other block of `set` every sequence must be complete, since the next block is skipped.
    open: u64,
}

impl Span {
    /// Blocks of the chunk from the first one of `left` on.
    #[inline(always)]
    pub(super) fn new(chunk: Chunk, left: u64) -> Self {
        // What is after the chunk is judged, or asked for, with the next one.
        Self { chunk, set: left, open: left >> 1 | 1 << (chunk.blocks - 1) }
    }

    /// The first block.
    #[inline(always)]
    fn first(self) -> usize {
        self.set.trailing_zeros() as usize
    }

    /// How many blocks from the first one on are to be judged, in a row, each open at its end.
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

    /// Judges the span in the present mode, and in a fuller one where that one does not suffice; the blocks
    /// that are left. The error is an octet before which nothing is wrong.
    #[inline(always)]
    pub(super) fn judge<K: Kernel>(self, kernel: K, bytes: &[u8], modes: &mut Modes) -> Result<u64, usize> {
        modes.next_span();
        let before = before(bytes, self.chunk.block(self.first()));
        if modes.now == Mode::Two {
            if K::Two::guard(before)
                && let (true, left) = self.judge_in_mode(kernel, K::Two::default(), bytes)
            {
                return Ok(left);
            }
            modes.fuller();
        }
        if modes.now == Mode::Three {
            if K::Three::guard(before)
                && let (true, left) = self.judge_in_mode(kernel, K::Three::default(), bytes)
            {
                return Ok(left);
            }
            modes.fuller();
        }
        match self.judge_in_mode(kernel, K::Full::default(), bytes) {
            (true, left) => Ok(left),
            (false, left) => Err(self.first_error(kernel, bytes, self.set & !left)),
        }
    }

    /// Judges the span in one mode: whether nothing is wrong, and the blocks that are left.
    #[inline(always)]
    fn judge_in_mode<K: Kernel, M: Step<K>>(self, kernel: K, step: M, bytes: &[u8]) -> (bool, u64) {
        let first = self.first();
        let Some(rest) = bytes.get(self.chunk.block(first) - REACH..) else { return (false, 0) };
        let run = self.run();
        if run >= GROUP
            && let Some(group) = rest.first_chunk()
        {
            let acc = judge_group::<K, M>(kernel, step, group);
            let judged = u64::MAX >> (64 - GROUP) << first;
            (step.is_sound(kernel, acc), self.set & !judged)
        } else if self.is_run() {
            let acc = judge_run::<K, M>(kernel, step, rest, run);
            (step.is_sound(kernel, acc), 0)
        } else {
            self.judge_some(kernel, step, bytes)
        }
    }

    /// Judges up to GROUP blocks in one mode, wherever they are.
    #[inline(always)]
    fn judge_some<K: Kernel, M: Step<K>>(self, kernel: K, step: M, bytes: &[u8]) -> (bool, u64) {
        let mut acc = step.start(kernel);
        let mut unfinished = kernel.splat(0);
        let mut left = self.set;
        let mut blocks = 0;
        while left != 0 && blocks < GROUP {
            let block = left.trailing_zeros();
            let Some(window) = window(bytes, self.chunk.block(block as usize)) else {
                return (false, 0);
            };
            acc = judge::<K, M>(kernel, step, acc, window);
            let limits = LIMITS[(self.open >> block & 1) as usize].window();
            let last = REACH + BLOCK - K::LANES;
            let over = kernel.sub_saturating(kernel.load(window, last), kernel.load(limits, last));
            unfinished = kernel.or(unfinished, over);
            left &= left - 1;
            blocks += 1;
        }
        (step.is_sound(kernel, acc) && kernel.nonzero(unfinished) == 0, left)
    }

    /// After an alarm in full mode, when the blocks of `set` have been judged: the start of the first block
    /// in which something is wrong. Where a sequence is broken off at the end of one block, that shows in the
    /// next.
    #[inline(always)]
    fn first_error<K: Kernel>(self, kernel: K, bytes: &[u8], set: u64) -> usize {
        let mut block = set.trailing_zeros() as usize;
        let end = 64 - set.leading_zeros() as usize;
        while block + 1 < end {
            match window(bytes, self.chunk.block(block)) {
                Some(window) if is_sound(kernel, window) => block += 1,
                _ => break,
            }
        }
        self.chunk.block(block)
    }
}

/// Judges all blocks of a group in one mode.
#[inline(always)]
fn judge_group<K: Kernel, M: Step<K>>(kernel: K, step: M, group: &Group) -> M::Acc {
    let mut acc = step.start(kernel);
    let mut block = 0;
    while block < GROUP {
        let mut turn = 0;
        while turn < K::UNROLL {
            let at = (block + turn) % GROUP * BLOCK;
            if let Some(window) = group[at..].first_chunk() {
                acc = judge::<K, M>(kernel, step, acc, window);
            }
            turn += 1;
        }
        block += K::UNROLL;
    }
    acc
}

/// Judges so many blocks in a row in one mode; before the first are REACH octets.
#[inline(always)]
fn judge_run<K: Kernel, M: Step<K>>(kernel: K, step: M, mut rest: &[u8], mut blocks: usize) -> M::Acc {
    let mut acc = step.start(kernel);
    while let Some(window) = rest.first_chunk()
        && blocks > 0
    {
        acc = judge::<K, M>(kernel, step, acc, window);
        rest = &rest[BLOCK..];
        blocks -= 1;
    }
    acc
}

/// The largest octets that a block may have: anything if it is open at its end; otherwise the last three must
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
