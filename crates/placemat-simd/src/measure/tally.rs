use placemat_core::Tally;

use super::columns::{Bytes, Characters};
use super::driver::{Column, SIDE_BY_SIDE};
use super::{Measure, characters, lines::block};
use crate::{BLOCK, validate::or_block};

/// Sixteen blocks, which are checked for ASCII, or counted, together.
type Group = [[[u8; BLOCK]; SIDE_BY_SIDE]; 4];

/// The number of characters and the largest byte of UTF-8.
///
/// Groups of ASCII blocks are not counted. Dense text is read only once: only a group after ASCII is checked for ASCII
/// before it is counted.
///
/// Must be called from a function that is compiled for the CPU features of `kernel`.
#[inline(always)]
pub fn tally<K: Measure>(kernel: K, bytes: &[u8]) -> Tally {
    let last = bytes.last_chunk().copied().unwrap_or_else(|| block(kernel, bytes, 0));
    let (groups, _) = bytes.as_chunks::<BLOCK>().0.as_chunks::<SIDE_BY_SIDE>().0.as_chunks();
    let rest = &bytes[size_of_val(groups)..];
    let mut characters = characters(kernel, rest);
    let mut largest = larger(kernel, kernel.splat(0), &last);
    for block in rest.as_chunks().0 {
        largest = larger(kernel, largest, block);
    }
    let mut is_dense = false;
    for group in groups {
        if !is_dense && is_ascii(kernel, group) {
            characters += size_of::<Group>();
            continue;
        }
        let (counted, of_group) = of_group(kernel, group);
        characters += counted;
        is_dense = kernel.any_high_bit(of_group);
        largest = kernel.max(largest, of_group);
    }
    if !kernel.any_high_bit(largest) {
        return Tally { characters, largest: 0 };
    }
    let mut lanes = [0; BLOCK];
    kernel.store(largest, &mut lanes, 0);
    Tally { characters, largest: lanes.iter().fold(0, |largest, byte| largest.max(*byte)) }
}

/// The number of characters of a group, and its largest bytes, lane by lane.
#[inline(always)]
fn of_group<K: Measure>(kernel: K, group: &Group) -> (usize, K::V) {
    let mut counts = [kernel.splat(0); SIDE_BY_SIDE];
    let mut largest = counts;
    for blocks in group {
        for nth in 0..SIDE_BY_SIDE {
            counts[nth] = Bytes::<Characters>::count(kernel, counts[nth], &blocks[nth]);
            largest[nth] = larger(kernel, largest[nth], &blocks[nth]);
        }
    }
    let [a, b, c, d] = counts;
    // A lane counts at most once per vector, so less than 256 times.
    let counted = kernel.total(kernel.add(kernel.add(a, b), kernel.add(c, d)));
    let [a, b, c, d] = largest;
    (counted, kernel.max(kernel.max(a, b), kernel.max(c, d)))
}

/// Whether a group is ASCII.
#[inline(always)]
fn is_ascii<K: Measure>(kernel: K, group: &Group) -> bool {
    let mut any = kernel.splat(0);
    for block in group.as_flattened() {
        any = or_block(kernel, any, block, 0);
    }
    !kernel.any_high_bit(any)
}

/// The larger bytes, lane by lane.
#[inline(always)]
fn larger<K: Measure>(kernel: K, mut largest: K::V, block: &[u8; BLOCK]) -> K::V {
    let mut at = 0;
    while at < BLOCK {
        largest = kernel.max(largest, kernel.load(block, at));
        at += K::LANES;
    }
    largest
}
