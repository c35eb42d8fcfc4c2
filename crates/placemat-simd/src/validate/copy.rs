use core::mem::MaybeUninit;

use super::window::{complete, validate};
use super::{Kernel, Step, ascii};
use crate::{BLOCK, REACH};

/// Blocks that are validated per check of the accumulator.
const BLOCKS: usize = 4;

/// Copies whole blocks up to the first block with an error, by the contract of
/// [`placemat_core::Validation::with_copy`].
///
/// Must be called from a function that is compiled for the CPU features of `kernel`.
#[inline(always)]
pub fn copy<K: Kernel>(kernel: K, bytes: &[u8], dst: &mut [MaybeUninit<u8>]) -> usize {
    let (mut rest, mut dst) = (bytes, dst);
    // Whether all text so far was ASCII.
    let mut ascii = true;
    loop {
        while copy_if_valid::<K, BLOCKS, { REACH + BLOCKS * BLOCK }>(kernel, &mut rest, &mut dst, &mut ascii)
        {
        }
        // If false, the group failed at an error or at an end, and single blocks are copied up to there.
        let by_one = goes_by_one::<K>(ascii);
        let mut blocks = 0;
        while !by_one || ascii && blocks < BLOCKS {
            if !copy_if_valid::<K, 1, { REACH + BLOCK }>(kernel, &mut rest, &mut dst, &mut ascii) {
                return bytes.len() - rest.len();
            }
            blocks += 1;
        }
    }
}

/// Whether to validate a non-ASCII group block by block. If all text so far was ASCII, this group more likely has an
/// error than text, and with narrow vectors, validating a whole group for nothing is slow.
#[inline(always)]
fn goes_by_one<K: Kernel>(ascii: bool) -> bool {
    K::LANES < BLOCK && ascii
}

/// Copies `BLOCKS` blocks if the source has them, they fit into the destination, and they are valid.
#[inline(always)]
fn copy_if_valid<K: Kernel, const BLOCKS: usize, const BYTES: usize>(
    kernel: K, rest: &mut &[u8], dst: &mut &mut [MaybeUninit<u8>], only_ascii: &mut bool,
) -> bool {
    const { assert!(BYTES == REACH + BLOCKS * BLOCK) };
    let Some(group) = rest.first_chunk::<BYTES>() else { return false };
    if dst.len() < BLOCKS * BLOCK || !is_valid(kernel, group, only_ascii) {
        return false;
    }
    let (blocks, _) = group[REACH..].as_chunks::<BLOCK>();
    let (places, _) = dst.as_chunks_mut::<BLOCK>();
    // `map` and `zip` would be calls in builds without link-time optimisation.
    let mut at = 0;
    while at < BLOCKS {
        let mut byte = 0;
        while byte < BLOCK {
            places[at][byte].write(blocks[at][byte]);
            byte += 1;
        }
        at += 1;
    }
    *rest = &rest[BLOCKS * BLOCK..];
    *dst = &mut core::mem::take(dst)[BLOCKS * BLOCK..];
    true
}

#[inline(always)]
fn is_valid<K: Kernel, const BYTES: usize>(kernel: K, group: &[u8; BYTES], only_ascii: &mut bool) -> bool {
    let step = K::Full::default();
    let mut acc = step.start(kernel);
    let mut is_ascii = true;
    let mut at = 0;
    while let Some(window) = group[at..].first_chunk() {
        is_ascii &= ascii::is_ascii(kernel, window, REACH);
        at += BLOCK;
    }
    if is_ascii {
        return complete([group[0], group[1], group[2]]);
    }
    if BYTES > REACH + BLOCK && goes_by_one::<K>(*only_ascii) {
        return false;
    }
    *only_ascii = false;
    at = 0;
    while let Some(window) = group[at..].first_chunk() {
        acc = validate::<K, K::Full>(kernel, step, acc, window);
        at += BLOCK;
    }
    step.is_valid(kernel, acc)
}
