//! UTF-8 to UTF-32 in one pass: validates and converts chunks from the same vectors.

use placemat_core::convert::Progress;

use super::chunk::{CHUNK, Chunk};
use super::frame::{is_continuation, vectors, whole};
use super::{backend::ConvertUtf32, blocks::BEFORE, shape::RUN};
use crate::{BLOCK, validate::Step};

/// The destination of a chunk.
type Dst = [u32; CHUNK];

/// Converts chunks while they are valid and fit. Everything before `from` must be valid, and a character must end
/// there.
#[inline(always)]
pub fn utf32_fused<K: ConvertUtf32>(kernel: K, source: &[u8], dst: &mut [u32], from: Progress) -> Progress {
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
        // If a chunk has as many units as bytes, ASCII is likely to continue.
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

/// Validates and converts a chunk. Returns the number of units, or `None` if there is an error. Has no branch for
/// ASCII blocks: storing the units costs almost as much as converting them.
#[inline(always)]
fn convert<K: ConvertUtf32>(kernel: K, chunk: &Chunk, dst: &mut Dst) -> Option<usize> {
    let step = K::Full::default();
    let mut acc = step.start(kernel);
    let (mut written, mut block) = (0, 0);
    while block < CHUNK {
        let frame = chunk[block..].first_chunk()?;
        let left = dst[written..].first_chunk_mut()?;
        let mut lane = 0;
        while lane < BLOCK {
            let [b0, b1, b2, b3, _] = vectors(kernel, frame, lane);
            acc = step.step(kernel, acc, [b0, b1, b2, b3]);
            lane += K::LANES;
        }
        written += kernel.decode_utf32(frame, u64::MAX, left);
        block += BLOCK;
    }
    step.is_valid(kernel, acc).then_some(written)
}

/// Converts leading ASCII in whole runs while it fits.
#[inline(always)]
pub(super) fn widen<K: ConvertUtf32>(kernel: K, source: &[u8], dst: &mut [u32]) -> Progress {
    let mut widened = 0;
    for (bytes, dst) in source.as_chunks::<RUN>().0.iter().zip(dst.as_chunks_mut::<RUN>().0) {
        let (blocks, _) = bytes.as_chunks();
        if !blocks.iter().all(|block| kernel.is_ascii(block)) {
            break;
        }
        for (block, dst) in blocks.iter().zip(dst.as_chunks_mut().0) {
            kernel.widen_to_utf32(block, dst);
        }
        widened += RUN;
    }
    Progress { read: widened, written: widened }
}
