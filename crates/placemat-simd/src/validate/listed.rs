//! Sparse text of some KiB: lists the blocks that are not ASCII, and loops over the lists.
//!
//! This is the driver's worklist without what pays off only in longer text: no modes, no mean, and lists twice as
//! long. All listed blocks are validated in full mode, so this is for kernels whose full step costs little more than
//! the others.

use super::{
    Kernel, Step,
    ascii::not_ascii,
    density::not_ascii_of_eight,
    span::over_limits,
    sparse::{self, Sparse},
    window::{GROUP, before, complete, group, validate, window},
};
use crate::{BLOCK, Operation, REACH};

/// Bytes in a group.
const BYTES: usize = GROUP * BLOCK;

/// Groups in a list, whose blocks are the bits of a word.
const GROUPS: usize = 4;

/// The maximum number of lists.
const LISTS: usize = 5;

/// If more blocks of a group are not ASCII, the text is dense.
const DENSE_BLOCKS: usize = 11;

/// Whether to use lists for a text from offset `at` on. Samples eight bytes.
#[inline(always)]
pub(super) fn is_for<K: Kernel>(bytes: &[u8], at: usize) -> bool {
    K::LIST_MAX_LEN > 0
        && (sparse::MAX_LEN + 1..=K::LIST_MAX_LEN).contains(&bytes.len())
        && not_ascii_of_eight(group(bytes, at)) == 0
}

/// Validates the bytes from `at` on, where a block begins and at least REACH validated bytes come before. Compiled as
/// a separate function: inlined next to the driver, the compiler would keep other values in registers.
pub(super) struct Listed<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
}

impl<K: Kernel> Operation<K> for Listed<'_> {
    type Output = Sparse;

    #[inline(always)]
    fn run(self, kernel: K) -> Sparse {
        let Self { bytes, mut at } = self;
        // All lists are made before the first is validated, without branches that depend on the text.
        let mut lists = [List::default(); LISTS];
        let mut made = 0;
        while at < bytes.len()
            && let Some(list) = lists.get_mut(made)
            && let Some(next) = List::of(kernel, bytes, at)
        {
            at = next.last + BYTES;
            *list = next;
            made += 1;
        }
        for list in lists.iter().take(made) {
            if !list.is_sound(kernel, bytes) {
                // The driver finds the block.
                return Sparse::Until(list.at);
            }
        }
        if at < bytes.len() { Sparse::Until(at) } else { Sparse::end(bytes) }
    }
}

/// Up to four consecutive groups. The last one overlaps the one before if the text ends there.
#[derive(Clone, Copy, Default)]
struct List {
    /// The offset of the first group.
    at: usize,
    /// The offset of the last group.
    last: usize,
    /// The number of blocks before the last group.
    seam: usize,
    /// One bit per block: set if it has to be validated. The others are ASCII.
    set: u64,
}

impl List {
    /// The groups from `at` on, unless one of them is dense. The text must be longer than a group.
    #[inline(always)]
    fn of<K: Kernel>(kernel: K, bytes: &[u8], at: usize) -> Option<Self> {
        let end = bytes.len() - BYTES;
        let at = at.min(end);
        let end = end.min(at + (GROUPS - 1) * BYTES);
        let mut list = Self { at, last: at, seam: 0, set: 0 };
        loop {
            list.set |= u64::from(not_ascii(kernel, group(bytes, list.last)?)) << list.seam;
            if list.set.count_ones() as usize > DENSE_BLOCKS + list.seam {
                return None;
            }
            if list.last == end {
                return Some(list);
            }
            list.last = (list.last + BYTES).min(end);
            list.seam += GROUP;
        }
    }

