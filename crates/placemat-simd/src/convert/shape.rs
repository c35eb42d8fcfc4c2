//! How to convert a chunk: its likely contents.

use super::{backend::Convert, blocks::Frame, chunk::CHUNK, frame::is_continuation};
use crate::{BLOCK, to_line};

/// Bytes of ASCII that are converted at once.
pub(super) const RUN: usize = 4 * BLOCK;

/// The maximum number of non-ASCII vectors in a chunk for which a branch per block is better than two passes.
const BRANCHY_MAX_VECTORS: usize = 3;

/// The expected contents of the next chunk. A branch per block is slow in mixed scripts, so it must save more than it
/// costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// ASCII only.
    Ascii,
    /// Mostly ASCII blocks.
    Mixed,
    /// Some ASCII blocks.
    Sparse,
    /// Few ASCII blocks.
    Dense,
}

impl Shape {
    /// Estimates by four blocks of the next chunk.
    #[inline(always)]
    pub(super) fn of<K: Convert>(kernel: K, next: &[u8]) -> Self {
        if K::THRESHOLDS.two_pass_max_vectors > 0 {
            return Self::of_vectors(kernel, next);
        }
        let Some(next) = next.first_chunk::<CHUNK>() else { return Self::Dense };
        let mut ascii = 0;
        let mut at = 0;
        while at < CHUNK {
            ascii += next[at..].first_chunk::<BLOCK>().map_or(0, |block| u32::from(kernel.is_ascii(block)));
            at += CHUNK / 4;
        }
        match ascii {
            4 => Self::Ascii,
            3 => Self::Mixed,
            _ => Self::Dense,
        }
    }

    /// Estimates by one eighth of the vectors.
    #[inline(always)]
    fn of_vectors<K: Convert>(kernel: K, next: &[u8]) -> Self {
        const PROBES: usize = 8;
        let Some(next) = next.first_chunk::<CHUNK>() else { return Self::Dense };
        let mut others = 0;
        let mut at = 0;
        while at < CHUNK {
            if let Some(frame) = next[at..].first_chunk::<{ size_of::<Frame>() }>() {
                let bytes = kernel.load(frame, 0);
                let bytes = kernel.or(bytes, kernel.load(frame, 32 - K::LANES));
                others += usize::from(kernel.any_high_bit(bytes));
            }
            at += CHUNK / PROBES;
        }
        match others {
            0 => Self::Ascii,
            few if few * CHUNK <= PROBES * K::LANES * K::THRESHOLDS.two_pass_max_vectors => Self::Sparse,
            _ => Self::Dense,
        }
    }

    /// Estimates after a chunk in two passes, of which `others` vectors were not ASCII.
    #[inline(always)]
    pub(super) fn after_sparse<K: Convert>(others: u32) -> Self {
        match others as usize {
            0 => Self::Ascii,
            // As few as in a mixed chunk.
            few if few <= BRANCHY_MAX_VECTORS => Self::Mixed,
            few if few <= K::THRESHOLDS.two_pass_max_vectors => Self::Sparse,
            _ => Self::Dense,
        }
    }

    /// Estimates after a dense chunk that became `units` units, and before `next`.
    ///
    /// A non-ASCII character has fewer units than bytes, so a chunk with almost as many units as bytes has few
    /// non-ASCII blocks. With narrow vectors, a dense chunk is so expensive that sampling the next one is better.
    #[inline(always)]
    pub(super) fn after_dense<K: Convert>(kernel: K, units: usize, next: &[u8]) -> Self {
        if K::LANES < BLOCK {
            return Self::of(kernel, next);
        }
        match CHUNK.saturating_sub(units) {
            0 => Self::Ascii,
            fewer if fewer <= K::THRESHOLDS.mixed_max_blocks => Self::Mixed,
            _ => Self::Dense,
        }
    }

    /// Estimates after a mixed chunk of which `count` blocks were not ASCII.
    #[inline(always)]
    pub(super) fn after<K: Convert>(count: usize) -> Self {
        match count {
            0 => Self::Ascii,
            count if count <= K::THRESHOLDS.mixed_max_blocks => Self::Mixed,
            some if K::THRESHOLDS.two_pass_max_vectors > 0 && some <= CHUNK / BLOCK / 2 => Self::Sparse,
            _ => Self::Dense,
        }
    }
}

/// Converts leading ASCII in whole blocks, and after the first one in whole runs, while it fits. Returns the number
/// of bytes. The next byte, if any, is not a continuation byte.
#[inline(always)]
pub(super) fn convert_ascii<K: Convert, const N: usize>(kernel: K, source: &[u8], dst: &mut [u16]) -> usize {
    let (Some(bytes), Some(units)) = (source.first_chunk::<BLOCK>(), dst.first_chunk_mut()) else { return 0 };
    if !kernel.widen(bytes, units) {
        return 0;
    }
    // In long text, the first block may overlap the next one, whose stores begin at a cache line.
    const MIN: usize = BLOCK / 2 + 1;
    let mut at =
        if source.len() < K::THRESHOLDS.ascii_align_min_len { BLOCK } else { MIN + to_line(&dst[MIN..]) };
    let (runs, _) = source[at..].as_chunks::<N>();
    let (dsts, _) = dst[at..].as_chunks_mut::<N>();
    for (bytes, units) in runs.iter().zip(dsts) {
        if !kernel.widen(bytes, units) {
            break;
        }
        at += N;
    }
    match source.get(at) {
        // Only the last run is given up: giving up all of them would take quadratic time, one chunk after the other.
        Some(byte) if is_continuation(*byte) => at.saturating_sub(N),
        _ => at,
    }
}
