//! From UTF-8 to UTF-32 in one pass: stretches that are validated and converted from the same vectors.

use placemat_core::convert::Progress;

use super::{
    BEFORE, Compress, Utf32Kernel,
    chunk::{CHUNK, Chunk},
    frame::{is_continuation, vectors},
    utf32::{whole, widen},
};
use crate::{BLOCK, validate::Step};

/// Room for the units of a chunk.
type Dst = [u32; CHUNK];

/// Converts chunks as long as they are valid and there is room. What is before `from` is valid, and
/// a character ends there.
#[inline(always)]
pub fn utf32_fused<K: Utf32Kernel + Compress>(
    kernel: K,
    source: &[u8],
    dst: &mut [u32],
    from: Progress,
) -> Progress {
    let mut at = from;
    // No lane of a block validates its first byte.
    if source.get(at.read).is_none_or(|byte| is_continuation(*byte)) {
        return at;
    }
    while let Some(before) = at.read.checked_sub(BEFORE)
        && let Some(chunk) = source[before..].first_chunk::<{ size_of::<Chunk>() }>()
        && let Some(left) = dst[at.written..].first_chunk_mut()
        && let Some(written) = convert(kernel, chunk, left)
    {
        at += Progress { read: CHUNK, written };
        // After as many units as bytes, ASCII is likely to go on.
        if written == CHUNK {
            let ascii = widen(kernel, &source[at.read..], &mut dst[at.written..]);
            at += ascii;
            if ascii.read > 0 && source.get(at.read).is_none_or(|byte| is_continuation(*byte)) {
                return at;
            }
        }
    }
    if at.read == from.read { at } else { whole(source, at) }
}

/// Validates and converts a chunk; how many units, or `None` if something is wrong with it. There is no branch on
/// which blocks are ASCII: to store the units costs almost as much as to convert the block.
#[inline(always)]
fn convert<K: Utf32Kernel + Compress>(kernel: K, chunk: &Chunk, dst: &mut Dst) -> Option<usize> {
    let step = K::Full::default();
    let mut acc = step.start(kernel);
    let (mut written, mut block) = (0, 0);
    while block < CHUNK {
        let window = chunk[block..].first_chunk()?;
        let left = dst[written..].first_chunk_mut()?;
        let mut lane = 0;
        while lane < BLOCK {
            let [b0, b1, b2, b3, _] = vectors(kernel, window, lane);
            acc = step.step(kernel, acc, [b0, b1, b2, b3]);
            lane += K::LANES;
        }
        written += kernel.decode(window, u64::MAX, left);
        block += BLOCK;
    }
    step.is_sound(kernel, acc).then_some(written)
}
