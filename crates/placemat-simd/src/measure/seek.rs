//! Where a number of characters, or of units of UTF-16, ends in UTF-8: the text is passed over four blocks at a time, and
//! the end is found among the marks of the next four.
//!
//! ```text
//! while the next four blocks have at most `left` units:  pass over them
//! marks[n] = the bytes of block n that begin a unit                 n is 0 to 3; no bytes after the end of the text
//! n = the number of leading blocks that have at most `left` units together; left -= these
//! the byte of mark number `left` in marks[n]
//! ```
//!
//! - **One branch** depends on where the end is: that which leaves the loop. Which of the four blocks it is in, and
//!   where, is computed.
//! - **The last blocks overlap**, and bytes that belong to the block before are shifted out of the marks.
//! - **A pair** has two marks, at the first two of its four bytes, so an end inside a pair is where no character begins.

use super::driver::{FOUR, SIDE_BY_SIDE};
use super::{Measure, characters, utf8_as_utf16};
use crate::BLOCK;

/// Passes over `skip` characters of valid UTF-8, which has at least a block. Returns the offset of the next one, and how
/// many the text lacks.
#[inline(always)]
pub fn seek_characters<K: Measure>(kernel: K, bytes: &[u8], skip: usize) -> (usize, usize) {
    seek::<K, false>(kernel, bytes, skip)
}

/// The same with units of UTF-16. One is left if the end is inside a pair.
#[inline(always)]
pub fn seek_utf16<K: Measure>(kernel: K, bytes: &[u8], skip: usize) -> (usize, usize) {
    seek::<K, true>(kernel, bytes, skip)
}

#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "at most the bytes of four blocks")]
fn seek<K: Measure, const UTF16: bool>(kernel: K, bytes: &[u8], skip: usize) -> (usize, usize) {
    let Some(last) = bytes.len().checked_sub(BLOCK) else { return (0, skip) };
    let (mut rest, mut left) = (bytes, skip);
    while let Some((four, after)) = rest.split_first_chunk::<FOUR>()
        && let units = if UTF16 { utf8_as_utf16(kernel, four) } else { characters(kernel, four) }
        && units <= left
    {
        (rest, left) = (after, left - units);
    }
    let at = bytes.len() - rest.len();
    let mut blocks = [(0, 0); SIDE_BY_SIDE];
    let (mut nth, mut before, mut all) = (0, 0, 0);
    for (from, of_block) in (at..).step_by(BLOCK).zip(&mut blocks) {
        let start = from.min(last);
        let Some(block) = bytes.get(start..).and_then(|rest| rest.first_chunk()) else { break };
        let shift = |bits: u64| bits.checked_shr((from - start) as u32).unwrap_or(0);
        let [begins, pairs] = begins::<K, UTF16>(kernel, block).map(shift);
        *of_block = (begins, begins | pairs << 1);
        // The second mark of a pair may be in the next block.
        all += of_block.1.count_ones() as usize + usize::from(pairs >> 63 == 1);
        (nth, before) = if all <= left { (nth + 1, all) } else { (nth, before) };
    }
    left -= before;
    let Some((begins, marks)) = blocks.get(nth) else { return (bytes.len(), left) };
    let place = kernel.nth_bit(*marks, left);
    let is_inside = UTF16 && (place == BLOCK || begins >> place & 1 == 0);
    (at + nth * BLOCK + place - usize::from(is_inside), is_inside.into())
}

/// The bytes that begin a character, and those that begin a pair.
#[inline(always)]
fn begins<K: Measure, const UTF16: bool>(kernel: K, block: &[u8; BLOCK]) -> [u64; 2] {
    let (mut inside, mut pairs, mut at) = (0, 0, 0);
    while at < BLOCK {
        let bytes = kernel.load(block, at);
        // The next bit of each byte becomes the highest one. A comparison would need constants, which programs share.
        let double = |a| kernel.add(a, a);
        let (two, four) = (double(bytes), double(double(bytes)));
        inside |= (kernel.movemask(bytes) & !kernel.movemask(two)) << at;
        if UTF16 {
            let from_f0 = kernel.and(kernel.and(bytes, two), kernel.and(four, double(four)));
            pairs |= kernel.movemask(from_f0) << at;
        }
        at += K::LANES;
    }
    [!inside, pairs]
}
