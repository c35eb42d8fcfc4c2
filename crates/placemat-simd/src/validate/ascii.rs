//! ASCII checks for a block, a group of blocks, and a run of blocks.
//!
//! Text is ASCII iff no byte has its highest bit. So a check combines vectors by `or` and tests once; what differs is how
//! many vectors one branch decides on:
//!
//! ```text
//! up to 4 blocks:     two or four, which overlap, by one branch             ascii_start
//! up to 7 blocks:     the first, three after it, the last three             ascii_start
//! a run:              four blocks by one branch                             skip_runs
//! a group:            sixteen blocks without a branch, a bit for each       not_ascii
//! ```
//!
//! The last is for text that mixes scripts, where a branch per block would be mispredicted. [`pack`](crate::Simd::pack)
//! makes one vector of two and keeps each pair of neighbouring lanes that has a highest bit:
//!
//! ```text
//! a b c d ... p              sixteen blocks, each or-ed to one vector, its highest bits only
//! ab cd ef ... op            each eight lanes are those of one block
//! abcd efgh ijkl mnop        four lanes
//! abcdefgh ijklmnop          two lanes
//! abcdefghijklmnop           one lane of every sixteen: the lanes are the blocks, in order
//! ```
//!
//! Fifteen operations and one mask replace sixteen tests. With vectors of 32 or 64 bytes, a block has a lane in each
//! sixteen; `or` of the halves of the mask joins these.

use super::Kernel;
use super::run::{RUN_BLOCKS, RUN_LEN, Run};
use super::window::{Group, first_block, window};
use crate::{BLOCK, REACH, Simd, Window};

/// For text whose head is ASCII: where the first run begins that is not all ASCII; `None` if there is none.
#[inline(always)]
pub(super) fn first_not_ascii<K: Kernel>(kernel: K, bytes: &[u8]) -> Option<usize> {
    let at = skip_runs(kernel, bytes, first_block(bytes));
    match bytes.last_chunk() {
        // Less than a run is left, so this one overlaps bytes that are known to be ASCII.
        Some(last) if bytes.len() - at < RUN_LEN && is_ascii_run(kernel, last) => None,
        _ => Some(at),
    }
}

/// Skips ASCII from `at` on; returns where the first run begins that is not all ASCII, or incomplete.
#[inline(always)]
pub(super) fn skip_runs<K: Kernel>(kernel: K, bytes: &[u8], mut at: usize) -> usize {
    while let Some(run) = bytes.get(at - REACH..).and_then(|rest| rest.first_chunk())
        && is_ascii_run(kernel, run)
    {
        at += RUN_LEN;
    }
    at
}

/// In text of more blocks, runs of ASCII are skipped.
pub(super) const FEW: usize = 7;

/// For an input of up to [`FEW`] blocks: where the first run begins that is not all ASCII; `None` if there is none.
#[inline(always)]
pub(super) fn ascii_start<K: Kernel>(kernel: K, head: &Window, bytes: &[u8]) -> Option<usize> {
    let has_four = bytes.len() <= 4 * BLOCK;
    // The head usually decides. But if a block is one vector, a separate check of it costs more than checking all
    // four blocks at once.
    if (K::LANES < BLOCK || !has_four) && !is_ascii(kernel, head, 0) {
        return Some(0);
    }
    if has_four {
        return if four_are_ascii(kernel, head, bytes) { None } else { Some(0) };
    }
    // The head has been checked.
    if !three_are_ascii(kernel, bytes, BLOCK) {
        Some(0)
    } else if !three_are_ascii(kernel, bytes, bytes.len() - 3 * BLOCK) {
        Some(4 * BLOCK)
    } else {
        None
    }
}

/// Whether the three blocks from `at` on are ASCII, with a single check.
#[inline(always)]
fn three_are_ascii<K: Kernel>(kernel: K, bytes: &[u8], at: usize) -> bool {
    let mut any = kernel.splat(0);
    for nth in 0..3 {
        let Some(window) = window(bytes, at + nth * BLOCK) else { return false };
        any = or_block(kernel, any, window, REACH);
    }
    !kernel.any_high_bit(any)
}

