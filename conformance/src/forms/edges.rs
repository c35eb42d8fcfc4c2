//! Strings in which one octet is at the end of a range.

use std::collections::VecDeque;

use super::reading::Reading;
use crate::{oracle::State, search::shortest};

/// No sequence or pair is longer.
const LONGEST: usize = 6;

/// The octets at which something changes for the automaton of texts: both ends of every run of octets that
/// are alike.
#[must_use]
pub fn edges(reading: &Reading) -> Vec<u8> {
    let classes = reading.text.classes();
    let class = |octet: u8| classes.iter().position(|class| class.contains(&octet));
    let changes = |octet: u8, other: Option<u8>| other.is_none_or(|other| class(octet) != class(other));
    let is_edge = |&octet: &u8| changes(octet, octet.checked_sub(1)) || changes(octet, octet.checked_add(1));
    (0..=255).filter(is_edge).collect()
}

/// Sequences and pairs of every sort, in which each octet in turn is replaced by each [edge](edges).
///
/// A decoder that gets one end of one range wrong gets one of these wrong, also where its automaton is larger
/// than the right one, so that the W-method does not promise to see it.
#[must_use]
pub fn edge_strings(reading: &Reading) -> Vec<Vec<u8>> {
    let text = &reading.text;
    let edges = edges(reading);
    let mut strings = Vec::new();
    // The state, the octets that lead there, and how many of them belong to the last sequence.
    let mut queue = VecDeque::from([(text.start(), Vec::new(), 0)]);
    while let Some((state, path, read)) = queue.pop_front() {
        // Forms differ in their first two octets, so there each edge is a sort of its own. After them it is
        // only what leads to different states.
        let mut next: Vec<(u8, State)> = Vec::new();
        for &octet in &edges {
            let to = text.next(state, octet);
            let known = read >= 2 && next.iter().any(|&(_, other)| other == to);
            if !text.is_dead(to) && !known {
                next.push((octet, to));
            }
        }
        for &(octet, to) in &next {
            let rest = completion(reading, to);
            for &edge in &edges {
                strings.push([&path[..], &[edge], &rest].concat());
            }
            if to != text.start() && path.len() < LONGEST {
                let read = if text.is_accepting(to) { 0 } else { read + 1 };
                queue.push_back((to, [&path[..], &[octet]].concat(), read));
            }
        }
    }
    strings.sort_unstable();
    strings.dedup();
    strings
}

/// A shortest string from `state` to the end of a text.
fn completion(reading: &Reading, state: State) -> Vec<u8> {
    let text = &reading.text;
    let octets: Vec<u8> = text.classes().iter().map(|class| class[0]).collect();
    let next = |&state: &State, octet| text.next(state, octet);
    shortest(state, &octets, next, |&state| text.is_accepting(state)).unwrap_or_default()
}
