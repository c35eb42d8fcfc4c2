use super::{Kernel, PrefetchPolicy, window::GROUP};
use crate::BLOCK;

/// How far ahead lines are prefetched, in bytes: covers the latency of memory.
const DISTANCE: usize = 12 << 10;

/// How far ahead pages are prefetched, in bytes.
const DISTANCE_PAGES: usize = 256 << 10;

/// Bytes in a page, of the smallest size there is.
const PAGE: usize = 4096;

/// The prefetch policy for an input of this length. For cached text, prefetching is wasted work.
#[inline(always)]
pub(super) fn policy<K: Kernel>(kernel: K, len: usize) -> PrefetchPolicy {
    if !K::PREFETCHES || len < K::PREFETCH_MIN_LEN {
        return PrefetchPolicy::Off;
    }
    match kernel.prefetch_policy() {
        PrefetchPolicy::Pages if len < K::UNCACHED_MIN_LEN => PrefetchPolicy::Off,
        policy => policy,
    }
}

/// The input up to the end of the piece that begins at `at`. With `PrefetchPolicy::Pages`, a piece is one or several
/// pages long, and as many pages are prefetched. Otherwise the whole input is one piece.
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

/// Pages in a piece. A scan stops at the end of a piece, so kernels that scan have longer pieces.
const fn pages<K: Kernel>() -> usize {
    if K::FASTER_THAN_MEMORY { 1 } else { 4 }
}

const _: () = assert!(PAGE.is_multiple_of(BLOCK * GROUP), "pieces are whole groups");

/// Prefetches uncached text line by line, ahead of validation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prefetcher {
    is_on: bool,
}

impl Prefetcher {
    /// A prefetcher for this policy.
    #[inline(always)]
    pub(super) fn new(policy: PrefetchPolicy) -> Self {
        Self { is_on: policy == PrefetchPolicy::Lines }
    }

    /// Whether it prefetches.
    #[inline(always)]
    pub(super) fn is_on(self) -> bool {
        self.is_on
    }

    /// Prefetches as many blocks as are about to be read from `at` on, `DISTANCE` bytes ahead.
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

/// The bytes `DISTANCE` bytes after these blocks, or none if the input does not contain them all.
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
