//! Validates a text block by block, inside a loop of the caller's.

use super::{Kernel, Step, after, span::over_limits};
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
        let mut any = kernel.splat(0);
        let mut at = 0;
        while at < BLOCK {
            any = kernel.or(any, kernel.load(block, at));
            at += K::LANES;
        }
        if !kernel.any_high_bit(any) {
            // The last vector may stay: what may follow it if it is complete, may follow ASCII.
            if !self.is_ascii {
                self.is_ascii = true;
                self.is_cut |= kernel.nonzero(over_limits(kernel, self.last, false)) != 0;
            }
            return;
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
        // Zeros are ASCII: they cut off an incomplete sequence.
        let mut last = [0; BLOCK];
        last[..rest.len()].copy_from_slice(rest);
        self.push(&last);
        self.is_valid()
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::vec::Vec;

    use super::*;
    use crate::emulated::Emulated;

    /// Compares the verdicts on whole blocks, and on a text with a rest of any length, with std.
    fn agrees<const LANES: usize>(bytes: &[u8])
    where
        Emulated<LANES>: Kernel,
    {
        let mut blocks = Blocks::new(Emulated::<LANES>);
        for (nth, block) in bytes.as_chunks().0.iter().enumerate() {
            assert_eq!(
                blocks.finish(&bytes[nth * BLOCK..]),
                core::str::from_utf8(bytes).is_ok(),
                "{LANES} {bytes:X?}"
            );
            blocks.push(block);
        }
        let so_far = core::str::from_utf8(&bytes[..bytes.len() / BLOCK * BLOCK]);
        if so_far.err().is_none_or(|error| error.error_len().is_none()) {
            assert!(blocks.is_valid(), "{LANES} {bytes:X?}");
        }
    }

    #[test]
    fn sequences_good_and_bad_at_every_offset() {
        let sequences: [&[u8]; 12] = [
            b"\xC3\xA9", b"\xE2\x82\xAC", b"\xF0\x9F\x8D\xBD", b"\xC3", b"\xE2\x82", b"\xF0\x9F\x8D",
            b"\x80", b"\xED\xA0\x80", b"\xF4\x90\x80\x80", b"\xC0\x80", b"\xC1", b"\xFF",
        ];
        for sequence in sequences {
            for filler in ["a", "\u{E9}"] {
                for at in 0..=3 * BLOCK - sequence.len() {
                    let mut bytes: Vec<u8> =
                        filler.bytes().cycle().take(at / filler.len() * filler.len()).collect();
                    bytes.extend(sequence);
                    bytes.extend(filler.bytes().cycle().take((3 * BLOCK).saturating_sub(bytes.len())));
                    bytes.truncate(3 * BLOCK - at % 67);
                    agrees::<16>(&bytes);
                    agrees::<32>(&bytes);
                    agrees::<64>(&bytes);
                }
            }
        }
    }
}
