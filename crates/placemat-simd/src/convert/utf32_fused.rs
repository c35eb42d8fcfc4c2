//! From UTF-8 to UTF-32 in one pass: stretches that are judged and converted from the same vectors.

use placemat_core::convert::Progress;

use super::{
    BEFORE, Compact, Utf32Kernel,
    chunk::{CHUNK, Chunk},
    frame::{is_tail, vectors},
    shape::Shape,
    utf32::{whole, widen},
};
use crate::{BLOCK, validate::Step};

/// Room for the units of a chunk.
type Room = [u32; CHUNK];

/// Converts chunks as long as they are well formed and there is room. What is before `from` is well formed, and
/// a character ends there.
#[inline(always)]
pub fn utf32_fused<K: Utf32Kernel + Compact>(
    kernel: K,
    source: &[u8],
    room: &mut [u32],
    from: Progress,
) -> Progress {
    let mut at = from;
    let mut shape = Shape::Dense;
    // No lane of a block judges its first octet.
    if source.get(at.read).is_none_or(|octet| is_tail(*octet)) {
        return at;
    }
    while let Some(before) = at.read.checked_sub(BEFORE)
        && let Some(chunk) = source[before..].first_chunk::<{ size_of::<Chunk>() }>()
        && let Some(left) = room[at.written..].first_chunk_mut()
    {
        if shape == Shape::Ascii {
            shape = Shape::Mixed;
            let ascii = widen(kernel, &source[at.read..], &mut room[at.written..]);
            at += ascii;
            if ascii.read > 0 && source.get(at.read).is_none_or(|octet| is_tail(*octet)) {
                return at;
            }
            continue;
        }
        let units = if shape == Shape::Mixed {
            convert::<K, true>(kernel, chunk, left)
        } else {
            convert::<K, false>(kernel, chunk, left)
        };
        let Some((written, ascii)) = units else { break };
        shape = if shape == Shape::Mixed {
            Shape::after::<K>(ascii)
        } else {
            Shape::after_dense::<K>(written, &source[at.read + CHUNK..])
        };
        at += Progress { read: CHUNK, written };
    }
    if at.read == from.read { at } else { whole(source, at) }
}

/// Judges and converts a chunk; `LOOK` says whether with a branch for each block: is it ASCII? How many units,
/// and how many blocks were found to be ASCII; or `None` if something is wrong with it.
#[inline(always)]
fn convert<K: Utf32Kernel + Compact, const LOOK: bool>(
    kernel: K,
    chunk: &Chunk,
    room: &mut Room,
) -> Option<(usize, usize)> {
    let step = K::Full::default();
    let mut acc = step.start(kernel);
    let (mut written, mut ascii) = (0, 0);
    let mut breaks_off = false;
    let mut at = 0;
    while at < CHUNK {
        let window = chunk[at..].first_chunk()?;
        let left = room[written..].first_chunk_mut()?;
        let block = window[BEFORE..].first_chunk::<BLOCK>()?;
        if LOOK && kernel.is_ascii(block) {
            Utf32Kernel::widen(kernel, block, left);
            // No lane of the next block judges its first octet.
            breaks_off |= is_tail(window[BEFORE + BLOCK]);
            written += BLOCK;
            ascii += 1;
        } else {
            let mut lane = 0;
            while lane < BLOCK {
                let [b0, b1, b2, b3, _] = vectors(kernel, window, lane);
                acc = step.step(kernel, acc, [b0, b1, b2, b3]);
                lane += K::LANES;
            }
            written += kernel.decode(window, u64::MAX, left);
        }
        at += BLOCK;
    }
    (!breaks_off && step.is_sound(kernel, acc)).then_some((written, ascii))
}
