//! Chunks of any length, over a validator of whole blocks: bytes are gathered until they are a block.

use super::BLOCK;
use crate::basic::{Utf8Error, imp::ChunkedUtf8Validator};

/// What is known of a stream: the validator, and the bytes that are no block yet.
pub(crate) struct Gathered<V> {
    blocks: V,
    held: [u8; BLOCK],
    /// How many are held; below `BLOCK`.
    len: usize,
}

impl<V: ChunkedUtf8Validator> Gathered<V> {
    #[inline(always)]
    pub(crate) fn over(blocks: V) -> Self {
        Self { blocks, held: [0; BLOCK], len: 0 }
    }

    /// # Safety
    ///
    /// That of the validator.
    #[inline(always)]
    pub(crate) unsafe fn update(&mut self, mut input: &[u8]) {
        if self.len > 0 {
            let (fills, rest) = input.split_at(input.len().min(BLOCK - self.len));
            self.held[self.len..self.len + fills.len()].copy_from_slice(fills);
            self.len += fills.len();
            if self.len < BLOCK {
                return;
            }
            // SAFETY: the caller's promise.
            unsafe { self.blocks.update_from_chunks(&self.held) };
            input = rest;
        }
        let (blocks, rest) = input.split_at(input.len() / BLOCK * BLOCK);
        // SAFETY: the caller's promise.
        unsafe { self.blocks.update_from_chunks(blocks) };
        self.held[..rest.len()].copy_from_slice(rest);
        self.len = rest.len();
    }

    /// # Safety
    ///
    /// That of the validator.
    #[inline(always)]
    pub(crate) unsafe fn finalize(self) -> Result<(), Utf8Error> {
        // SAFETY: the caller's promise.
        unsafe { self.blocks.finalize(Some(&self.held[..self.len])) }
    }
}
