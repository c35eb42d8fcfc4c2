//! Buffers chunks of any length for a validator of whole blocks.

use super::BLOCK;
use crate::basic::{Utf8Error, imp::ChunkedUtf8Validator};

/// A validator of whole blocks, and the bytes of an incomplete block.
pub(crate) struct Gathered<V> {
    blocks: V,
    held: [u8; BLOCK],
    /// Number of buffered bytes, below `BLOCK`.
    len: usize,
}

impl<V: ChunkedUtf8Validator> Gathered<V> {
    #[inline(always)]
    pub(crate) fn over(blocks: V) -> Self {
        Self { blocks, held: [0; BLOCK], len: 0 }
    }

    /// # Safety
    ///
    /// As for the validator.
    #[inline(always)]
    pub(crate) unsafe fn update(&mut self, mut input: &[u8]) {
        if self.len > 0 {
            let (fills, rest) = input.split_at(input.len().min(BLOCK - self.len));
            self.held[self.len..self.len + fills.len()].copy_from_slice(fills);
            self.len += fills.len();
            if self.len < BLOCK {
                return;
            }
            // SAFETY: the caller guarantees the validator's CPU features.
            unsafe { self.blocks.update_from_chunks(&self.held) };
            input = rest;
        }
        let (blocks, rest) = input.split_at(input.len() / BLOCK * BLOCK);
        // SAFETY: as above.
        unsafe { self.blocks.update_from_chunks(blocks) };
        self.held[..rest.len()].copy_from_slice(rest);
        self.len = rest.len();
    }

    /// # Safety
    ///
    /// As for the validator.
    #[inline(always)]
    pub(crate) unsafe fn finalize(self) -> Result<(), Utf8Error> {
        // SAFETY: the caller guarantees the validator's CPU features.
        unsafe { self.blocks.finalize(Some(&self.held[..self.len])) }
    }
}
