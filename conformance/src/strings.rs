//! All short strings, over given bytes or over one byte of each class of the grammar; and the search for a shortest one.

use std::collections::{HashSet, VecDeque};
use std::hash::Hash;

use crate::oracle::Oracle;

/// Calls `check` with every string of at most `len` bytes, one byte for each class of the grammar. Returns the number
/// of strings.
pub fn class_strings(len: usize, check: impl FnMut(&[u8])) -> usize {
    strings(&Oracle::get().representatives(), len, check)
}

/// Calls `check` with every string of at most `len` of these bytes. Returns the number of strings.
pub fn strings(bytes: &[u8], len: usize, mut check: impl FnMut(&[u8])) -> usize {
    let mut count = 0;
    let mut string = Vec::new();
    for len in 0..=len {
        // Counts in numbers of `len` digits, each digit a byte.
        let mut digits = vec![0; len];
        loop {
            string.clear();
            string.extend(digits.iter().map(|&digit: &usize| bytes[digit]));
            check(&string);
            count += 1;
            let Some(place) = digits.iter().position(|&digit| digit + 1 < bytes.len()) else { break };
            digits[..place].fill(0);
            digits[place] += 1;
        }
    }
    count
}

/// The first of the shortest strings over these bytes that lead from `start` to a goal.
pub(crate) fn shortest<N: Clone + Eq + Hash>(
    start: N, bytes: &[u8], next: impl Fn(&N, u8) -> N, is_found: impl Fn(&N) -> bool,
) -> Option<Vec<u8>> {
    let mut seen = HashSet::from([start.clone()]);
    let mut queue = VecDeque::from([(start, Vec::new())]);
    while let Some((node, string)) = queue.pop_front() {
        if is_found(&node) {
            return Some(string);
        }
        for &byte in bytes {
            let node = next(&node, byte);
            if seen.insert(node.clone()) {
                queue.push_back((node, [&string[..], &[byte]].concat()));
            }
        }
    }
    None
}