/// Whether two to four blocks are ASCII: loads two or four blocks, which overlap as needed, without a loop and with a
/// single check.
#[inline(always)]
fn four_are_ascii<K: Kernel>(kernel: K, head: &Window, bytes: &[u8]) -> bool {
    let Some(last) = bytes.last_chunk::<{ REACH + BLOCK }>() else { return false };
    let mut any = or_block(kernel, or_block(kernel, kernel.splat(0), head, 0), last, REACH);
    if bytes.len() > 2 * BLOCK {
        let third = bytes[bytes.len() - 2 * BLOCK..].first_chunk::<{ REACH + BLOCK }>();
        let (Some(second), Some(third)) = (window(bytes, BLOCK), third) else { return false };
        any = or_block(kernel, or_block(kernel, any, second, REACH), third, 0);
    }
    !kernel.any_high_bit(any)
}

/// Whether the 64 bytes of a window from `at` on are ASCII; the others are ignored.
#[inline(always)]
pub(super) fn is_ascii<K: Kernel>(kernel: K, window: &Window, at: usize) -> bool {
    !kernel.any_high_bit(or_block(kernel, kernel.splat(0), window, at))
}

/// Whether the first 64 bytes of a window include one of at least `limit`, which must be above 80.
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

/// One bit per block of the group, the first block in bit 0: set if it is not ASCII. Branch-free, and little more
/// than a load per block: the results are packed into one vector.
#[inline(always)]
pub(super) fn not_ascii<K: Kernel>(kernel: K, group: &Group) -> u16 {
    let set = kernel.nonzero(kernel.pack(packed_8(kernel, group, 0), packed_8(kernel, group, 8)));
    // Each sixteen lanes contain one lane per block.
    let set = set | set >> 32;
    #[expect(clippy::cast_possible_truncation, reason = "the sixteen that are meant")]
    let set = (set | set >> 16) as u16;
    set
}

#[inline(always)]
fn packed_8<K: Kernel>(kernel: K, group: &Group, block: usize) -> K::V {
    kernel.pack(packed_4(kernel, group, block), packed_4(kernel, group, block + 4))
}

#[inline(always)]
fn packed_4<K: Kernel>(kernel: K, group: &Group, block: usize) -> K::V {
    kernel.pack(packed_2(kernel, group, block), packed_2(kernel, group, block + 2))
}

#[inline(always)]
fn packed_2<K: Kernel>(kernel: K, group: &Group, block: usize) -> K::V {
    kernel.pack(block_bits(kernel, group, block), block_bits(kernel, group, block + 1))
}

/// The highest bits of a block, those of its vectors combined by `or`.
#[inline(always)]
fn block_bits<K: Kernel>(kernel: K, group: &Group, block: usize) -> K::V {
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

/// Whether a run is ASCII, ignoring the bytes before it.
#[inline(always)]
pub(super) fn is_ascii_run<K: Kernel>(kernel: K, run: &Run) -> bool {
    let mut any = kernel.splat(0);
    let mut block = 0;
    while block < RUN_BLOCKS {
        if let Some(window) = run[block * BLOCK..].first_chunk::<{ REACH + BLOCK }>() {
            any = or_block(kernel, any, window, REACH);
        }
        block += 1;
    }
    !kernel.any_high_bit(any)
}

/// Combines `any` by `or` with the 64 bytes from `at` on.
#[inline(always)]
pub(crate) fn or_block<K: Simd, const N: usize>(
    kernel: K, mut any: K::V, bytes: &[u8; N], at: usize,
) -> K::V {
    let mut lane = 0;
    while lane < BLOCK {
        any = kernel.or(any, kernel.load(bytes, at + lane));
        lane += K::LANES;
    }
    any
}
