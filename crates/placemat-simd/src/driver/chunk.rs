//! Chunks: up to 32 blocks, with one bit a block that says whether it holds anything but ASCII.
//!
//! Blocks are judged in any order, or not at all, since no state connects them. A chunk is first scanned for blocks
//! that are not ASCII, without a branch a block; then only those are judged, from a worklist of bits. What that
//! costs is a mispredicted branch or two a chunk, where a test at every block costs one at every change of script. A
//! chunk with much that is not ASCII is judged straight through; where the text is like that, unscanned.
//!
//! A block is skipped only if it is ASCII and no sequence reaches into it: the block before it must be complete at its
//! end.

use super::{ascii, complete, density::Density, mode::Modes, span::Span, window};
use crate::{BLOCK, GROUP, Kernel, REACH};

/// Blocks of a chunk.
const CHUNK: usize = 32;

/// Blocks of the first chunk. An error at the start of a long input must not wait for scans of many KiB; but a whole group is
/// judged best.
const FIRST_CHUNK: usize = GROUP;

/// Chunks of nothing but ASCII behind which more are expected.
const ASCII_CHUNKS: u32 = 4;

/// The way through the blocks between head and tail.
pub(super) struct Walk<'a, K> {
    pub(super) kernel: K,
    pub(super) bytes: &'a [u8],
    pub(super) modes: Modes,
}

/// Some blocks in a row.
#[derive(Clone, Copy)]
pub(super) struct Chunk {
    /// The octet with which it begins.
    pub(super) at: usize,
    pub(super) blocks: usize,
    /// One bit a block: it is to be judged. The others are ASCII.
    pub(super) set: u64,
}

impl<'a, K: Kernel> Walk<'a, K> {
    pub(super) fn new(kernel: K, bytes: &'a [u8]) -> Self {
        Self { kernel, bytes, modes: Modes::START }
    }

    /// Judges all whole blocks from octet `at` on; at least REACH octets are before it, and they have been judged. The error
    /// is an octet before which nothing is wrong.
    #[inline(always)]
    pub(super) fn run(mut self, at: usize) -> Result<(), usize> {
        let mut chunk = Chunk::empty(at);
        let mut size = FIRST_CHUNK;
        let mut ascii_chunks = 0;
        let mut density = Density::start::<K>(self.bytes, chunk);
        loop {
            // The next chunk is scanned before this one is judged. While the processor waits for memory, or has mistaken how
            // many blocks are to be judged, it is busy with the one or the other.
            let unscanned = density.is_enough::<K>();
            let mut next = self.all(chunk.end(), size);
            if !unscanned {
                let set = self.not_ascii(next);
                let share = next.share(set);
                density.add(share);
                if share <= K::DENSE {
                    next.set = set;
                }
            }
            self.judge_chunk(chunk)?;
            if unscanned {
                density.add_unscanned::<K>(self.kernel, self.bytes, chunk);
            }
            if next.blocks == 0 {
                return Ok(());
            }
            ascii_chunks = if next.set == 0 { ascii_chunks + 1 } else { 0 };
            if ascii_chunks > ASCII_CHUNKS {
                // The chunk before was ASCII too, so nothing goes on in this one.
                let at = ascii::behind_stretches(self.kernel, self.bytes, next.end());
                next = Chunk::empty(at);
            }
            chunk = next;
            size = (2 * size).min(CHUNK);
        }
    }

    /// The chunk of at most `size` blocks that begins at octet `at`, with all its blocks.
    #[inline(always)]
    fn all(&self, at: usize, size: usize) -> Chunk {
        let blocks = ((self.bytes.len() - at) / BLOCK).min(size);
        Chunk { at, blocks, set: (1 << blocks) - 1 }
    }

    /// One bit a block of the chunk, the first one's lowest: whether there is anything but ASCII.
    #[inline(always)]
    fn not_ascii(&self, chunk: Chunk) -> u64 {
        let mut set = 0;
        let mut block = 0;
        while block + GROUP <= chunk.blocks {
            if let Some(group) =
                self.bytes.get(chunk.block(block) - REACH..).and_then(|rest| rest.first_chunk())
            {
                set |= u64::from(ascii::not_ascii(self.kernel, group)) << block;
            }
            block += GROUP;
        }
        while block < chunk.blocks {
            if let Some(window) = window(self.bytes, chunk.block(block)) {
                set |= u64::from(!ascii::is_ascii(self.kernel, window, REACH)) << block;
            }
            block += 1;
        }
        set
    }

    /// Judges the blocks of the chunk that are to be judged.
    #[inline(always)]
    fn judge_chunk(&mut self, chunk: Chunk) -> Result<(), usize> {
        // Nobody can foretell whether the first block is ASCII, so there is no branch for that.
        let skips_first = (chunk.set & 1 == 0) & (chunk.blocks > 0);
        if skips_first & !complete(self.before(chunk.at)) {
            return Err(chunk.at);
        }
        let mut left = chunk.set;
        while left != 0 {
            left = self.judge_span(Span::new(chunk, left))?;
        }
        Ok(())
    }

    /// The three octets before octet `at`.
    #[inline(always)]
    pub(super) fn before(&self, at: usize) -> [u8; REACH] {
        match self.bytes.get(at - REACH..) {
            Some([third, second, first, ..]) => [*third, *second, *first],
            // Never: the octet lies inside. A lead is an answer that leads to a closer look.
            _ => [0xFF; REACH],
        }
    }
}

impl Chunk {
    #[inline(always)]
    fn empty(at: usize) -> Self {
        Self { at, blocks: 0, set: 0 }
    }

    /// How many 64ths of the chunk the blocks of a set are. (A chunk of another size is the last one, and nothing hangs on
    /// it.)
    #[inline(always)]
    fn share(self, set: u64) -> u32 {
        set.count_ones() << if self.blocks == CHUNK { 1 } else { 2 }
    }

    /// The octet with which a block begins.
    #[inline(always)]
    pub(super) fn block(self, block: usize) -> usize {
        self.at + block * BLOCK
    }

    /// The octet behind it.
    #[inline(always)]
    fn end(self) -> usize {
        self.block(self.blocks)
    }
}

const _: () = assert!(ASCII_CHUNKS > 0, "behind the first chunk of ASCII a sequence can be cut off");
const _: () = assert!(CHUNK < 64, "a chunk's blocks are the bits of a word, and there is one to spare");
const _: () = assert!(CHUNK << 1 == 64 && FIRST_CHUNK << 2 == 64, "shares are in 64ths");
