//! Validates a text block by block, inside a loop of the caller's.

use super::{Kernel, Step, after, ascii::or_block, span::over_limits};
use crate::BLOCK;

/// Validates the blocks of a text one after another, for a parser that owns the loop over them, or for a stream whose
/// chunks are multiples of a block. Nothing is dispatched: the methods are inlined into the caller.
///
/// The caller should be compiled for all CPU features of the kernel, by `#[target_feature]` or by
/// [`Token::vectorize`](crate::Token::vectorize). If it lacks one, each operation is a call: the result is the same, in
/// ten times the time.
///
/// A block that is ASCII costs a load and a test. Constant time for each block. No panic.
///
/// ```
/// use placemat_simd::{emulated::Emulated, validate::Blocks};
///
/// let text = "\u{20AC}".repeat(50);
/// let (whole, rest) = text.as_bytes().as_chunks();
/// let mut blocks = Blocks::new(Emulated::<16>);
/// for block in whole {
///     // Here a parser looks at the block, too.
///     blocks.push(block);
/// }
/// assert!(blocks.is_valid(), "150 bytes, 128 so far: a character is incomplete, which is no error");
/// assert!(blocks.finish(rest));
/// ```
#[derive(Clone, Copy)]
pub struct Blocks<K: Kernel> {
    kernel: K,
    acc: <K::Full as Step<K>>::Acc,
    /// The last vector of the last block that is not ASCII.
    last: K::V,
    /// Whether the last block is ASCII.
    is_ascii: bool,
    /// Whether ASCII followed an incomplete sequence.
    is_cut: bool,
}

impl<K: Kernel> Blocks<K> {
    /// At the start of a text.
    #[must_use]
    #[inline(always)]
    pub fn new(kernel: K) -> Self {
        let acc = K::Full::default().start(kernel);
        Self { kernel, acc, last: kernel.splat(0), is_ascii: true, is_cut: false }
    }

    /// Validates the next block.
    #[inline(always)]
    pub fn push(&mut self, block: &[u8; BLOCK]) {
        let kernel = self.kernel;
        if !kernel.any_high_bit(or_block(kernel, kernel.splat(0), block, 0)) {
            return self.push_ascii();
        }
        let mut at = 0;
        while at < BLOCK {
            let b0 = kernel.load(block, at);
            self.acc = K::Full::default().step(kernel, self.acc, after(kernel, self.last, b0));
            self.last = b0;
            at += K::LANES;
        }
        self.is_ascii = false;
    }

    /// The same for ASCII. The last vector may stay: what may follow it if it is complete, may follow ASCII.
    #[inline(always)]
    fn push_ascii(&mut self) {
        if !self.is_ascii {
            self.is_ascii = true;
            self.is_cut |= self.kernel.nonzero(over_limits(self.kernel, self.last, false)) != 0;
        }
    }

    /// Whether the blocks so far begin some valid text. A sequence that is incomplete at the end, even if its lead byte
    /// is invalid, is left to the next block.
    #[must_use]
    #[inline(always)]
    pub fn is_valid(&self) -> bool {
        !self.is_cut && K::Full::default().is_valid(self.kernel, self.acc)
    }

    /// Whether the text is valid (RFC 3629, section 4) that ends with these bytes, of any number.
    #[must_use]
    #[inline(always)]
    pub fn finish(mut self, rest: &[u8]) -> bool {
        let (whole, rest) = rest.as_chunks();
        for block in whole {
            self.push(block);
        }
        if !rest.is_empty() {
            let mut last = [0; BLOCK];
            last[..rest.len()].copy_from_slice(rest);
            self.push(&last);
        }
        // The end cuts off an incomplete sequence, as ASCII does.
        self.push_ascii();
        self.is_valid()
    }
}
