//! Chunks: up to 32 blocks in a row, and which of them are to be validated.

use super::window::GROUP;
use crate::BLOCK;

/// Blocks of a chunk.
pub(super) const CHUNK: usize = 32;

/// Blocks of the first chunk. An error at the start of a long input must not wait for scans of many KiB; but
/// a whole group is validated best.
pub(super) const FIRST_CHUNK: usize = GROUP;

/// Some blocks in a row.
#[derive(Clone, Copy)]
pub(super) struct Chunk {
    /// The byte with which it begins.
    pub(super) at: usize,
    pub(super) blocks: usize,
    /// One bit a block: it is to be validated. The others are ASCII.
    pub(super) set: u64,
}

impl Chunk {
    #[inline(always)]
    pub(super) fn empty(at: usize) -> Self {
        Self { at, blocks: 0, set: 0 }
    }

    /// The chunk of at most `size` blocks that begins at byte `at`, with all its blocks.
    #[inline(always)]
    pub(super) fn whole(bytes: &[u8], at: usize, size: usize) -> Self {
        let blocks = ((bytes.len() - at) / BLOCK).min(size);
        Self { at, blocks, set: (1 << blocks) - 1 }
    }

    /// How many 64ths of the chunk the blocks of a set are. (A chunk of another size is the last one, and
    /// nothing depends on it.)
    #[inline(always)]
    pub(super) fn share(self, set: u64) -> u32 {
        set.count_ones() << if self.blocks == CHUNK { 1 } else { 2 }
    }

    /// The byte with which a block begins.
    #[inline(always)]
    pub(super) fn block(self, block: usize) -> usize {
        self.at + block * BLOCK
    }

    /// The byte after it.
    #[inline(always)]
    pub(super) fn end(self) -> usize {
        self.block(self.blocks)
    }
}

const _: () = assert!(CHUNK < 64, "a chunk's blocks are the bits of a word, and there is one to spare");
const _: () = assert!(CHUNK << 1 == 64 && FIRST_CHUNK << 2 == 64, "shares are in 64ths");
