use super::{Kernel, PrefetchPolicy, window::GROUP};
use crate::BLOCK;

/// How many bytes before they are validated lines are asked for: as long as memory takes to answer.
const DISTANCE: usize = 12 << 10;

/// How many bytes before they are validated pages are asked for.
const DISTANCE_PAGES: usize = 256 << 10;

/// Bytes of a page, as small as they come.
const PAGE: usize = 4096;

/// Whether an input has so many bytes that no cache is taken to hold all of them. For text in a cache, asking is
/// work for nothing.
#[inline(always)]
pub(super) fn is_large<K: Kernel>(bytes: &[u8]) -> bool {
    bytes.len() >= K::UNCACHED_LEN / 2
}

/// Whether an input comes from memory, and the kernel has something to ask for then.
#[inline(always)]
pub(super) fn is_uncached<K: Kernel>(bytes: &[u8]) -> bool {
    K::PREFETCHES && bytes.len() >= K::UNCACHED_LEN
}

/// What is asked for in an input.
#[inline(always)]
pub(super) fn policy<K: Kernel>(kernel: K, bytes: &[u8]) -> PrefetchPolicy {
    if !K::PREFETCHES || !is_large::<K>(bytes) {
        return PrefetchPolicy::Off;
    }
    match kernel.prefetch_policy() {
        // The processors that are the better for it share larger caches.
        PrefetchPolicy::Pages if !is_uncached::<K>(bytes) => PrefetchPolicy::Off,
        policy => policy,
    }
}

/// The input up to where the piece ends that begins at byte `at`. If it is pages that are asked for, a piece is
/// as long as one, or some, and as many are asked for. Otherwise the input is one piece.
#[inline(always)]
pub(super) fn piece<K: Kernel>(kernel: K, policy: PrefetchPolicy, bytes: &[u8], at: usize) -> &[u8] {
    if K::PREFETCHES
        && policy == PrefetchPolicy::Pages
        && let Some(byte) = bytes.get(at + DISTANCE_PAGES)
        && let Some(piece) = bytes.get(..at + pages::<K>() * PAGE)
    {
        kernel.prefetch(byte);
        let mut page = 1;
        while page < pages::<K>() {
            if let Some(byte) = bytes.get(at + DISTANCE_PAGES + page * PAGE) {
                kernel.prefetch(byte);
            }
            page += 1;
        }
        return piece;
    }
    bytes
}

/// How many pages a piece is long. A scan stops where a piece ends, so where there is one, pieces are longer.
const fn pages<K: Kernel>() -> usize {
    if K::FASTER_THAN_MEMORY { 1 } else { 4 }
}

const _: () = assert!(PAGE.is_multiple_of(BLOCK * GROUP), "pieces are whole groups");

/// Asking for text that no cache holds, line by line, some time before it is validated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prefetcher {
    is_on: bool,
}

impl Prefetcher {
    /// Where nothing is asked for.
    pub(super) const OFF: Self = Self { is_on: false };

    /// For an input of which this is asked for.
    #[inline(always)]
    pub(super) fn new(policy: PrefetchPolicy) -> Self {
        Self { is_on: policy == PrefetchPolicy::Lines }
    }

    /// Whether it asks.
    #[inline(always)]
    pub(super) fn is_on(self) -> bool {
        self.is_on
    }

    /// Asks for as many blocks as are about to be read from byte `at` on, but further on.
    #[inline(always)]
    pub(super) fn lines_ahead<K: Kernel>(self, kernel: K, bytes: &[u8], at: usize, blocks: usize) {
        if self.is_on {
            let mut lines = lines(bytes, at, blocks);
            while let [first, ..] = lines {
                kernel.prefetch(first);
                lines = lines.get(BLOCK..).unwrap_or_default();
            }
        }
    }
}

/// The bytes of the input that are `DISTANCE` bytes after these blocks, if it has them all.
#[inline(always)]
fn lines(bytes: &[u8], at: usize, blocks: usize) -> &[u8] {
    bytes.get(at + DISTANCE..at + DISTANCE + blocks * BLOCK).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::vec;

    use super::*;

    #[test]
    fn lines_are_inside() {
        let bytes = vec![0; DISTANCE + 300];
        assert_eq!(lines(&bytes, 0, 4), &bytes[DISTANCE..DISTANCE + 256]);
        assert_eq!(lines(&bytes, 44, 4), &bytes[DISTANCE + 44..]);
        for at in 45..bytes.len() {
            assert!(lines(&bytes, at, 4).is_empty(), "{at}");
        }
    }
}
