//! Every single-transition fault of a minimal automaton.

use super::prelude::*;

/// For every state (including the dead one), every byte class and every wrong target, the automaton with that
/// transition. There are 864.
pub fn automata() -> impl Iterator<Item = Mutant> {
    redirected(Oracle::get()).map(|automaton| {
        let Redirected { from, class, to, .. } = &automaton;
        let name = format!("state {}, bytes like {:02X}: to state {}", from.index(), class[0], to.index());
        Mutant::accepting(Family::Automaton, name, move |bytes| automaton.accepts(bytes))
            .seen_by(Some(&["w-method"]))
    })
}

pub(super) fn models() -> Vec<Mutant> {
    let name = "the oracle's table".to_owned();
    vec![Mutant::accepting(Family::Automaton, name, |bytes| Oracle::get().accepts(bytes))]
}

/// The same faults of any automaton.
pub fn redirected(oracle: &Oracle) -> impl Iterator<Item = Redirected<'_>> {
    let classes = oracle.classes();
    oracle.states().flat_map(move |from| {
        classes.clone().into_iter().flat_map(move |class| {
            let right = oracle.next(from, class[0]);
            let wrong = oracle.states().filter(move |&state| state != right);
            wrong.map(move |to| Redirected { oracle, from, class: class.clone(), to })
        })
    })
}

/// An automaton, except that the bytes of one class lead from one state to another.
#[derive(Clone, Debug)]
pub struct Redirected<'a> {
    oracle: &'a Oracle,
    from: State,
    class: Vec<u8>,
    to: State,
}

impl Redirected<'_> {
    /// Whether it accepts the bytes.
    pub fn accepts(&self, bytes: &[u8]) -> bool {
        let end = bytes.iter().fold(self.oracle.start(), |state, byte| {
            let is_redirected = state == self.from && self.class.contains(byte);
            if is_redirected { self.to } else { self.oracle.next(state, *byte) }
        });
        self.oracle.is_accepting(end)
    }
}
