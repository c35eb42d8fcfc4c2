//! Chunks: up to 64 blocks, with one bit a block that says whether it holds anything but ASCII.
//!
//! Blocks are judged in any order, or not at all, since no state connects them. A chunk is first scanned for blocks
//! that are not ASCII, without a branch a block; then only those are judged, from a worklist of bits. What that
//! costs is a mispredicted branch or two a chunk, where a test at every block costs one at every change of script. A
//! chunk that is mostly not ASCII is judged straight through, and so are the next few, unscanned.
//!
//! A block is skipped only if it is ASCII and no sequence reaches into it: the block before it must be complete at its
//! end.

use super::{complete, mode::Modes, span::Span, window};
use crate::{BLOCK, GROUP, Kernel, REACH, STRETCH};

/// Blocks of a chunk: as many as a word has bits.
const CHUNK: usize = 64;

/// Blocks of the first chunk. An error at the start of a long input must not wait for a scan of 4 KiB; but a whole group is
/// judged best.
const FIRST_CHUNK: usize = GROUP;

/// Chunks behind a dense one that are taken to be dense as well.
const STRAIGHT: u32 = 6;

/// The way through the blocks between head and tail.
pub(super) struct Walk<'a, K> {
    pub(super) kernel: K,
    pub(super) bytes: &'a [u8],
    /// Where the present chunk begins.
    pub(super) at: usize,
    pub(super) modes: Modes,
    /// How many chunks are still judged without a scan.
    straight: u32,
}

impl<'a, K: Kernel> Walk<'a, K> {
    /// From octet `at` on; at least REACH octets are before it, and they have been judged.
    #[inline(always)]
    pub(super) fn new(kernel: K, bytes: &'a [u8], at: usize) -> Self {
        Self { kernel, bytes, at, modes: Modes::START, straight: 0 }
    }

    /// Judges all whole blocks. The error is an octet before which nothing is wrong.
    #[inline(always)]
    pub(super) fn run(mut self) -> Result<(), usize> {
        let mut size = FIRST_CHUNK;
        loop {
            let blocks = ((self.bytes.len() - self.at) / BLOCK).min(size);
            if blocks == 0 {
                return Ok(());
            }
            self.modes.next_chunk();
            let set = self.worklist(blocks);
            if set == 0 {
                if !complete(self.before(0)) {
                    return Err(self.at);
                }
                self.at += blocks * BLOCK;
                self.skip_ascii();
            } else {
                self.judge_chunk(set, blocks)?;
                self.at += blocks * BLOCK;
            }
            size = (2 * size).min(CHUNK);
        }
    }

    /// Which of the next blocks to judge: those that are not ASCII, or all if most are not.
    #[inline(always)]
    fn worklist(&mut self, blocks: usize) -> u64 {
        let all = u64::MAX >> (CHUNK - blocks);
        if self.straight > 0 && !self.probes_are_ascii(blocks) {
            self.straight -= 1;
            return all;
        }
        let set = self.not_ascii(blocks);
        if set.count_ones() as usize * CHUNK > K::DENSE as usize * blocks {
            self.straight = STRAIGHT;
            return all;
        }
        self.straight = 0;
        set
    }

    /// One bit a block, the first one's lowest: whether there is anything but ASCII.
    #[inline(always)]
    fn not_ascii(&self, blocks: usize) -> u64 {
        let mut set = 0;
        let mut block = 0;
        while block + GROUP <= blocks {
            if let Some(group) = self.group(block) {
                set |= u64::from(self.kernel.not_ascii(group)) << block;
            }
            block += GROUP;
        }
        while block < blocks {
            if let Some(window) = window(self.bytes, self.at + block * BLOCK) {
                set |= u64::from(!self.kernel.is_ascii(window)) << block;
            }
            block += 1;
        }
        set
    }

    /// Four octets, spread over the next blocks, are all ASCII: perhaps the script has changed.
    #[inline(always)]
    fn probes_are_ascii(&self, blocks: usize) -> bool {
        let quarter = blocks * BLOCK / 4;
        let mut any = 0;
        let mut probe = 0;
        while probe < 4 {
            any |= self.bytes.get(self.at + probe * quarter).copied().unwrap_or(0);
            probe += 1;
        }
        any < 0x80
    }

    /// Behind a chunk of nothing but ASCII: goes on while there is nothing else.
    #[inline(always)]
    fn skip_ascii(&mut self) {
        while let Some(stretch) = self.bytes.get(self.at - REACH..).and_then(|rest| rest.first_chunk())
            && self.kernel.is_ascii_stretch(stretch)
        {
            self.at += STRETCH * BLOCK;
        }
    }

    /// Judges the blocks of `set` among the next `blocks`; the others are ASCII.
    #[inline(always)]
    fn judge_chunk(&mut self, set: u64, blocks: usize) -> Result<(), usize> {
        if set & 1 == 0 && !complete(self.before(0)) {
            return Err(self.at);
        }
        let mut first = set.trailing_zeros() as usize;
        while first < CHUNK {
            let span = Span::cut(set, first, blocks);
            self.judge_span(span)?;
            let rest = if span.end() < CHUNK { set >> span.end() } else { 0 };
            first = span.end() + rest.trailing_zeros() as usize;
        }
        Ok(())
    }

    /// The three octets before a block of this chunk.
    #[inline(always)]
    pub(super) fn before(&self, block: usize) -> [u8; REACH] {
        let at = self.at + block * BLOCK;
        match self.bytes.get(at - REACH..) {
            Some([third, second, first, ..]) => [*third, *second, *first],
            // Never: the block lies inside. A lead is an answer that leads to a closer look.
            _ => [0xFF; REACH],
        }
    }
}
