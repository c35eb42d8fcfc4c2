//! The automaton in two lanes.

use placemat_core::grammar::is_continuation;

use crate::shift::State;

/// The state after the bytes from `start` to `end`, read in two lanes, the second of which begins at the start of a
/// sequence. Not inlined: it is large and has several callers.
#[inline(never)]
pub(crate) fn lanes(bytes: &[u8], start: usize, end: usize) -> State {
    let span = bytes.get(start..end).unwrap_or_default();
    let middle = sequence_start(span, span.len() / 2);
    let Some((a, b)) = span.split_at_checked(middle) else { return State::REFUSED };
    let mut states = [state_at(bytes, start), State::START];
    for (a, b) in a.iter().zip(b) {
        states = [states[0].next(*a), states[1].next(*b)];
    }
    // The second lane is longer, by what `sequence_start` went back.
    let last = states[1].run(b.get(a.len()..).unwrap_or_default());
    if states[0].is_complete() { last } else { State::REFUSED }
}

/// The state before `at`, if the bytes before it are the beginning of valid text.
#[inline]
fn state_at(bytes: &[u8], at: usize) -> State {
    let before = bytes.get(..at).and_then(|before| before.last_chunk());
    before.copied().map_or(State::START, State::after)
}

/// The start of the sequence that contains the byte at `at`. In valid text it is at most three bytes before `at`; in
/// other text the automaton finds an error, whatever this returns.
#[inline]
fn sequence_start(bytes: &[u8], at: usize) -> usize {
    let mut start = at;
    while start > at.saturating_sub(3) && bytes.get(start).copied().is_some_and(is_continuation) {
        start -= 1;
    }
    start
}
