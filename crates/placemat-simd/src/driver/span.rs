//! Spans: blocks that are judged in one mode before anyone looks whether something was wrong.

use super::{chunk::Walk, judge, sound, window};
use crate::{AHEAD, BLOCK, GROUP, Group, Kernel, Mode, REACH, Step, Window};

/// Blocks `first..end` of a chunk, of which those in `set` are to be judged.
#[derive(Clone, Copy)]
pub(super) struct Span {
    first: usize,
    end: usize,
    /// One bit a block of the chunk: it is to be judged with this span.
    set: u64,
    /// One bit a block of the chunk: the block behind it is judged as well, so a sequence may go on there. At the end
    /// of any other block of `set` every sequence must be complete, since the next block is skipped.
    open: u64,
}

impl Span {
    /// The span that begins with block `first` of `set`, in a chunk of `blocks`: at most GROUP blocks to judge.
    #[inline(always)]
    pub(super) fn cut(set: u64, first: usize, blocks: usize) -> Self {
        let rest = set & u64::MAX << first;
        // What is behind the chunk is judged, or asked for, with the next one.
        let open = set >> 1 | 1 << (blocks - 1);
        let end = if rest.count_ones() as usize <= GROUP { blocks } else { first + GROUP };
        let set = if end < 64 { rest & !(u64::MAX << end) } else { rest };
        Self { first, end, set, open }
    }

    /// The block behind the span.
    #[inline(always)]
    pub(super) fn end(self) -> usize {
        self.end
    }

    /// Whether the span is GROUP blocks in a row, each open at its end.
    #[inline(always)]
    fn is_solid(self) -> bool {
        (self.set & self.open) >> self.first == (1 << GROUP) - 1
    }
}

impl<K: Kernel> Walk<'_, K> {
    /// Judges a span in the present mode, and in a fuller one where that one does not suffice. The error is an octet
    /// before which nothing is wrong.
    #[inline(always)]
    pub(super) fn judge_span(&mut self, span: Span) -> Result<(), usize> {
        let before = self.before(span.first);
        if self.modes.now == Mode::Two {
            if K::Two::guard(before) && self.span_is_sound(K::Two::default(), span) {
                return Ok(());
            }
            self.modes.fuller();
        }
        if self.modes.now == Mode::Three {
            if K::Three::guard(before) && self.span_is_sound(K::Three::default(), span) {
                return Ok(());
            }
            self.modes.fuller();
        }
        if self.span_is_sound(K::Full::default(), span) { Ok(()) } else { Err(self.first_error(span)) }
    }

    /// Judges a span in one mode.
    #[inline(always)]
    fn span_is_sound<M: Step<K>>(&self, step: M, span: Span) -> bool {
        let kernel = self.kernel;
        if span.is_solid()
            && let Some(group) = self.group(span.first)
        {
            return step.errors(kernel, judge_group::<K, M>(self.kernel, step, group)) == 0;
        }
        let mut acc = step.start(kernel);
        let mut unfinished = kernel.splat(0);
        let mut set = span.set;
        while set != 0 {
            let block = set.trailing_zeros();
            let at = self.at + block as usize * BLOCK;
            let Some(window) = window(self.bytes, at) else { return false };
            acc = judge::<K, M>(self.kernel, step, acc, window);
            let limits = &LIMITS[(span.open >> block & 1) as usize];
            let last = REACH + BLOCK - K::LANES;
            let over = kernel.sub_saturating(kernel.load(window, last), kernel.load(limits, last));
            unfinished = kernel.or(unfinished, over);
            set &= set - 1;
        }
        step.errors(kernel, acc) | kernel.nonzero(unfinished) == 0
    }

    /// Behind an alarm in full mode: the start of the first block of the span in which something is wrong. Where a
    /// sequence is broken off at the end of one block, that shows in the next.
    #[inline(always)]
    fn first_error(&self, span: Span) -> usize {
        let mut at = self.at + span.first * BLOCK;
        let mut block = span.first;
        while block + 1 < span.end {
            match window(self.bytes, at) {
                Some(window) if sound(self.kernel, window) => at += BLOCK,
                _ => break,
            }
            block += 1;
        }
        at
    }

    /// The group that begins with a block of this chunk, if all of it lies inside.
    #[inline(always)]
    pub(super) fn group(&self, block: usize) -> Option<&Group> {
        self.bytes.get(self.at + block * BLOCK - REACH..)?.first_chunk()
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
            kernel.prefetch(group, at + AHEAD);
            if let Some(window) = group[at..].first_chunk() {
                acc = judge::<K, M>(kernel, step, acc, window);
            }
            turn += 1;
        }
        block += K::UNROLL;
    }
    acc
}

/// The largest octets that a block may have: anything if it is open at its end; otherwise the last three must not
/// be a lead whose sequence reaches further.
static LIMITS: [Window; 2] = {
    use crate::steps::{LEAD, LEAD3, LEAD4};
    let open = [0xFF; REACH + BLOCK];
    let mut closed = open;
    closed[BLOCK] = LEAD4 - 1;
    closed[BLOCK + 1] = LEAD3 - 1;
    closed[BLOCK + 2] = LEAD - 1;
    [closed, open]
};
