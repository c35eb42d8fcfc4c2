//! Every single-transition fault of the minimal automaton.

use super::mutant::{Family, Mutant};
use crate::oracle::{Oracle, State};

/// For every state (including the dead one), every byte class and every wrong target, the automaton with that
/// transition. There are 864.
pub fn automata() -> impl Iterator<Item = Mutant> {
    let oracle = Oracle::get();
    let classes = oracle.classes();
    oracle.states().flat_map(move |from| {
        let classes = classes.clone();
        classes.into_iter().flat_map(move |class| {
            let right = oracle.next(from, class[0]);
            let wrong = oracle.states().filter(move |&state| state != right);
            wrong.map(move |to| {
                let name =
                    format!("state {}, bytes like {:02X}: to state {}", from.index(), class[0], to.index());
                mutant(name, Automaton::with(from, &class, to)).seen_by(Some(&["w-method"]))
            })
        })
    })
}

pub(super) fn models() -> Vec<Mutant> {
    let oracle = Oracle::get();
    vec![mutant("the oracle's table".to_owned(), Automaton::with(oracle.start(), &[], oracle.start()))]
}

fn mutant(name: String, automaton: Automaton) -> Mutant {
    Mutant::accepting(Family::Automaton, name, move |bytes| automaton.accepts(bytes))
}

/// An editable copy of the oracle's table.
struct Automaton {
    next: Vec<[State; 256]>,
    accepting: Vec<bool>,
}

impl Automaton {
    /// The oracle's table, except that `bytes` lead from `from` to `to`.
    fn with(from: State, bytes: &[u8], to: State) -> Self {
        let oracle = Oracle::get();
        let mut next: Vec<[State; 256]> = oracle
            .states()
            .map(|state| std::array::from_fn(|byte| oracle.next(state, byte.to_le_bytes()[0])))
            .collect();
        for &byte in bytes {
            next[from.index()][usize::from(byte)] = to;
        }
        Self { next, accepting: oracle.states().map(|state| oracle.is_accepting(state)).collect() }
    }
}

impl Automaton {
    fn accepts(&self, bytes: &[u8]) -> bool {
        let start = Oracle::get().start();
        let end = bytes.iter().fold(start, |state, &byte| self.next[state.index()][usize::from(byte)]);
        self.accepting[end.index()]
    }
}