    /// Whether all blocks are valid and no skipped block cuts off a sequence.
    #[inline(always)]
    fn is_sound<K: Kernel>(&self, kernel: K, bytes: &[u8]) -> bool {
        let Self { at, last, seam, set } = *self;
        // A block is open at its end if the next one is validated. What follows the list is validated or checked with
        // the next list, what follows the seam below.
        let open = set >> 1 | 1 << (seam + GROUP - 1) | 1 << seam >> 1;
        let skips_first = set & 1 == 0;
        let skips_at_seam = set >> seam & 1 == 0;
        if (skips_first & !complete(before(bytes, at))) | (skips_at_seam & !complete(before(bytes, last))) {
            return false;
        }
        let step = K::Full::default();
        let mut left = set;
        while left != 0 {
            let mut acc = step.start(kernel);
            let mut unfinished = kernel.splat(0);
            let mut validated = 0;
            while left != 0 && validated < GROUP {
                let block = left.trailing_zeros() as usize;
                let byte = if block < seam { at + block * BLOCK } else { last + (block - seam) * BLOCK };
                let Some(window) = window(bytes, byte) else { return false };
                acc = validate::<K, K::Full>(kernel, step, acc, window);
                unfinished = kernel.or(unfinished, over_limits(kernel, window, open >> block & 1 != 0));
                left &= left - 1;
                validated += 1;
            }
            if !step.is_sound(kernel, acc) || kernel.nonzero(unfinished) != 0 {
                return false;
            }
        }
        true
    }
}

const _: () = assert!(GROUPS * GROUP == 64, "a list's blocks are the bits of a word");
const _: () = assert!(sparse::MAX_LEN >= BYTES + REACH, "a group has bytes before it, wherever it begins");

#[cfg(test)]
mod tests {
    extern crate std;
    use std::{vec, vec::Vec};

    use placemat_core::Scan;

    use super::{super::scan, *};
    use crate::emulated::Emulated;

    /// Compares the verdict with std, and checks that the suspected offset is not after the error.
    fn agrees(bytes: &[u8]) {
        let scanned = scan(Emulated::<64>, bytes);
        match core::str::from_utf8(bytes) {
            Ok(_) => assert_eq!(scanned, Scan::Clean),
            Err(error) => {
                let Scan::Suspect { from } = scanned else { panic!("{error}") };
                // The first block with an error may be the one after the sequence.
                assert!(from < error.valid_up_to() + BLOCK, "{from}, but {error}");
                assert!(from + BYTES > error.valid_up_to(), "{from}, but {error}");
            }
        }
    }

    /// Starts a cache line, so that the first list begins at byte 64.
    #[repr(align(64))]
    struct Line([u8; 6 * BYTES]);

    #[test]
    fn sequences_good_and_bad_where_groups_and_lists_meet() {
        let sequences: [&[u8]; 7] = [
            b"\xC3\xA9",
            b"\xE2\x82\xAC",
            b"\xF0\x9F\x8D\xBD",
            b"\xC3",
            b"\xF0\x9F\x8D",
            b"\x80",
            b"\xED\xA0\x80",
        ];
        // Groups that meet, that overlap by a few bytes, and that overlap by all but a few.
        let lengths = [3, 4, 5].into_iter().flat_map(|groups| {
            [-66, -4, -3, -2, -1, 0, 1, 2, 3, 66].map(|more| (BLOCK + groups * BYTES).strict_add_signed(more))
        });
        for len in lengths {
            let mut line = Line([b'a'; _]);
            let bytes = &mut line.0[..len];
            // Not ASCII, so that no stretch is skipped.
            bytes[..2].copy_from_slice("\u{E9}".as_bytes());
            assert!(is_for::<Emulated<64>>(bytes, BLOCK));
            let starts = (BLOCK..len).step_by(BYTES).chain([len - BYTES, len]);
            for edge in starts.flat_map(|start| [start - BLOCK, start]) {
                for at in edge.saturating_sub(4).max(2)..edge + 2 {
                    for sequence in sequences {
                        let Some(place) = bytes.get_mut(at..at + sequence.len()) else { continue };
                        place.copy_from_slice(sequence);
                        agrees(bytes);
                        bytes[at..at + sequence.len()].fill(b'a');
                    }
                }
            }
        }
    }

    #[test]
    fn text_that_turns_dense() {
        for start in 0..=4 {
            let mut bytes: Vec<u8> = vec![b'a'; 4 * BYTES + start];
            bytes.extend("\u{E9}".repeat(2 * BYTES).bytes());
            agrees(&bytes);
            bytes.push(0xC3);
            agrees(&bytes);
            bytes[4 * BYTES + start + 1] = b'a';
            agrees(&bytes);
        }
    }
}
