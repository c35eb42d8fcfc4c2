//! How a chunk is converted: what it is likely to be made of.

use super::{Compact, chunk::CHUNK, frame::is_tail};
use crate::BLOCK;

/// Octets of ASCII that are converted at once.
const STRETCH: usize = 4 * BLOCK;

/// What is expected of the next chunk. A branch for each block is slow where scripts are mixed, so it must
/// save more than it costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// Nothing but ASCII.
    Ascii,
    /// Mostly blocks of ASCII.
    Mixed,
    /// Few of them.
    Dense,
}

impl Shape {
    /// By four blocks of the chunk that is next.
    #[inline(always)]
    pub(super) fn of(next: &[u8]) -> Self {
        let Some(next) = next.first_chunk::<CHUNK>() else { return Self::Dense };
        let mut ascii = 0;
        let mut at = 0;
        while at < CHUNK {
            ascii += next[at..].first_chunk::<BLOCK>().map_or(0, |block| u32::from(is_ascii(block)));
            at += CHUNK / 4;
        }
        match ascii {
            4 => Self::Ascii,
            3 => Self::Mixed,
            _ => Self::Dense,
        }
    }

    /// After a dense chunk that became so many units, and before `next`.
    ///
    /// A character that is not ASCII has fewer units than octets. So if there are almost as many units, few
    /// blocks have one. Where the vectors are narrow, a dense chunk costs so much that it is better to look
    /// at the next one.
    #[inline(always)]
    pub(super) fn after_dense<K: Compact>(units: usize, next: &[u8]) -> Self {
        if K::LANES < BLOCK {
            return Self::of(next);
        }
        match CHUNK.saturating_sub(units) {
            0 => Self::Ascii,
            fewer if fewer <= others::<K>() => Self::Mixed,
            _ => Self::Dense,
        }
    }

    /// After a mixed chunk of which so many blocks were ASCII.
    #[inline(always)]
    pub(super) fn after<K: Compact>(ascii: usize) -> Self {
        match (CHUNK / BLOCK).saturating_sub(ascii) {
            0 => Self::Ascii,
            left if left <= others::<K>() => Self::Mixed,
            _ => Self::Dense,
        }
    }
}

/// The most blocks of a mixed chunk that are not ASCII. In the widest vectors a dense block costs half as much
/// as a mispredicted branch, in others more than one.
#[inline(always)]
const fn others<K: Compact>() -> usize {
    if K::LANES < BLOCK { 4 } else { 2 }
}

/// Converts ASCII from the start on, in whole stretches, as far as there is room; how many octets. The octet
/// after them, if there is one, is no continuation.
#[inline(always)]
pub(super) fn convert_ascii<K: Compact>(kernel: K, source: &[u8], room: &mut [u16]) -> usize {
    let (stretches, _) = source.as_chunks::<STRETCH>();
    let (rooms, _) = room.as_chunks_mut::<STRETCH>();
    let mut converted = 0;
    for (octets, room) in stretches.iter().zip(rooms) {
        if !kernel.widen(octets, room) {
            break;
        }
        converted += STRETCH;
    }
    match source.get(converted) {
        Some(octet) if converted > 0 && is_tail(*octet) => converted - STRETCH,
        _ => converted,
    }
}

#[inline(always)]
fn is_ascii(block: &[u8; BLOCK]) -> bool {
    let (words, _) = block.as_chunks::<8>();
    let mut any = 0;
    for word in words {
        any |= u64::from_ne_bytes(*word);
    }
    any & 0x8080_8080_8080_8080 == 0
}
