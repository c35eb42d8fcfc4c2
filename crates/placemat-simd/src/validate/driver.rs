//! The driver: the loop over the blocks between head and tail.
//!
//! No state connects blocks, so they can be validated in any order, or skipped. In dense text (most blocks are not
//! ASCII) the driver validates all blocks, group by group. Otherwise it first scans a chunk for blocks that are not
//! ASCII, without a branch per block, and then validates only those, from a worklist of bits. That costs one or two
//! mispredicted branches per chunk, where checking each block would cost one at every change of script.
//!
//! ```text
//! loop
//!     while most blocks are not ASCII:  validate a group of blocks in the current mode
//!     next = the bits of blocks of the next chunk that are not ASCII
//!     validate the blocks of this chunk whose bits are set; this chunk = next
//! ```
//!
//! The next chunk is scanned before this one is validated, so the processor can do one while the other waits.
//!
//! A block is skipped only if it is ASCII and no sequence reaches into it: the block before must be complete at its
//! end.

use super::chunk::{CHUNK, Chunk, FIRST_CHUNK};
use super::density::{Density, largest_of_eight};
use super::window::{GROUP, before, complete, group, window};
use super::{
    Kernel, PrefetchPolicy, ascii, modes::Modes, prefetch::Prefetcher, span::Span, uncached::is_valid_after,
};
use crate::{BLOCK, REACH, Window};

pub(super) struct Driver<'a, K> {
    kernel: K,
    bytes: &'a [u8],
    prefetch: Prefetcher,
    modes: Modes,
    density: Density,
    /// Whether to scan for ASCII blocks where the text is not dense. If not, all blocks are validated.
    scans: bool,
}

impl<'a, K: Kernel> Driver<'a, K> {
    /// A driver for the blocks from offset `at` on.
    #[inline(always)]
    pub(super) fn new(kernel: K, policy: PrefetchPolicy, scans: bool, bytes: &'a [u8], at: usize) -> Self {
        let largest = largest_of_eight(group(bytes, at));
        Self {
            kernel,
            bytes,
            prefetch: Prefetcher::new(policy),
            modes: Modes::start(largest),
            density: Density::start::<K>(largest),
            scans,
        }
    }

    /// Validates all whole blocks of `piece` from `at` on. At least REACH valid bytes come before `at`. An error is the
    /// offset of a chunk or group that contains an error; all before it is valid.
    #[inline(always)]
    pub(super) fn run(&mut self, piece: &'a [u8], mut at: usize) -> Result<(), usize> {
        self.bytes = piece;
        let mut size = FIRST_CHUNK;
        loop {
            if self.is_dense() {
                at = self.all(at)?;
                size = CHUNK;
            }
            if self.bytes.len() - at < BLOCK {
                return Ok(());
            }
            at = self.scanned(at, size)?;
        }
    }

    /// Whether all blocks are validated.
    #[inline(always)]
    fn is_dense(&self) -> bool {
        !self.scans || self.density.is_enough::<K>()
    }

    /// Validates all blocks, group by group, while the text is dense. Returns the offset after them. Less than a group
    /// is left over only if no group came before it.
    #[inline(always)]
    fn all(&mut self, start: usize) -> Result<usize, usize> {
        let mut at = start;
        loop {
            let Some(group) = group(self.bytes, at) else {
                let blocks = (self.bytes.len() - at) / BLOCK;
                if blocks == 0 || at == start {
                    return Ok(at);
                }
                // The last group overlaps the one before: the group loop is unrolled and has a fixed length.
                at = at + blocks * BLOCK - GROUP * BLOCK;
                continue;
            };
            self.prefetch.lines_ahead(self.kernel, self.bytes, at, GROUP);
            let is_valid = match self.before_far(at) {
                Some(before) => is_valid_after(self.kernel, before, group),
                None => self.modes.validate(self.kernel, group).is_some(),
            };
            if !is_valid {
                return Err(at);
            }
            at += GROUP * BLOCK;
            if self.scans {
                self.density.add_group(self.kernel, group);
                if !self.density.is_enough::<K>() {
                    return Ok(at);
                }
            }
        }
    }

    /// The window before `at`, if each vector is to be loaded only once: when the driver prefetches lines and scans
    /// nothing.
    #[inline(always)]
    fn before_far(&self, at: usize) -> Option<&'a Window> {
        if K::FASTER_THAN_MEMORY && self.prefetch.is_on() && !self.scans {
            self.bytes.get(..at)?.last_chunk()
        } else {
            None
        }
    }

    /// Validates the blocks that are not ASCII, chunk by chunk, the first chunk of up to `size` blocks, until the text
    /// is dense. Returns the offset after them, where a group or less than a block follows.
    #[inline(always)]
    fn scanned(&mut self, at: usize, mut size: usize) -> Result<usize, usize> {
        let mut chunk = Chunk::empty(at);
        loop {
            // Scan the next chunk before validating this one: while the CPU waits for memory, or has mispredicted the
            // number of blocks to validate, it can execute the other task.
            let mut next = Chunk::new(self.bytes, chunk.end(), size);
            next.set = self.not_ascii(next);
            self.density.add(next.share());
            self.validate_chunk(chunk)?;
            if next.blocks == 0 || next.blocks >= GROUP && self.density.is_enough::<K>() {
                return Ok(next.at);
            }
            chunk = next;
            size = CHUNK;
        }
    }

    /// One bit per block of the chunk, the first block in bit 0: set if it is not ASCII.
    #[inline(always)]
    fn not_ascii(&self, chunk: Chunk) -> u64 {
        self.prefetch.lines_ahead(self.kernel, self.bytes, chunk.at, chunk.blocks);
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

    /// Validates the blocks in the chunk's set.
    #[inline(always)]
    fn validate_chunk(&mut self, chunk: Chunk) -> Result<(), usize> {
        // Whether the first block is ASCII is unpredictable, so this is branch-free.
        let skips_first = (chunk.set & 1 == 0) & (chunk.blocks > 0);
        if skips_first & !complete(before(self.bytes, chunk.at)) {
            return Err(chunk.at);
        }
        let mut left = chunk.set;
        while left != 0 {
            let span = Span::new(self.bytes, chunk, left);
            left = self.modes.validate(self.kernel, span).ok_or(chunk.at)?;
        }
        Ok(())
    }
}
