//! Validates whole blocks, one call after another: for a stream whose chunks are multiples of a block.

use super::{
    Kernel, Step,
    ascii::is_ascii,
    window::{complete, validate},
};
use crate::{BLOCK, REACH, Window};

/// Whether these blocks can continue valid text that ends with the bytes `before` (zeros stand for bytes before its
/// start). A sequence that is incomplete at the end, even if its lead byte is invalid, is left to the next call, or
/// to [`complete`] at the end of the text.
///
/// Bytes after the last whole block are not validated. Must be called from a function that is compiled for the CPU
/// features of `kernel`.
///
/// ```
/// use placemat_simd::{emulated::Emulated, validate::blocks};
///
/// let mut block = [b'a'; 64];
/// assert!(blocks(Emulated::<16>, [0; 3], &block));
/// assert!(!blocks(Emulated::<16>, [0, 0, 0xC3], &block), "a lead, then ASCII");
/// block[0] = 0xA9;
/// assert!(blocks(Emulated::<16>, [0, 0, 0xC3], &block));
/// ```
#[must_use]
#[inline(always)]
pub fn blocks<K: Kernel>(kernel: K, before: [u8; REACH], blocks: &[u8]) -> bool {
    let Some(first) = blocks.first_chunk::<BLOCK>() else { return true };
    let mut window = [0; REACH + BLOCK];
    window[..REACH].copy_from_slice(&before);
    window[REACH..].copy_from_slice(first);

    let step = K::Full::default();
    let (mut acc, mut whole) = validate_one(kernel, step, step.start(kernel), &window);
    let mut rest = &blocks[BLOCK - REACH..];
    while let Some(window) = rest.first_chunk() {
        let (next, no_cut) = validate_one(kernel, step, acc, window);
        acc = next;
        whole &= no_cut;
        rest = &rest[BLOCK..];
    }
    whole & step.is_valid(kernel, acc)
}

/// Validates a block. The second value is false if ASCII cuts off a sequence.
#[inline(always)]
fn validate_one<K: Kernel>(
    kernel: K,
    step: K::Full,
    acc: <K::Full as Step<K>>::Acc,
    window: &Window,
) -> (<K::Full as Step<K>>::Acc, bool) {
    if is_ascii(kernel, window, REACH) {
        (acc, complete([window[0], window[1], window[2]]))
    } else {
        (validate(kernel, step, acc, window), true)
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::vec::Vec;

    use super::*;
    use crate::emulated::Emulated;

    /// Compares one call, and calls block by block, with std.
    fn agrees<const LANES: usize>(bytes: &[u8]) {
        let last = bytes.last_chunk().copied().unwrap_or_default();
        let valid = core::str::from_utf8(bytes).is_ok();
        let at_once = blocks(Emulated::<LANES>, [0; 3], bytes);
        assert_eq!(at_once && complete(last), valid, "{LANES} {bytes:X?}");
        let mut before = [0; 3];
        let one_by_one = bytes.chunks_exact(BLOCK).all(|block| {
            let valid = blocks(Emulated::<LANES>, before, block);
            before.copy_from_slice(&block[BLOCK - REACH..]);
            valid
        });
        assert_eq!(one_by_one, at_once, "{LANES} {bytes:X?}, one by one");
    }

    #[test]
    fn sequences_good_and_bad_at_every_offset() {
        let sequences: [&[u8]; 12] = [
            b"\xC3\xA9",
            b"\xE2\x82\xAC",
            b"\xF0\x9F\x8D\xBD",
            b"\xC3",
            b"\xE2\x82",
            b"\xF0\x9F\x8D",
            b"\x80",
            b"\xED\xA0\x80",
            b"\xF4\x90\x80\x80",
            b"\xC0\x80",
            b"\xC1",
            b"\xFF",
        ];
        for sequence in sequences {
            for filler in ["a", "\u{E9}"] {
                for at in 0..=3 * BLOCK - sequence.len() {
                    let mut bytes: Vec<u8> =
                        filler.bytes().cycle().take(at / filler.len() * filler.len()).collect();
                    bytes.extend(sequence);
                    bytes.extend(filler.bytes().cycle().take((3 * BLOCK).saturating_sub(bytes.len())));
                    bytes.truncate(3 * BLOCK);
                    agrees::<16>(&bytes);
                    agrees::<32>(&bytes);
                    agrees::<64>(&bytes);
                }
            }
        }
    }

    #[test]
    fn what_is_no_block_is_not_validated() {
        assert!(blocks(Emulated::<16>, [0; 3], &[0xFF; BLOCK - 1]));
        assert!(blocks(Emulated::<16>, [0; 3], &[]));
        assert!(blocks(Emulated::<16>, [0, 0, 0xC3], &[]));
    }
}
