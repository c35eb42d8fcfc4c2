//! ASCII: whether there is anything else in a block, in a group of blocks, in a stretch of them.

use super::{
    Kernel,
    prefetch::Prefetcher,
    window::{Group, first_block, window},
};
use crate::{BLOCK, REACH, Window};

/// How many blocks of ASCII are skipped in one go.
pub(super) const STRETCH: usize = 4;

/// A stretch of blocks, and the bytes before it.
pub(super) type Stretch = [u8; REACH + STRETCH * BLOCK];

/// After a head of ASCII: the beginning of the first stretch of blocks that has anything else, if one has.
#[inline(always)]
pub(super) fn first_not_ascii<K: Kernel>(kernel: K, bytes: &[u8]) -> Option<usize> {
    let at = skip_stretches(kernel, Prefetcher::OFF, bytes, first_block(bytes));
    match bytes.last_chunk() {
        // What is left is less than a stretch, so this one overlaps what is known.
        Some(last) if bytes.len() - at < STRETCH * BLOCK && is_ascii_stretch(kernel, last) => None,
        _ => Some(at),
    }
}

/// From `at` on, the first stretch of blocks that is not all ASCII, or not whole.
#[inline(always)]
pub(super) fn skip_stretches<K: Kernel>(
    kernel: K,
    prefetch: Prefetcher,
    bytes: &[u8],
    mut at: usize,
) -> usize {
    while let Some(stretch) = bytes.get(at - REACH..).and_then(|rest| rest.first_chunk())
        && is_ascii_stretch(kernel, stretch)
    {
        prefetch.lines_ahead(kernel, bytes, at, STRETCH);
        at += STRETCH * BLOCK;
    }
    at
}

/// Whether an input of a few blocks is ASCII.
#[inline(always)]
pub(super) fn all_ascii<K: Kernel>(kernel: K, head: &Window, bytes: &[u8], last: &Window) -> bool {
    let four = bytes.len() <= 4 * BLOCK;
    // The head usually decides. But where a block is one vector, a test of its own costs more than all four
    // at once.
    let asks_head = K::LANES < BLOCK || !four;
    if asks_head && !is_ascii(kernel, head, 0) {
        return false;
    }
    if four { four_are_ascii(kernel, head, bytes, last) } else { rest_is_ascii(kernel, bytes, last) }
}

/// Whether two to four blocks are ASCII: by two or four that overlap as far as they have to, with no loop and
/// one test.
#[inline(always)]
fn four_are_ascii<K: Kernel>(kernel: K, head: &Window, bytes: &[u8], last: &Window) -> bool {
    let mut any = or_block(kernel, or_block(kernel, kernel.splat(0), head, 0), last, REACH);
    if bytes.len() > 2 * BLOCK {
        let third = bytes[bytes.len() - 2 * BLOCK..].first_chunk();
        let (Some(second), Some(third)) = (window(bytes, BLOCK), third) else { return false };
        any = or_block(kernel, or_block(kernel, any, second, REACH), third, 0);
    }
    !kernel.any_high_bit(any)
}

/// Whether all that follows the first block is ASCII: one test at the end of it.
#[inline(always)]
fn rest_is_ascii<K: Kernel>(kernel: K, bytes: &[u8], last: &Window) -> bool {
    let mut any = or_block(kernel, kernel.splat(0), last, REACH);
    let mut rest = &bytes[BLOCK - REACH..];
    while let Some(window) = rest.first_chunk()
        && rest.len() > window.len()
    {
        any = or_block(kernel, any, window, REACH);
        rest = &rest[BLOCK..];
    }
    !kernel.any_high_bit(any)
}

/// Whether the block at `at` of a window holds nothing but ASCII. (The other bytes do not count.)
#[inline(always)]
pub(super) fn is_ascii<K: Kernel>(kernel: K, window: &Window, at: usize) -> bool {
    !kernel.any_high_bit(or_block(kernel, kernel.splat(0), window, at))
}

/// Whether the block that a window begins with has a byte from `limit` on, which is above 80.
#[inline(always)]
pub(super) fn has_from<K: Kernel>(kernel: K, window: &Window, limit: u8) -> bool {
    let mut any = kernel.splat(0);
    let mut at = 0;
    while at < BLOCK {
        let from = kernel.sub_saturating(kernel.load(window, at), kernel.splat(limit - 0x80));
        any = kernel.or(any, from);
        at += K::LANES;
    }
    kernel.any_high_bit(any)
}

/// One bit a block of the group, the first one's lowest: whether it holds anything but ASCII. No branch, and
/// hardly more than a load for each: what is found is packed into one vector.
#[inline(always)]
pub(super) fn not_ascii<K: Kernel>(kernel: K, group: &Group) -> u16 {
    let set = kernel.nonzero(kernel.pack(eight(kernel, group, 0), eight(kernel, group, 8)));
    // In every sixteen lanes there is one for each block.
    let set = set | set >> 32;
    #[expect(clippy::cast_possible_truncation, reason = "the sixteen that are meant")]
    let set = (set | set >> 16) as u16;
    set
}

#[inline(always)]
fn eight<K: Kernel>(kernel: K, group: &Group, block: usize) -> K::V {
    kernel.pack(four(kernel, group, block), four(kernel, group, block + 4))
}

#[inline(always)]
fn four<K: Kernel>(kernel: K, group: &Group, block: usize) -> K::V {
    kernel.pack(two(kernel, group, block), two(kernel, group, block + 2))
}

#[inline(always)]
fn two<K: Kernel>(kernel: K, group: &Group, block: usize) -> K::V {
    kernel.pack(one(kernel, group, block), one(kernel, group, block + 1))
}

/// The highest bits of all vectors of a block.
#[inline(always)]
fn one<K: Kernel>(kernel: K, group: &Group, block: usize) -> K::V {
    let Some(window) = group[block * BLOCK..].first_chunk::<{ REACH + BLOCK }>() else {
        return kernel.splat(0x80);
    };
    let mut any = kernel.load(window, REACH);
    let mut at = REACH + K::LANES;
    while at < REACH + BLOCK {
        any = kernel.or(any, kernel.load(window, at));
        at += K::LANES;
    }
    kernel.and(any, kernel.splat(0x80))
}

/// Whether a stretch of blocks holds nothing but ASCII. (The bytes before it do not count.)
#[inline(always)]
pub(super) fn is_ascii_stretch<K: Kernel>(kernel: K, stretch: &Stretch) -> bool {
    let mut any = kernel.splat(0);
    let mut block = 0;
    while block < STRETCH {
        if let Some(window) = stretch[block * BLOCK..].first_chunk() {
            any = or_block(kernel, any, window, REACH);
        }
        block += 1;
    }
    !kernel.any_high_bit(any)
}

/// `any`, and all bytes of the block at `at`.
#[inline(always)]
fn or_block<K: Kernel>(kernel: K, mut any: K::V, window: &Window, at: usize) -> K::V {
    let mut lane = 0;
    while lane < BLOCK {
        any = kernel.or(any, kernel.load(window, at + lane));
        lane += K::LANES;
    }
    any
}
