//! Breadth-first search for a shortest string.

use std::collections::{HashSet, VecDeque};
use std::hash::Hash;

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
