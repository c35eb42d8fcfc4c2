//! Chunks: up to 32 consecutive blocks, and which of them have to be validated.

use super::window::GROUP;
use crate::BLOCK;

/// Blocks in a chunk.
pub(super) const CHUNK: usize = 32;

/// Blocks in the first chunk: an error near the start of a long input must not wait for a scan of many KiB, and whole
/// groups are validated fastest.
pub(super) const FIRST_CHUNK: usize = GROUP;

/// Consecutive blocks.
#[derive(Clone, Copy)]
pub(super) struct Chunk {
    /// The offset of the first block.
    pub(super) at: usize,
    pub(super) blocks: usize,
    /// One bit per block: set if it has to be validated. The others are ASCII.
    pub(super) set: u64,
}

impl Chunk {
    #[inline(always)]
    pub(super) fn empty(at: usize) -> Self {
        Self { at, blocks: 0, set: 0 }
    }

    /// The chunk of up to `size` blocks at offset `at`, with no block in the set.
    #[inline(always)]
    pub(super) fn new(bytes: &[u8], at: usize, size: usize) -> Self {
        let blocks = ((bytes.len() - at) / BLOCK).min(size);
        Self { at, blocks, set: 0 }
    }

    /// The share of the set in the chunk, in 64ths. (Only the last chunk can have another size than these two, and only
    /// speed depends on its share.)
    #[inline(always)]
    pub(super) fn share(self) -> u32 {
        self.set.count_ones() << if self.blocks == CHUNK { 1 } else { 2 }
    }

    /// The offset of a block.
    #[inline(always)]
    pub(super) fn block(self, block: usize) -> usize {
        self.at + block * BLOCK
    }

    /// The offset of the chunk's end.
    #[inline(always)]
    pub(super) fn end(self) -> usize {
        self.block(self.blocks)
    }
}

const _: () = assert!(CHUNK < 64, "a chunk's blocks are the bits of a word, and there is one to spare");
const _: () = assert!(CHUNK << 1 == 64 && FIRST_CHUNK << 2 == 64, "shares are in 64ths");
