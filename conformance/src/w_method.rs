//! A finite set of strings that is complete: the W-method (T. S. Chow, "Testing Software Design Modeled by
//! Finite-State Machines", 1978).
//!
//! Let an automaton have n states, and let an automaton under test have no more. Take a *transition cover* P (for
//! every state a string that leads to it, and each of these followed by every single byte) and a *characterisation
//! set* W (for every two states, some string in W is accepted from one and rejected from the other). If the two
//! automata agree on every string p·w, they agree on every string. So these few thousand strings of at most five
//! bytes kill every incorrect decoder that is an automaton over bytes of at most nine states.

use crate::oracle::{Oracle, State, shortest};

/// P·W: every element of the [transition cover](transition_cover) followed by every element of the
/// [characterisation set](characterisation).
pub fn strings(oracle: &Oracle) -> Vec<Vec<u8>> {
    let ends = characterisation(oracle);
    transition_cover(oracle).iter().flat_map(|p| ends.iter().map(|w| [&p[..], w].concat())).collect()
}

/// For every state, including the dead one, a shortest string that leads to it; and that followed by every byte.
pub fn transition_cover(oracle: &Oracle) -> Vec<Vec<u8>> {
    let mut cover = Vec::new();
    for state in oracle.states() {
        let access = oracle.access(state);
        cover.extend((0..=255).map(|byte| [&access[..], &[byte]].concat()));
        cover.push(access);
    }
    cover
}

/// Strings that distinguish every two states.
pub fn characterisation(oracle: &Oracle) -> Vec<Vec<u8>> {
    let states: Vec<State> = oracle.states().collect();
    let mut set: Vec<Vec<u8>> = Vec::new();
    for (at, &a) in states.iter().enumerate() {
        for &b in &states[..at] {
            let accepts = |state, string: &[u8]| oracle.is_accepting(oracle.run(state, string));
            if !set.iter().any(|string| accepts(a, string) != accepts(b, string)) {
                set.push(shortest_difference(oracle, a, b));
            }
        }
    }
    set
}

/// A shortest string that is accepted from only one of `a` and `b`. Panics if there is none: the automaton is not
/// minimal.
fn shortest_difference(oracle: &Oracle, a: State, b: State) -> Vec<u8> {
    let next = |&(a, b): &(State, State), byte| (oracle.next(a, byte), oracle.next(b, byte));
    let differ = |&(a, b): &(State, State)| oracle.is_accepting(a) != oracle.is_accepting(b);
    let same = || panic!("{a:?} and {b:?} accept the same strings: the automaton is not minimal");
    shortest((a, b), &oracle.representatives(), next, differ).unwrap_or_else(same)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_set_over_rfc_3629() {
        let oracle = Oracle::get();
        assert_eq!(characterisation(oracle).len(), 6);
        // 9 states, each followed by 256 bytes and by none.
        assert_eq!(transition_cover(oracle).len(), 9 * 257);
        let strings = strings(oracle);
        assert_eq!(strings.len(), 13_878);
        assert_eq!(strings.iter().map(Vec::len).max(), Some(5));
    }
}
