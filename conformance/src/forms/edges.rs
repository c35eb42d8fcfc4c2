//! Strings in which one byte is at the end of a range.

use std::collections::VecDeque;

use super::reference::Reference;
use crate::{oracle::State, strings::shortest};

/// The maximum length of a sequence or pair.
const LONGEST: usize = 6;

/// The bytes at which the transitions of the automaton of texts change: both ends of every run of equivalent bytes.
pub fn edges(reference: &Reference) -> Vec<u8> {
    let classes = reference.text.classes();
    let class = |byte: u8| classes.iter().position(|class| class.contains(&byte));
    let changes = |byte: u8, other: Option<u8>| other.is_none_or(|other| class(byte) != class(other));
    let is_edge = |&byte: &u8| changes(byte, byte.checked_sub(1)) || changes(byte, byte.checked_add(1));
    (0..=255).filter(is_edge).collect()
}

/// Sequences and pairs of every kind, with each byte in turn replaced by each [edge](edges).
///
/// A decoder with a wrong end of a range fails on one of these, even if its automaton has more states than the
/// correct one, so that the W-method does not guarantee to detect it.
pub fn edge_strings(reference: &Reference) -> Vec<Vec<u8>> {
    let text = &reference.text;
    let edges = edges(reference);
    let mut strings = Vec::new();
    // The state, the bytes that lead to it, and how many of them belong to the last sequence.
    let mut queue = VecDeque::from([(text.start(), Vec::new(), 0)]);
    while let Some((state, path, read)) = queue.pop_front() {
        // Forms differ in their first two bytes, so there each edge is a case of its own. Later bytes are
        // distinguished only by the state that they lead to.
        let mut next: Vec<(u8, State)> = Vec::new();
        for &byte in &edges {
            let to = text.next(state, byte);
            let known = read >= 2 && next.iter().any(|&(_, other)| other == to);
            if !text.is_dead(to) && !known {
                next.push((byte, to));
            }
        }
        for &(byte, to) in &next {
            let rest = completion(reference, to);
            for &edge in &edges {
                strings.push([&path[..], &[edge], &rest].concat());
            }
            if to != text.start() && path.len() < LONGEST {
                let read = if text.is_accepting(to) { 0 } else { read + 1 };
                queue.push_back((to, [&path[..], &[byte]].concat(), read));
            }
        }
    }
    strings.sort_unstable();
    strings.dedup();
    strings
}

/// A shortest string from `state` to the end of a text.
fn completion(reference: &Reference, state: State) -> Vec<u8> {
    let text = &reference.text;
    let next = |&state: &State, byte| text.next(state, byte);
    shortest(state, &text.representatives(), next, |&state| text.is_accepting(state)).unwrap_or_default()
}
